import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Bundle } from "../src/index.js";
import { fromFolder } from "./folder.js";

const golden = fileURLToPath(new URL("../../../../tests/ship/golden/", import.meta.url));

for (const version of readdirSync(golden)) {
  test(`golden bundle ${version} expands as it always did`, async () => {
    const folder = `${golden}/${version}`;
    const bundle = await Bundle.open(fromFolder(folder));
    assert.equal(bundle.manifest.version, version);
    const lines: string[] = [];
    for await (const puzzle of bundle.all()) lines.push(JSON.stringify(puzzle));
    assert.deepEqual(lines, readFileSync(`${folder}/expanded.jsonl`, "utf8").trimEnd().split("\n"));
  });
}
