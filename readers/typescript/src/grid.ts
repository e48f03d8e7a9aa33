import type { Cell, Puzzle } from "./puzzle.js";

export interface Slot {
  readonly direction: "across" | "down";
  readonly cells: Cell[];
}

/** The runs of two or more letters: across ones in reading order of their first cells, then down ones likewise. */
export function slotsOf(grid: Uint8Array, rows: number, cols: number): Slot[] {
  const isLetter = (row: number, column: number): boolean =>
    row >= 0 && row < rows && column >= 0 && column < cols && grid[row * cols + column] !== 0;
  const slots: Slot[] = [];
  for (const direction of ["across", "down"] as const) {
    const [down, right] = direction === "across" ? [0, 1] : [1, 0];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < cols; column++) {
        if (!isLetter(row, column) || isLetter(row - down, column - right)) continue;
        const cells: Cell[] = [];
        for (let r = row, c = column; isLetter(r, c); r += down, c += right) cells.push([r, c]);
        if (cells.length >= 2) slots.push({ direction, cells });
      }
    }
  }
  return slots;
}

/** The numbers of a crossword, for the kinds without clue cells: cells that begin an entry, from 1 in reading order. */
export function numberCells(puzzle: Puzzle): (number | null)[][] {
  const starts = new Set(puzzle.entries.map(({ cells }) => String(cells[0])));
  let last = 0;
  return puzzle.grid.map((cells, row) => cells.map((_, column) => (starts.has(`${row},${column}`) ? ++last : null)));
}
