import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, type Game } from "../src/game.js";
import { press } from "../src/keys.js";
import { keyRows, nextAccent, spell } from "../src/letters.js";
import { ALPHABET, board } from "./sample.js";

const SLOVAK = { alphabet: ALPHABET, lang: "sk" };
const GERMAN = { alphabet: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"], lang: "de" };
const PLAIN = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

const strike = (game: Game, ...keys: string[]): Game =>
  keys.reduce((now, key) => press(board, now, SLOVAK, { key, ...PLAIN }) ?? now, game);
const written = (game: Game): string[] => game.letters.filter((letter) => letter !== "");

test("C and H make CH, in the cell of the C", () => {
  assert.deepEqual(written(strike(newGame(board), "c", "h", "a")), ["CH", "A"]);
  assert.deepEqual(written(strike(newGame(board), "c", "h", "h")), ["CH", "H"]);
  assert.deepEqual(written(strike(newGame(board), "End", "c", "h")), ["CH"], "in the last cell, too");
});

test("whatever comes between keeps C and H apart", () => {
  assert.deepEqual(written(strike(newGame(board), "c", "End", "h")), ["C", "H"]);
  assert.deepEqual(written(strike(newGame(board), "c", " ", " ", "h")), ["C", "H"]);
});

test("letters that the alphabet has not are laid as the nearest ones", () => {
  assert.deepEqual(spell(SLOVAK, "á"), ["A"]);
  assert.deepEqual(spell(SLOVAK, "ä"), ["Ä"]);
  assert.deepEqual(spell(SLOVAK, "ô"), ["Ô"]);
  assert.deepEqual(spell(SLOVAK, "ö"), ["O"]);
  assert.deepEqual(spell(SLOVAK, "c\u030c"), ["Č"]);
  assert.deepEqual(spell(SLOVAK, "x"), []);
  assert.deepEqual(spell(SLOVAK, "5"), []);
  assert.deepEqual(spell(GERMAN, "ä"), ["A", "E"]);
  assert.deepEqual(spell(GERMAN, "Ö"), ["O", "E"]);
  assert.deepEqual(spell(GERMAN, "ß"), ["S", "S"]);
  assert.deepEqual(spell(GERMAN, "é"), ["E"]);
  assert.deepEqual(spell(GERMAN, "ł"), ["L"]);
});

test("the accent of the letter just typed can be changed", () => {
  assert.equal(nextAccent(SLOVAK, "C"), "Č");
  assert.equal(nextAccent(SLOVAK, "Č"), "C");
  assert.equal(nextAccent(SLOVAK, "CH"), "CH");
  assert.deepEqual(written(strike(newGame(board), "c", ".", "o", ".", ".")), ["Č", "O"]);
  assert.deepEqual(written(strike(newGame(board), ".")), []);
});

test("a dead key gives a plain letter its accent", () => {
  const after = (key: string): string[] => written(press(board, newGame(board), SLOVAK, { key, ...PLAIN }, true)!);
  assert.deepEqual(after("c"), ["Č"]);
  assert.deepEqual(after("č"), ["Č"], "the browser has joined them already");
  assert.deepEqual(after("t"), ["T"], "the alphabet has no other one");
});

test("keys that are not the game's are left to the browser", () => {
  for (const key of ["F5", "Escape", "x", "Shift"]) assert.equal(press(board, newGame(board), SLOVAK, { key, ...PLAIN }), null);
  assert.equal(press(board, newGame(board), SLOVAK, { key: "c", ...PLAIN, ctrlKey: true }), null);
  assert.notEqual(press(board, newGame(board), SLOVAK, { key: "č", ...PLAIN, ctrlKey: true, altKey: true }), null, "AltGr");
});

test("the keyboard on the screen has each letter once", () => {
  for (const letters of [SLOVAK, GERMAN, { alphabet: [..."АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"], lang: "ru" }]) {
    const rows = keyRows(letters);
    assert.deepEqual(rows.flat().sort(), [...letters.alphabet].sort());
    assert.ok(rows.every((row) => row.length <= 10));
  }
  assert.deepEqual(keyRows(GERMAN), [[..."QWERTZUIOP"], [..."ASDFGHJKL"], [..."YXCVBNM"]]);
});
