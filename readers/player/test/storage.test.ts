import assert from "node:assert/strict";
import { test } from "node:test";

import { boardOf } from "../src/board.js";
import { check, newGame, type } from "../src/game.js";
import { choice, forget, keyOf, load, save, setChoice, statusOf, type Store } from "../src/storage.js";
import { board, CHATA, draw } from "./sample.js";

function memory(): Store & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

const game = check(board, type(board, newGame(board), "C"), "all");
const id = board.puzzle.id;

test("what is kept comes back", () => {
  const store = memory();
  save(store, board, { game, told: false });
  assert.deepEqual(load(store, board), { game, told: false });
  assert.equal(statusOf(store, id), "begun");
  save(store, board, { game, told: true });
  assert.equal(load(store, board).told, true);
  assert.equal(statusOf(store, id), "solved");
  forget(store, id);
  assert.equal(statusOf(store, id), "new");
});

test("another puzzle with the same id begins anew", () => {
  const store = memory();
  save(store, board, { game, told: true });
  const another = boardOf(draw(CHATA.replace("D", "K")));
  assert.deepEqual(load(store, another), { game: newGame(another), told: false });
});

test("what is spoilt, or of another schema, is as if it were not there", () => {
  const store = memory();
  save(store, board, { game, told: false });
  const kept = JSON.parse(store.map.get(keyOf(id))!) as Record<string, unknown>;
  const spoilt: unknown[] = [
    7, null, [], {}, { ...kept, schema: 2 }, { ...kept, letters: ["A"] }, { ...kept, letters: kept["marks"], marks: kept["letters"] },
    { ...kept, letters: (kept["letters"] as string[]).with(0, "A") }, { ...kept, marks: undefined },
    { ...kept, cursor: 0 }, { ...kept, cursor: "6" }, { ...kept, direction: "up" },
  ];
  for (const value of spoilt) {
    store.map.set(keyOf(id), JSON.stringify(value));
    assert.deepEqual(load(store, board), { game: newGame(board), told: false }, JSON.stringify(value));
  }
  store.map.set(keyOf(id), "{");
  assert.deepEqual(load(store, board).game, newGame(board));
});

test("a store that fails loses what it should keep, and nothing else", () => {
  const fail = (): never => {
    throw new Error("full");
  };
  const broken: Store = { getItem: fail, setItem: fail, removeItem: fail };
  save(broken, board, { game, told: false });
  setChoice(broken, "theme", "dark");
  assert.deepEqual(load(broken, board).game, newGame(board));
  assert.equal(choice(broken, "theme"), null);
  save(null, board, { game, told: false });
  assert.equal(statusOf(null, id), "new");
});
