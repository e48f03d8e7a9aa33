/** Blanks, lines of clue cells, sizes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { blanksOf } from "../src/blanks.js";
import { boardOf } from "../src/board.js";
import { setClues } from "../src/clue_text.js";
import { textsOf } from "../src/texts.js";
import { clampSize, firstSize, nextSize, scrollFor, wholeSize } from "../src/zoom.js";
import type { Cell } from "../../typescript/src/index.js";
import { board, draw, withSecret } from "./sample.js";

const blanks = (punchline: string, ...letters: string[]): unknown => {
  const cells = letters.map((_, column): Cell => [0, column]);
  return blanksOf(boardOf(withSecret(draw(letters.join(" "), { kind: "blocked" }), punchline, cells)));
};

test("letters, marks and words of a punchline", () => {
  assert.deepEqual(blanksOf(board), [[0, 1, ","], [2, "!"]]);
  assert.deepEqual(blanks("Na peci!", "N", "A", "P", "E", "C", "I"), [[0, 1], [2, 3, 4, 5, "!"]]);
  assert.deepEqual(blanks("Süß.", "S", "U", "E", "S", "S"), [[0, 1, 2, 3, 4, "."]]);
  assert.deepEqual(blanks("Cha", "CH", "A"), [[0, 1]]);
  assert.deepEqual(blanks("na", "X", "Y", "Z"), [[0, 1, 2]], "what can't be matched comes as numbers");
});

test("clue lines are broken so that the type is largest", () => {
  const measure = (text: string): number => text.length * 0.5;
  assert.deepEqual(setClues(["pes"], measure).lines, [["pes"]]);
  const { size, lines } = setClues(["strážca veľkého dvora", "áno"], measure);
  assert.deepEqual(lines, [["strážca", "veľkého", "dvora"], ["áno"]]);
  assert.ok(size <= 0.19 && size * 4 * 1.1 <= 1 && size * 7 * 0.5 <= 1);
  assert.deepEqual(setClues(["a b c d e f g h i j"], measure).lines.flat().join(" "), "a b c d e f g h i j");
});

test("sizes of cells", () => {
  assert.equal(wholeSize(360, 300, 18, 18), 16.5);
  assert.equal(wholeSize(1000, 1000, 5, 5), 84, "no larger than this");
  assert.equal(firstSize(16.5, true), 42);
  assert.equal(firstSize(16.5, false), 16.5);
  assert.equal(firstSize(36, true), 36);
  const round = [16.5];
  for (let i = 0; i < 3; i++) round.push(nextSize(round.at(-1)!, 16.5));
  assert.deepEqual(round, [16.5, 42, 76, 16.5]);
  assert.equal(nextSize(84, 84), 84);
  assert.equal(clampSize(300, 20), 120);
  assert.equal(clampSize(3, 20), 20);
});

test("scrolling shows the slot when it fits, else the cursor", () => {
  const view = { from: 100, length: 200 };
  assert.equal(scrollFor(view, [150, 250], [150, 170], 10), 100, "seen already");
  assert.equal(scrollFor(view, [250, 350], [250, 270], 10), 160);
  assert.equal(scrollFor(view, [50, 150], [50, 70], 10), 40);
  assert.equal(scrollFor(view, [0, 900], [400, 420], 10), 240, "too long: the cursor with room beside it");
});

test("texts of four languages, English for the rest", () => {
  assert.equal(textsOf("xx"), textsOf("en"));
  for (const lang of ["sk", "cs", "de"]) {
    const texts = textsOf(lang);
    assert.notEqual(texts, textsOf("en"));
    assert.equal(texts.keysText.length, textsOf("en").keysText.length);
    assert.ok(texts.someWrong.includes("{n}") && texts.unknown.includes("{id}"));
  }
});
