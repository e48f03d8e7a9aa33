/** The grid on the screen: a table of cells for eyes, fingers and screen readers. It shows a game and knows no rules. */
import { slotThrough, type Board, type Slot } from "../board.js";
import { setClues } from "../clue_text.js";
import { slotOf, type Game } from "../game.js";
import type { Texts } from "../texts.js";
import { clampSize, firstSize, nextSize, READABLE, scrollFor, wholeSize } from "../zoom.js";
import { h, isStill, set } from "./dom.js";

export class GridView {
  /** What goes into the page: a window that scrolls over the grid. */
  readonly element: HTMLElement;
  readonly #grid: HTMLElement;
  readonly #cells: HTMLElement[] = [];
  readonly #inks: (HTMLElement | null)[] = [];
  #whole = 0;
  #size = 0;

  constructor(
    readonly board: Board,
    readonly texts: Texts,
    choose: (cell: number) => void,
  ) {
    const { rows, cols } = board;
    const { kind, id } = board.puzzle;
    this.#grid = h("div", {
      class: `grid ${kind}`, role: "grid", "aria-label": `${texts.grid} ${rows} × ${cols}, ${id}`,
      "aria-rowcount": rows, "aria-colcount": cols, style: `--rows:${rows};--cols:${cols}`,
    });
    for (let row = 0; row < rows; row++) {
      const line = h("div", { role: "row", class: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < cols; column++) line.append(this.#make(row * cols + column));
      this.#grid.append(line);
    }
    this.#grid.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
      if (target) choose(Number(target.dataset["cell"]));
    });
    this.element = h("div", { class: "stage" }, this.#grid);
    this.#pinch();
  }

  /** The letters, the cursor and what a screen reader says of them. */
  show(game: Game): void {
    const { board } = this;
    const slot = slotOf(board, game);
    this.#cells.forEach((element, cell) => {
      if (board.solution[cell] === null) {
        set(element, "data-chosen", slot?.clueCell === cell ? slot.direction : null);
        return;
      }
      const letter = game.letters[cell]!;
      const ink = this.#inks[cell]!;
      if (ink.textContent !== letter) ink.textContent = letter;
      ink.classList.toggle("double", letter.length > 1);
      const isCursor = cell === game.cursor;
      set(element, "data-mark", game.marks[cell] || null);
      set(element, "data-in-slot", slot?.cells.includes(cell) ? "" : null);
      set(element, "aria-selected", String(isCursor));
      set(element, "tabindex", isCursor ? "0" : "-1");
      set(element, "aria-label", this.#describe(game, cell));
    });
  }

  /** Keyboard focus to a cell. */
  focus(cell: number): void {
    this.#cells[cell]?.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.#grid.contains(document.activeElement);
  }

  /** The slot, or at least the cursor, into the window. */
  reveal(game: Game): void {
    const { board, element } = this;
    const slot = slotOf(board, game);
    const cells = slot ? [...(slot.clueCell === null ? [] : [slot.clueCell]), ...slot.cells] : [game.cursor];
    const x = cells.map((cell) => cell % board.cols);
    const y = cells.map((cell) => Math.floor(cell / board.cols));
    const size = this.#size;
    const stretch = (places: number[]): [number, number] => [Math.min(...places) * size, (Math.max(...places) + 1) * size];
    const column = game.cursor % board.cols;
    const row = Math.floor(game.cursor / board.cols);
    const left = { from: element.scrollLeft, length: element.clientWidth };
    const top = { from: element.scrollTop, length: element.clientHeight };
    element.scrollTo({
      left: scrollFor(left, stretch(x), stretch([column]), size / 2),
      top: scrollFor(top, stretch(y), stretch([row]), size / 2),
      behavior: isStill() ? "instant" : "smooth",
    });
  }

  /** Fits the cells to the window; what was zoomed stays so. */
  fit(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0 || clientHeight === 0) return;
    const whole = wholeSize(clientWidth - 8, clientHeight - 8, this.board.rows, this.board.cols);
    const isWhole = this.#size === this.#whole;
    const isFirst = this.#size === 0;
    this.#whole = whole;
    if (isFirst) this.#resize(firstSize(whole, matchMedia("(pointer: coarse)").matches));
    else this.#resize(isWhole ? whole : clampSize(this.#size, whole));
  }

  zoom(): void {
    this.#resize(nextSize(this.#size, this.#whole));
  }

  #resize(size: number): void {
    this.#size = size;
    this.#grid.style.setProperty("--cell", `${size}px`);
    this.#grid.classList.toggle("readable", size >= READABLE);
  }

  #make(cell: number): HTMLElement {
    const { board } = this;
    const column = cell % board.cols;
    const common = { role: "gridcell", "data-cell": cell, "aria-colindex": column + 1 };
    if (board.solution[cell] === null) {
      const element = this.#makeClueCell(cell, common);
      this.#cells.push(element);
      this.#inks.push(null);
      return element;
    }
    const ink = h("span", { class: "ink", "aria-hidden": "true" });
    const place = board.places.get(cell);
    const number = board.numbers.get(cell);
    const element = h(
      "div",
      { ...common, class: place === undefined ? "cell" : "cell secret", tabindex: -1 },
      number === undefined ? null : h("span", { class: "start", "aria-hidden": "true" }, String(number)),
      ink,
      place === undefined ? null : h("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
    );
    for (const slot of this.board.slots) {
      if (slot.cells[0] === cell && slot.clueCell !== null) element.classList.add(`from-${slot.direction}`);
    }
    this.#cells.push(element);
    this.#inks.push(ink);
    return element;
  }

  #makeClueCell(cell: number, common: Record<string, string | number>): HTMLElement {
    const { board, texts } = this;
    const slots = (board.slotsOfClue.get(cell) ?? []).map((index) => board.slots[index]!);
    if (slots.length === 0) {
      const label = board.puzzle.kind === "blocked" ? texts.block : texts.empty;
      return h("div", { ...common, class: board.puzzle.kind === "freeform" ? "void" : "clue idle", "aria-label": label });
    }
    const { size, lines } = setClues(slots.map(({ clue }) => clue), emWidth);
    const said = slots.map((slot) => `${texts[slot.direction]}: ${slot.clue}`);
    return h(
      "div",
      { ...common, class: `clue of-${slots.length}`, "aria-label": `${texts.clueCell}. ${said.join(". ")}`, title: said.join("\n") },
      ...slots.map((slot, i) =>
        h(
          "span",
          { class: `clue-text ${slot.direction}`, style: `--type:${size.toFixed(4)}`, "aria-hidden": "true" },
          ...lines[i]!.map((line) => h("span", {}, `${line} `)),
        ),
      ),
      ...slots.map((slot) => h("i", { class: `arrow ${slot.direction}`, "aria-hidden": "true" })),
    );
  }

  #describe(game: Game, cell: number): string {
    const { board, texts } = this;
    const row = Math.floor(cell / board.cols) + 1;
    const slot = slotThrough(board, cell, game.direction);
    const mark = game.marks[cell]!;
    return [
      game.letters[cell] || texts.empty,
      mark === "" ? null : texts[mark],
      `${texts.row} ${row}, ${texts.column} ${(cell % board.cols) + 1}`,
      board.places.has(cell) ? `${texts.secretCell} ${board.places.get(cell)! + 1}` : null,
      slot && `${describeSlot(slot, texts)}, ${slot.cells.indexOf(cell) + 1} ${texts.of} ${slot.cells.length}`,
    ]
      .filter((part) => part !== null)
      .join(", ");
  }

  /** Two fingers change the size; what is between them stays there. One finger scrolls, which the browser does. */
  #pinch(): void {
    const { element } = this;
    let before: { apart: number; size: number } | null = null;
    const measure = ({ touches: [a, b] }: TouchEvent): { apart: number; x: number; y: number } => {
      const box = element.getBoundingClientRect();
      return {
        apart: Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY),
        x: (a!.clientX + b!.clientX) / 2 - box.left,
        y: (a!.clientY + b!.clientY) / 2 - box.top,
      };
    };
    const resize = (size: number, x: number, y: number): void => {
      const factor = size / this.#size;
      this.#resize(size);
      element.scrollLeft = (element.scrollLeft + x) * factor - x;
      element.scrollTop = (element.scrollTop + y) * factor - y;
    };
    element.addEventListener("touchstart", (event) => {
      before = event.touches.length === 2 ? { apart: measure(event).apart, size: this.#size } : null;
    });
    element.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2 || !before) return;
        event.preventDefault();
        const { apart, x, y } = measure(event);
        resize(clampSize((before.size * apart) / before.apart, this.#whole), x, y);
      },
      { passive: false },
    );
    element.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = element.getBoundingClientRect();
        const size = clampSize(this.#size * Math.exp(-event.deltaY / 200), this.#whole);
        resize(size, event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
  }
}

/** A slot in words. */
export function describeSlot(slot: Slot, texts: Texts): string {
  const number = slot.number === null ? "" : ` ${slot.number}`;
  return `${texts[slot.direction]}${number}: ${slot.clue}`;
}

let canvas: CanvasRenderingContext2D | null = null;

/** How wide a text is in the typeface of clue cells, over its size. */
function emWidth(text: string): number {
  if (canvas === null) {
    canvas = document.createElement("canvas").getContext("2d")!;
    canvas.font = `100px ${getComputedStyle(document.documentElement).getPropertyValue("--narrow")}`;
  }
  return canvas.measureText(text).width / 100;
}
