/** What of a puzzle doesn't change while it is being solved. Cells are numbers here: row * cols + column. */
import type { Cell, Puzzle } from "../../typescript/src/index.js";

export type Direction = "across" | "down";

export interface Slot {
  readonly direction: Direction;
  readonly cells: readonly number[];
  readonly clue: string;
  /** The answer as it is written in a text. */
  readonly spelling: string;
  /** The clue cell, of kind swedish. */
  readonly clueCell: number | null;
  /** The number of the first cell, of the other kinds. */
  readonly number: number | null;
}

export interface Board {
  readonly puzzle: Puzzle;
  readonly rows: number;
  readonly cols: number;
  /** The right letter of each cell; null where there is none. */
  readonly solution: readonly (string | null)[];
  /** Across ones, then down ones, each in reading order. */
  readonly slots: readonly Slot[];
  /** By direction and cell: the slot through it, or undefined. */
  readonly slotAt: Readonly<Record<Direction, readonly (number | undefined)[]>>;
  /** By clue cell: the slots that it gives the clues of, the one to the right first. */
  readonly slotsOfClue: ReadonlyMap<number, readonly number[]>;
  /** By first cell: its number, where clues stand beside the grid. */
  readonly numbers: ReadonlyMap<number, number>;
  /** By secret cell: its place in the punchline, from 0. */
  readonly places: ReadonlyMap<number, number>;
  readonly secretCells: readonly number[];
}

/** The board of a puzzle. */
export function boardOf(puzzle: Puzzle): Board {
  const { rows, cols } = puzzle;
  const at = ([row, column]: Cell): number => row * cols + column;
  const slotAt: Record<Direction, (number | undefined)[]> = {
    across: new Array<undefined>(rows * cols).fill(undefined),
    down: new Array<undefined>(rows * cols).fill(undefined),
  };
  const isSwedish = puzzle.kind === "swedish";
  const numbers = isSwedish ? new Map<number, number>() : startNumbers(puzzle.entries.map(({ cells }) => at(cells[0]!)));
  const slotsOfClue = new Map<number, number[]>();
  const slots = puzzle.entries.map(({ direction, clue, spelling, clue_cell, ...entry }, i): Slot => {
    const cells = entry.cells.map(at);
    for (const cell of cells) slotAt[direction][cell] = i;
    const clueCell = isSwedish ? at(clue_cell) : null;
    if (clueCell !== null) slotsOfClue.set(clueCell, [...(slotsOfClue.get(clueCell) ?? []), i]);
    return { direction, cells, clue, spelling, clueCell, number: numbers.get(cells[0]!) ?? null };
  });
  const secretCells = puzzle.secret ? puzzle.secret.cells.map(at) : [];
  const places = new Map(secretCells.map((cell, place) => [cell, place]));
  return { puzzle, rows, cols, solution: puzzle.grid.flat(), slots, slotAt, slotsOfClue, numbers, places, secretCells };
}

/** Cells that begin a slot, numbered from 1 in reading order. */
function startNumbers(starts: readonly number[]): Map<number, number> {
  return new Map([...new Set(starts)].sort((a, b) => a - b).map((cell, i) => [cell, i + 1]));
}

/** The slot through a cell in a direction, or else in the other one. */
export function slotThrough(board: Board, cell: number, direction: Direction): Slot | null {
  const index = board.slotAt[direction][cell] ?? board.slotAt[other(direction)][cell];
  return index === undefined ? null : board.slots[index]!;
}

export function other(direction: Direction): Direction {
  return direction === "across" ? "down" : "across";
}

/** A short text that tells this puzzle from another one with the same id: a hash of its grid. */
export function fingerprint(board: Board): string {
  let hash = 0x811c9dc5;
  for (const char of board.solution.map((letter) => letter ?? "#").join(" ")) {
    hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
