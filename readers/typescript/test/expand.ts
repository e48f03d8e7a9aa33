/** Prints the puzzles of bundles as JSON lines: node expand.js FOLDER... */
import { Bundle } from "../src/index.js";
import { fromFolder } from "./folder.js";

for (const folder of process.argv.slice(2)) {
  const bundle = await Bundle.open(fromFolder(folder));
  for await (const puzzle of bundle.all()) process.stdout.write(`${JSON.stringify(puzzle)}\n`);
}
