import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Fetch } from "../src/index.js";

/** Reads the files of a bundle from a folder. */
export function fromFolder(folder: string): Fetch {
  return async (name) => new Uint8Array(await readFile(join(folder, name)));
}
