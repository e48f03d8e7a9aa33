// What xword-parser reads in the files of a folder: for each, by direction, [number, clue, answer].
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@xwordly/xword-parser";

const STEPS = { across: [0, 1], down: [1, 0] };

// It takes clue cells and voids for white cells, but without a solution.
const isLetter = (cell) => cell !== undefined && !cell.isBlack && Boolean(cell.solution);

// The words of two letters or more in its grid, each with the number of its first cell, in reading order.
function wordsOf(cells, [down, right]) {
  const words = [];
  cells.forEach((row, r) => row.forEach((cell, c) => {
    if (!isLetter(cell) || isLetter(cells[r - down]?.[c - right])) return;
    let answer = "";
    let length = 0;
    for (; isLetter(cells[r + down * length]?.[c + right * length]); length += 1) {
      answer += cells[r + down * length][c + right * length].solution;
    }
    if (length > 1) words.push([cell.number, answer]);
  }));
  return words.sort(([one], [other]) => one - other);
}

const folder = process.argv[2];
const found = {};
for (const name of readdirSync(folder).sort()) {
  const { grid, clues } = parse(readFileSync(join(folder, name)), { filename: name });
  found[name] = {};
  for (const [direction, step] of Object.entries(STEPS)) {
    const words = wordsOf(grid.cells, step);
    if (words.length !== clues[direction].length) throw new Error(`${name}: ${direction} clues don't match words`);
    found[name][direction] = clues[direction].map((clue, i) => {
      // In JPZ it gives the id of the word for the number of the clue; those of ipuz are taken as they are.
      const number = name.endsWith(".jpz") ? words[i][0] : clue.number;
      return [number, clue.text, words[i][1]];
    });
  }
}
process.stdout.write(JSON.stringify(found));
