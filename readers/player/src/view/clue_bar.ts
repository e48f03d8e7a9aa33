/** The clue of the chosen slot, large, with steps to the next and the previous one. A screen reader says it when it changes. */
import type { Slot } from "../board.js";
import type { Texts } from "../texts.js";
import { h, icon } from "./dom.js";

export class ClueBar {
  readonly element: HTMLElement;
  readonly #text = h("p", { class: "clue-now", "aria-live": "polite", "aria-atomic": "true" });
  #shown: Slot | null = null;

  constructor(
    readonly texts: Texts,
    step: (by: 1 | -1) => void,
    turn: () => void,
  ) {
    const button = (label: string, name: "back" | "next", by: 1 | -1): HTMLElement =>
      h("button", { type: "button", class: "round", "aria-label": label, click: () => step(by) }, icon(name));
    this.#text.addEventListener("click", turn);
    this.element = h(
      "section",
      { class: "clue-bar" },
      button(texts.previous, "back", -1),
      this.#text,
      button(texts.next, "next", 1),
    );
  }

  show(slot: Slot | null): void {
    if (slot === this.#shown || slot === null) return;
    this.#shown = slot;
    this.#text.classList.toggle("long", slot.clue.length > 44);
    this.#text.replaceChildren(
      h("span", { class: "way" }, `${slot.direction === "across" ? "→" : "↓"} ${slot.number ?? ""}`.trim()),
      h("span", { class: "said" }, `${this.texts[slot.direction]}: `),
      h("span", { class: "clue-large" }, slot.clue),
      h("span", { class: "length" }, `(${slot.cells.length})`),
    );
  }
}
