/** All clues, across and down: beside the grid on wide screens, in a sheet on narrow ones. */
import type { Board, Direction } from "../board.js";
import { slotOf, type Game } from "../game.js";
import type { Texts } from "../texts.js";
import { h, isStill, set } from "./dom.js";

export class ClueLists {
  readonly element: HTMLElement;
  readonly #items: HTMLElement[];

  constructor(
    readonly board: Board,
    texts: Texts,
    choose: (slot: number) => void,
  ) {
    const isNumbered = board.puzzle.kind !== "swedish";
    this.#items = board.slots.map((slot, i) =>
      h(
        "button",
        { type: "button", class: "item", click: () => choose(i) },
        h("span", { class: "number" }, isNumbered ? String(slot.number) : slot.direction === "across" ? "→" : "↓"),
        h("span", {}, slot.clue, h("span", { class: "length" }, `\u00a0(${slot.cells.length})`)),
      ),
    );
    const list = (direction: Direction): HTMLElement =>
      h(
        "section",
        { class: "clue-list" },
        h("h2", {}, texts[direction]),
        h("ul", {}, ...this.#items.filter((_, i) => board.slots[i]!.direction === direction).map((item) => h("li", {}, item))),
      );
    this.element = h("div", { class: "clue-lists" }, list("across"), list("down"));
  }

  show(game: Game): void {
    const chosen = slotOf(this.board, game);
    this.board.slots.forEach((slot, i) => {
      const item = this.#items[i]!;
      item.classList.toggle("full", slot.cells.every((cell) => game.letters[cell] !== ""));
      set(item, "aria-current", slot === chosen ? "true" : null);
    });
  }

  /** The chosen clue into view, where the lists scroll. */
  reveal(): void {
    const item = this.#items.find((one) => one.hasAttribute("aria-current"));
    const box = this.element;
    if (!item || box.scrollHeight <= box.clientHeight) return;
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top >= 40 && top + item.offsetHeight <= box.clientHeight - 20) return;
    box.scrollBy({ top: top - box.clientHeight / 3, behavior: isStill() ? "instant" : "smooth" });
  }
}
