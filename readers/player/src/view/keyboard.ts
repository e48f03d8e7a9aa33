/** A keyboard on the screen with the letters of the puzzle, for fingers and for letters that the real one lacks. */
import { keyRows, type Letters } from "../letters.js";
import type { Texts } from "../texts.js";
import { h, icon } from "./dom.js";

export class Keyboard {
  readonly element: HTMLElement;

  constructor(letters: Letters, texts: Texts, type: (letter: string) => void, erase: () => void) {
    const rows = keyRows(letters);
    const widest = Math.max(...rows.map((row) => row.length));
    const eraser = h("button", { type: "button", class: "key erase", "aria-label": texts.erase, click: erase }, icon("erase"));
    this.element = h(
      "section",
      { class: "keyboard", "aria-label": texts.keyboard, style: `--keys:${widest}` },
      ...rows.map((row, i) =>
        h(
          "div",
          { class: "keys" },
          ...row.map((letter) =>
            h("button", { type: "button", class: "key", tabindex: -1, "data-key": letter, click: () => type(letter) }, letter),
          ),
          i === rows.length - 1 ? eraser : null,
        ),
      ),
    );
    // The focus stays in the grid, so that fingers and keys can take turns.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }
}
