/** What comes up over the page: menus and the end. */
import type { Texts } from "../texts.js";
import { h, icon, isStill } from "./dom.js";

export interface Item {
  readonly label: string;
  readonly act: () => void;
}

/** A sheet with a title; a tap beside it or Escape closes it. */
export function openSheet(title: string, texts: Texts, ...content: readonly Node[]): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { type: "button", class: "round", "aria-label": texts.close, click: () => dialog.close() }, icon("close")),
    ),
    ...content,
  );
  return opened(dialog);
}

/** A sheet of things to choose from; choosing closes it. */
export function openMenu(title: string, texts: Texts, items: readonly Item[], ...more: readonly Node[]): HTMLDialogElement {
  const dialog = openSheet(
    title,
    texts,
    h(
      "div",
      { class: "items" },
      ...items.map(({ label, act }) => {
        const close = (): void => {
          dialog.close();
          act();
        };
        return h("button", { type: "button", class: "choice", click: close }, label);
      }),
    ),
    ...more,
  );
  return dialog;
}

export interface End {
  readonly setup: string | null;
  readonly punchline: string | null;
  readonly next: Item | null;
}

/** The joke is told: the punchline appears word by word, while paper falls. */
export function openEnd({ setup, punchline, next }: End, texts: Texts): HTMLDialogElement {
  const words = (punchline ?? "").split(" ").filter((word) => word !== "");
  const dialog = h(
    "dialog",
    { class: "end", "aria-label": texts.done },
    confetti(),
    h("p", { class: "done" }, texts.done),
    setup === null ? null : h("p", { class: "setup" }, setup),
    punchline === null
      ? null
      : h(
          "p",
          { class: "told-line", "aria-live": "polite" },
          ...words.flatMap((word, i) => [h("span", { style: `--turn:${i}` }, word), " "]),
        ),
    h(
      "div",
      { class: "buttons" },
      next && h("button", { type: "button", class: "main", click: () => (dialog.close(), next.act()) }, next.label),
      h("button", { type: "button", class: "plain", click: () => dialog.close() }, texts.look),
    ),
  );
  return opened(dialog);
}

function confetti(): HTMLElement | null {
  if (isStill()) return null;
  const pieces = Array.from({ length: 36 }, (_, i) =>
    // Any spread will do, as long as it looks like none: multiples of irrational numbers.
    h("i", {
      style: `--x:${((i * 61.8034) % 100).toFixed(1)}%;--late:${((i * 0.4142) % 1).toFixed(2)}s;--spin:${(i * 97) % 360}deg`,
    }),
  );
  return h("div", { class: "confetti", "aria-hidden": "true" }, ...pieces);
}

function opened(dialog: HTMLDialogElement): HTMLDialogElement {
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
