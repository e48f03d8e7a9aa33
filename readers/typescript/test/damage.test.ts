import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { encode } from "@msgpack/msgpack";

import { decode, unpackNumbers } from "../src/decode.js";
import { Bundle, BundleError, numberCells, readTable, readVolume, type VolumeRecord } from "../src/index.js";
import { applyEdit } from "../src/table.js";

const folder = fileURLToPath(new URL("../../../../tests/ship/golden/1.0/", import.meta.url));
const files = new Map(
  readdirSync(folder)
    .filter((name) => !name.endsWith(".jsonl"))
    .map((name) => [name, new Uint8Array(readFileSync(folder + name))]),
);

/** All puzzles of the golden bundle with the bytes of one file replaced. */
async function readAll(name: string, bytes: Uint8Array, verify: boolean): Promise<number> {
  const bundle = await Bundle.open(
    async (wanted) => {
      const file = wanted === name ? bytes : files.get(wanted);
      if (file === undefined) throw new BundleError(`${wanted}: is not there`);
      return file;
    },
    { verify },
  );
  let count = 0;
  for await (const _ of bundle.all()) count += 1;
  return count;
}

/** A small generator of numbers below n (mulberry32), the same every time. */
function draws(seed: number): (n: number) => number {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

test("the whole bundle is read", async () => {
  assert.equal(await readAll("", new Uint8Array(), true), 6);
});

for (const [name, bytes] of files) {
  test(`${name}: a flip of any bit is found`, async () => {
    for (let place = 0; place < bytes.length; place++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = bytes.slice();
        damaged[place]! ^= 1 << bit;
        await assert.rejects(readAll(name, damaged, true), BundleError);
      }
    }
  });

  test(`${name}: a cut anywhere is found, even unverified`, async () => {
    for (let length = 0; length < bytes.length; length++) {
      const verify = name === "manifest.json";
      await assert.rejects(readAll(name, bytes.slice(0, length), verify), BundleError);
    }
  });

  test(`${name}: changed bytes under no checksum give a bundle or a BundleError`, async () => {
    const draw = draws(bytes.length);
    for (let round = 0; round < 1000; round++) {
      const changed = [...bytes];
      for (let i = draw(4); i >= 0; i--) {
        const put = Array.from({ length: draw(3) }, () => draw(256));
        changed.splice(draw(changed.length), draw(3), ...put);
      }
      try {
        await readAll(name, Uint8Array.from(changed), false);
      } catch (problem) {
        assert.ok(problem instanceof BundleError, String(problem));
        assert.ok(!problem.message.includes("\n"), problem.message);
      }
    }
  });
}

const hostile: [string, number[], RegExp][] = [
  ["nothing", [], /cut off/],
  ["an announced array", [0xdd, 0xff, 0xff, 0xff, 0xff], /cut off/],
  ["an announced map", [0xdf, 0xff, 0xff, 0xff, 0xff], /cut off/],
  ["an announced binary", [0xc6, 0xff, 0xff, 0xff, 0xff], /cut off/],
  ["arrays in arrays, each announced large", Array<number[]>(9999).fill([0xdd, 0, 0x0f, 0xff, 0xff]).flat(), /cut off/],
  ["a deep nest", [...Array<number>(99_999).fill(0x91), 1], /nested too deeply/],
  ["something behind the end", [1, 2], /1 bytes follow/],
  ["a text that is not UTF-8", [0xa1, 0xff], /not UTF-8/],
  ["an extension", [0xd4, 7, 0], /type that bundles don't use/],
  ["the type that is none", [0xc1], /type that bundles don't use/],
];
for (const [what, bytes, message] of hostile) {
  test(`decode refuses ${what}`, () => {
    assert.throws(() => decode(Uint8Array.from(bytes)), { name: "BundleError", message });
  });
}

test("columns have as many bits as they say", () => {
  assert.deepEqual(unpackNumbers([2, Uint8Array.of(0x65)], 4, "x"), [1, 2, 1, 1]);
  assert.deepEqual(unpackNumbers([4, Uint8Array.of(0x60)], 1, "x"), [6]);
  assert.deepEqual(unpackNumbers([0, new Uint8Array()], 3, "x"), [0, 0, 0]);
  assert.deepEqual(unpackNumbers([16, Uint8Array.of(1, 2, 255, 255)], 2, "x"), [258, 65535]);
  assert.deepEqual(unpackNumbers([32, Uint8Array.of(255, 255, 255, 255)], 1, "x"), [4294967295]);
  for (const column of [null, [3, Uint8Array.of(0)], [8, "a"], [1, Uint8Array.of(1)], [8, Uint8Array.of(1, 2)]]) {
    assert.throws(() => unpackNumbers(column, 1, "x"), BundleError);
  }
});

test("edits make spellings", () => {
  assert.equal(applyEdit("", "rad"), "rad");
  assert.equal(applyEdit("1á", "rad"), "rád");
  assert.equal(applyEdit("0Č3á0 0L0í", "českalipa"), "Česká Lípa");
  assert.equal(applyEdit("!Straße", "strasse"), "Straße");
  for (const edit of ["0", "3x", "/x", "9 "]) assert.throws(() => applyEdit(edit, "ach"), BundleError);
});

test("parts are read without a manifest file", () => {
  const table = readTable(files.get("table.msgpack")!);
  const record = { kind: "blocked", rows: 3, cols: 3, puzzles: 1 } as VolumeRecord;
  const [puzzle] = readVolume(files.get("blocked-3x3-0001.msgpack")!, record, table);
  assert.equal(puzzle!.id, "sk-3x3-000007");
  assert.deepEqual(numberCells(puzzle!), [
    [1, null, null],
    [null, null, 2],
    [3, null, null],
  ]);
});

test("keys of a later minor version are passed over", () => {
  const later = { ...(decode(files.get("table.msgpack")!) as object), later: [1] };
  assert.equal(readTable(encode(later)).lang, "sk");
});

test("other versions are refused", async () => {
  const manifest = new TextDecoder().decode(files.get("manifest.json"));
  for (const version of ["0.1", "2.0", "1", "1.x"]) {
    const bytes = new TextEncoder().encode(manifest.replace('"version": "1.0"', `"version": "${version}"`));
    await assert.rejects(readAll("manifest.json", bytes, false), { name: "BundleError", message: /version/ });
  }
  const bytes = new TextEncoder().encode(manifest.replace('"version": "1.0"', '"version": "1.9"'));
  assert.equal(await readAll("manifest.json", bytes, false), 6);
});
