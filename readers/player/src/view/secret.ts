/** The joke: its setup, and the punchline as blanks that fill as their cells do. */
import { blanksOf } from "../blanks.js";
import type { Board } from "../board.js";
import type { Game } from "../game.js";
import type { Texts } from "../texts.js";
import { h, set } from "./dom.js";

export class SecretView {
  readonly element: HTMLElement;
  readonly #boxes = new Map<number, HTMLElement>();

  constructor(
    readonly board: Board,
    readonly texts: Texts,
    go: (cell: number) => void,
  ) {
    const secret = board.puzzle.secret;
    const words = blanksOf(board).map((parts) =>
      h(
        "span",
        { class: "word" },
        ...parts.map((part) => {
          if (typeof part === "string") return h("span", { class: "sign" }, part);
          const cell = board.secretCells[part]!;
          const box = h("button", { class: "blank", type: "button", tabindex: -1, click: () => go(cell) });
          this.#boxes.set(part, box);
          return box;
        }),
      ),
    );
    this.element = h(
      "section",
      { class: "secret-panel", "aria-label": texts.secret, hidden: secret === null },
      h("h2", {}, texts.secret),
      h("p", { class: "setup" }, secret?.setup ?? ""),
      h("div", { class: "blanks", style: `--n:${board.secretCells.length + words.length}` }, ...words),
      h("p", { class: "punchline", hidden: true }, secret?.punchline ?? ""),
    );
  }

  show(game: Game, told: boolean): void {
    this.#boxes.forEach((box, place) => {
      const cell = this.board.secretCells[place]!;
      const letter = game.letters[cell]!;
      box.replaceChildren(h("b", { class: letter.length > 1 ? "double" : "" }, letter), h("i", {}, String(place + 1)));
      set(box, "data-here", cell === game.cursor ? "" : null);
      set(box, "aria-label", `${this.texts.secretCell} ${place + 1}: ${letter || this.texts.empty}`);
    });
    this.element.classList.toggle("told", told);
    this.element.querySelector<HTMLElement>(".punchline")!.hidden = !told;
  }
}
