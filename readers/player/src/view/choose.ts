/** All puzzles of the bundle, size by size, each as a small picture with its number and how far it is. */
import { statusOf, type Store } from "../storage.js";
import type { Group, Source } from "../source.js";
import type { Puzzle } from "../../../typescript/src/index.js";
import type { Texts } from "../texts.js";
import { h } from "./dom.js";
import { numberOf } from "./play.js";
import { themeSwitch } from "./theme.js";

/** The list; the puzzles of the chosen group are read when they are shown. */
export async function chooseView(source: Source, texts: Texts, store: Store | null, chosen: Group | null): Promise<HTMLElement> {
  const groups = source.groups();
  const cards = h("div", { class: "cards" });
  const show = async (group: Group, button: HTMLElement): Promise<void> => {
    for (const one of sizes.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === button));
    const puzzles = await source.puzzles(group);
    cards.replaceChildren(...puzzles.map((puzzle) => card(puzzle, texts, store)));
  };
  const sizes = h("nav", { class: "sizes", "aria-label": texts.puzzles });
  const buttons = new Map<Group, HTMLElement>();
  for (const kind of new Set(groups.map((group) => group.kind))) {
    sizes.append(h("h2", {}, texts[kind]));
    const row = h("div", { class: "size-row" });
    for (const group of groups.filter((one) => one.kind === kind)) {
      const button = h(
        "button",
        { type: "button", class: "size", click: () => void show(group, button) },
        `${group.rows} × ${group.cols} `,
        h("small", {}, String(await source.count(group))),
      );
      buttons.set(group, button);
      row.append(button);
    }
    sizes.append(row);
  }
  const first = chosen ?? groups[0];
  if (first) await show(first, buttons.get(first)!);
  return h(
    "main",
    { class: "choose" },
    h("h1", {}, texts.choose),
    sizes,
    cards,
    h("footer", {}, themeSwitch(store, texts), h("h2", {}, texts.sources), ...source.bundle.manifest.attribution.map((line) => h("p", {}, line))),
  );
}

function card(puzzle: Puzzle, texts: Texts, store: Store | null): HTMLElement {
  const status = statusOf(store, puzzle.id);
  const names = { new: texts.newOne, begun: texts.begun, solved: texts.solved };
  return h(
    "a",
    { class: `card ${status}`, href: `#${puzzle.id}`, "aria-label": `${puzzle.rows} × ${puzzle.cols} ${numberOf(puzzle.id)}, ${names[status]}` },
    picture(puzzle),
    h("span", { class: "card-number" }, numberOf(puzzle.id)),
    h("span", { class: "card-status", "aria-hidden": "true" }, status === "new" ? "" : status === "solved" ? "✓" : "…"),
  );
}

/** The pattern of the grid. */
function picture({ rows, cols, grid, kind, secret }: Puzzle): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${cols} ${rows}`);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("picture", kind);
  const isSecret = new Set(secret?.cells.map(([row, column]) => row * cols + column));
  for (const part of ["letters", "others", "secrets"] as const) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const cells = grid.flatMap((line, row) =>
      line.flatMap((letter, column) => {
        const own = letter === null ? "others" : isSecret.has(row * cols + column) ? "secrets" : "letters";
        return own === part ? [`M${column + 0.05} ${row + 0.05}h.9v.9h-.9z`] : [];
      }),
    );
    path.setAttribute("d", cells.join(""));
    path.classList.add(part);
    svg.append(path);
  }
  return svg;
}
