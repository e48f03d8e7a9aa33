import assert from "node:assert/strict";
import { test } from "node:test";

import { boardOf } from "../src/board.js";
import {
  check, choose, chooseSlot, erase, isSolved, move, newGame, progress, reveal, slotOf, step, toEnd, turn, type,
  type Game,
} from "../src/game.js";
import { board, draw } from "./sample.js";

const start = newGame(board);
const at = ({ cursor, direction }: Game): [number, number, string] => [Math.floor(cursor / 5), cursor % 5, direction];
const written = (game: Game): string => game.letters.join("");
const typeAll = (game: Game, ...letters: string[]): Game => letters.reduce((now, letter) => type(board, now, letter), game);

test("a new game begins at the first slot", () => {
  assert.deepEqual(at(start), [1, 1, "across"]);
  assert.equal(slotOf(board, start)?.clue, "clue of CHATA");
});

test("typing goes along the slot and stays at its end", () => {
  const game = typeAll(start, "CH", "A", "T", "A", "L");
  assert.deepEqual(at(game), [1, 4, "across"]);
  assert.equal(written(game), "CHATL");
});

test("states are never changed in place", () => {
  const before = JSON.stringify(start);
  typeAll(start, "A");
  check(board, start, "all");
  reveal(board, start, "all");
  assert.equal(JSON.stringify(start), before);
});

test("choosing the cursor's cell turns it, where another slot goes through", () => {
  assert.deepEqual(at(choose(board, start, 6)), [1, 1, "down"]);
  const only = choose(board, start, 16);
  assert.deepEqual(at(only), [3, 1, "down"], "no across slot goes through it");
  assert.deepEqual(at(turn(board, only)), [3, 1, "down"]);
});

test("a clue cell gives its slots in turn", () => {
  const first = choose(board, start, 12 + 5); // the clue cell in the grid: across TN, down to one letter only
  assert.deepEqual(at(first), [3, 3, "across"]);
  assert.equal(choose(board, start, 0), start, "the corner has none");
  const both = boardOf(draw("# # # #\n# A C A\n# L # O\n# A C A\n# D O M".replace("# L # O", "# # T O")));
  const cell = both.slots.find(({ clueCell }) => clueCell !== null && both.slotsOfClue.get(clueCell)!.length === 2)!.clueCell!;
  const one = choose(both, newGame(both), cell);
  assert.equal(one.direction, "across");
  assert.equal(choose(both, one, cell).direction, "down");
});

test("arrows turn across the slot and move along it, over clue cells", () => {
  assert.deepEqual(at(move(board, start, "down")), [1, 1, "down"]);
  assert.deepEqual(at(move(board, move(board, start, "down"), "down")), [2, 1, "down"]);
  const above = choose(board, turn(board, start), 12);
  assert.deepEqual(at(move(board, above, "down")), [4, 2, "across"], "there no down slot goes through");
  assert.deepEqual(at(move(board, start, "left")), [1, 1, "across"], "the edge");
});

test("Home and End", () => {
  assert.deepEqual(at(toEnd(board, start, "last")), [1, 4, "across"]);
  assert.deepEqual(at(toEnd(board, toEnd(board, start, "last"), "first")), [1, 1, "across"]);
});

test("steps go round all slots, and pass over full ones when asked", () => {
  let game = start;
  for (let i = 0; i < board.slots.length; i++) game = step(board, game, 1);
  assert.deepEqual(at(game), at(start));
  assert.equal(slotOf(board, step(board, start, -1)), board.slots.at(-1));
  const full = reveal(board, step(board, start, 1), "word");
  assert.deepEqual(at(step(board, { ...full, cursor: 6 }, 1, { empty: true })), [3, 3, "across"]);
  const solved = reveal(board, start, "all");
  assert.equal(step(board, solved, 1, { empty: true }), solved);
});

test("a chosen slot has the cursor at its first empty cell", () => {
  const game = typeAll(start, "CH", "A");
  assert.deepEqual(at(chooseSlot(board, game, 0)), [1, 3, "across"]);
});

test("Backspace takes the cursor's letter, or else the one before it", () => {
  const game = typeAll(start, "CH", "A");
  assert.equal(written(erase(board, game)), "CH");
  assert.deepEqual(at(erase(board, game)), [1, 2, "across"]);
  assert.equal(written(erase(board, erase(board, erase(board, game)))), "");
});

test("a check marks letters until they are written anew", () => {
  const game = check(board, typeAll(start, "CH", "O"), "all");
  assert.deepEqual([game.marks[6], game.marks[7], game.marks[8]], ["right", "wrong", ""]);
  assert.equal(type(board, choose(board, game, 7), "A").marks[7], "");
  assert.equal(check(board, typeAll(start, "D"), "letter").marks[6], "", "the cursor has gone on");
});

test("what is revealed stays, and right letters stay the solver's", () => {
  const game = reveal(board, typeAll(start, "CH", "O"), "word");
  assert.equal(written(game), "CHATA");
  assert.deepEqual([6, 7, 8, 9].map((cell) => game.marks[cell]), ["", "given", "given", "given"]);
  const over = typeAll(choose(board, game, 7), "L");
  assert.equal(written(over), "CHATA");
  assert.equal(written(erase(board, choose(board, game, 9))), "CHATA");
});

test("solved is when every letter is right", () => {
  assert.equal(isSolved(board, start), false);
  const solved = reveal(board, start, "all");
  assert.equal(isSolved(board, solved), true);
  assert.deepEqual(progress(board, solved), { cells: 15, filled: 15, wrong: 0 });
  const spoilt = { ...solved, letters: solved.letters.with(6, "C") };
  assert.equal(isSolved(board, spoilt), false);
  assert.deepEqual(progress(board, spoilt), { cells: 15, filled: 15, wrong: 1 });
});

test("other kinds number the cells that begin slots, in reading order", () => {
  const blocked = boardOf(draw("A C #\nCH # D\nE H O", { kind: "blocked" }));
  assert.deepEqual([...blocked.numbers], [[0, 1], [5, 2], [6, 3]]);
  assert.deepEqual(blocked.slots.map(({ number, clueCell }) => [number, clueCell]), [[1, null], [3, null], [1, null], [2, null]]);
});
