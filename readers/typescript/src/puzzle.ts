/** [row, column], counted from 0. */
export type Cell = [number, number];

export type Kind = "swedish" | "freeform" | "blocked";
export type Mode = "found" | "planned" | "placed";

/** A slot with its answer and clue. */
export interface Entry {
  direction: "across" | "down";
  /** The cells joined, upper case. */
  answer: string;
  /** The true spelling, as shown after solving. */
  spelling: string;
  clue: string;
  /** Where the clue stands (swedish), or the first cell, which carries its number (the other kinds). */
  clue_cell: Cell;
  arrow: "right" | "down";
  cells: Cell[];
}

/** The hidden punchline and the cells that spell it. */
export interface Secret {
  joke: string;
  setup: string;
  punchline: string;
  cells: Cell[];
  mode: Mode;
}

/** A puzzle in explicit form. */
export interface Puzzle {
  id: string;
  kind: Kind;
  lang: string;
  rows: number;
  cols: number;
  /** Rows of cell strings; null is a clue cell (swedish), void (freeform) or block (blocked). */
  grid: (string | null)[][];
  entries: Entry[];
  secret: Secret | null;
}
