/** Reads bundles of crosswords, format 1.x: docs/bundle-format.md. */
export { Bundle, type Fetch, type Options } from "./bundle.js";
export { BundleError } from "./errors.js";
export { numberCells } from "./grid.js";
export { checkBuild, checkFile, readManifest, type FileRecord, type Manifest, type VolumeRecord } from "./manifest.js";
export type { Cell, Entry, Kind, Mode, Puzzle, Secret } from "./puzzle.js";
export { readTable, type Pair, type Table, type TableJoke } from "./table.js";
export { readVolume } from "./volume.js";
