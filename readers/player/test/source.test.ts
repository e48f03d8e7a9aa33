/** On the golden bundle of format 1.0, from readers/player, where npm runs tests. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Source, type Embedded } from "../src/source.js";

const FOLDER = "../../tests/ship/golden/1.0";
const files: Embedded = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`).toString("base64")]),
);

test("puzzles by id, each with the one after it in the bundle", async () => {
  const source = await Source.open(files);
  const seen: string[] = [];
  for (const group of source.groups()) seen.push(...(await source.puzzles(group)).map(({ id }) => id));
  assert.ok(seen.length >= 5 && !seen.includes("sk-6x6-000002"), "withdrawn ones are left out");
  for (const [i, id] of seen.entries()) {
    const found = await (await Source.open(files)).find(id);
    assert.equal(found?.puzzle.id, id);
    assert.equal(found?.next, seen[i + 1] ?? null, id);
    assert.ok((await source.puzzles(found!.group)).some((puzzle) => puzzle.id === id));
  }
  assert.equal(await source.find("sk-6x6-000002"), null);
  assert.equal(await source.find("nothing"), null);
});

test("the count of a group is that of its list, less than the manifest's where one is withdrawn", async () => {
  const source = await Source.open(files);
  const groups = source.groups();
  for (const group of groups) assert.equal(await source.count(group), (await source.puzzles(group)).length);
  const counts = await Promise.all(groups.map((group) => source.count(group)));
  assert.equal(groups.reduce((sum, { puzzles }) => sum + puzzles, 0) - counts.reduce((sum, one) => sum + one, 0), 1);
});

test("a damaged or missing file is an error that names it", async () => {
  const name = "table.msgpack";
  const bytes = Buffer.from(files[name]!, "base64");
  bytes[20]! ^= 1;
  await assert.rejects(Source.open({ ...files, [name]: bytes.toString("base64") }), /BundleError: table\.msgpack: is damaged/);
  await assert.rejects(Source.open({}), /BundleError: manifest\.json: is missing in the page/);
});
