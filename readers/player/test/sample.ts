import { boardOf, type Board } from "../src/board.js";
import type { Cell, Entry, Kind, Puzzle } from "../../typescript/src/index.js";

export const ALPHABET = ["A", "Ä", "C", "Č", "D", "E", "H", "CH", "K", "L", "M", "N", "O", "Ô", "S", "T"];

/** CH A T A / L O S Č / A # T N / D O M A, clue cells above and to the left; the A of the third row is in a down slot only. */
export const CHATA = `
# # # # #
# CH A T A
# L O S Č
# A # T N
# D O M A`;

/** The puzzle of a drawing: # is a clue cell, a void or a block. */
export function draw(drawing: string, { kind = "swedish", id = "sk-5x5-000001" }: { kind?: Kind; id?: string } = {}): Puzzle {
  const grid = drawing
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map((cell) => (cell === "#" ? null : cell)));
  const rows = grid.length;
  const cols = grid[0]!.length;
  const entries: Entry[] = [];
  for (const direction of ["across", "down"] as const) {
    const [down, right] = direction === "across" ? [0, 1] : [1, 0];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < cols; column++) {
        if (grid[row]![column] === null || (grid[row - down]?.[column - right] ?? null) !== null) continue;
        const cells: Cell[] = [];
        for (let r = row, c = column; (grid[r]?.[c] ?? null) !== null; r += down, c += right) cells.push([r, c]);
        if (cells.length < 2) continue;
        const answer = cells.map(([r, c]) => grid[r]![c]).join("");
        entries.push({
          direction, answer, cells,
          spelling: answer.toLowerCase(),
          clue: `clue of ${answer}`,
          clue_cell: kind === "swedish" ? [row - down, column - right] : [row, column],
          arrow: direction === "across" ? "right" : "down",
        });
      }
    }
  }
  return { id, kind, lang: "sk", rows, cols, grid, entries, secret: null };
}

export function withSecret(puzzle: Puzzle, punchline: string, cells: Cell[]): Puzzle {
  return { ...puzzle, secret: { joke: "sk-0007", setup: "Čo?", punchline, cells, mode: "found" } };
}

export const board: Board = boardOf(withSecret(draw(CHATA), "Chó, a!", [[1, 1], [2, 2], [3, 1]]));
