import { isNumber, topMap, unpackNumbers, type Value } from "./decode.js";
import { BundleError } from "./errors.js";
import { slotsOf, type Slot } from "./grid.js";
import type { VolumeRecord } from "./manifest.js";
import { keyOf, type Pair, type Table } from "./table.js";
import type { Cell, Entry, Mode, Puzzle, Secret } from "./puzzle.js";

const KEYS = ["kind", "rows", "cols", "ids", "grids", "variants"] as const;
const MODES: readonly Mode[] = ["found", "planned", "placed"];
const MAX_NUMBER = 999_999_999;

/** The puzzles in the bytes of a volume file, in explicit form. */
export function readVolume(bytes: Uint8Array, record: VolumeRecord, table: Table): Puzzle[] {
  const { kind, rows, cols } = record;
  const top = topMap(bytes, KEYS);
  if (top["kind"] !== kind || top["rows"] !== rows || top["cols"] !== cols) {
    throw new BundleError(`other kind, rows or columns, expected ${kind} ${rows}x${cols} as in the manifest`);
  }
  const grids = readGrids(top["grids"], record, table.alphabet.length);
  if (grids.length !== record.puzzles) {
    throw new BundleError(`${grids.length} puzzles, expected ${record.puzzles} as in the manifest`);
  }
  const ids = readIds(top["ids"], grids.length, `${table.lang}-${rows}x${cols}-`);
  const slots = grids.map((grid) => slotsOf(grid, rows, cols));
  const total = slots.reduce((sum, own) => sum + own.length, 0);
  const variants = unpackNumbers(top["variants"], total, "variants");
  const own = readOwn(top["own"] ?? [], slots);
  const secrets = readSecrets(top, grids, cols, table);
  let at = 0;
  return grids.map((grid, number) => {
    const mine = slots[number]!;
    const chosen = variants.slice(at, at + mine.length);
    at += mine.length;
    const entries = mine.map((slot, i): Entry => {
      const codes = slot.cells.map(([row, column]) => grid[row * cols + column]!);
      const answer = codes.map((code) => table.alphabet[code - 1]).join("");
      const pair = own.get(number)?.get(i) ?? table.answers.get(keyOf(codes))?.[chosen[i]!];
      if (!pair) throw new BundleError(`puzzle ${number}: no clue ${chosen[i]} for ${answer} in the table`);
      const [row, column] = slot.cells[0]!;
      const across = slot.direction === "across";
      const before: Cell = across ? [row, column - 1] : [row - 1, column];
      return {
        direction: slot.direction,
        answer,
        spelling: pair.spelling,
        clue: pair.clue,
        clue_cell: kind === "swedish" ? before : [row, column],
        arrow: across ? "right" : "down",
        cells: slot.cells,
      };
    });
    return {
      id: ids[number]!,
      kind,
      lang: table.lang,
      rows,
      cols,
      grid: Array.from({ length: rows }, (_, row) =>
        Array.from({ length: cols }, (_, column) => table.alphabet[grid[row * cols + column]! - 1] ?? null),
      ),
      entries,
      secret: secrets[number] ?? null,
    };
  });
}

function readGrids(value: Value | undefined, record: VolumeRecord, letters: number): Uint8Array[] {
  const { kind, rows, cols } = record;
  const edge = kind === "swedish" ? 1 : 0;
  const high = rows - edge;
  const wide = cols - edge;
  if (!(value instanceof Uint8Array) || value.length === 0 || value.length % (high * wide) !== 0) {
    throw new BundleError(`grids: expected a binary of a multiple of ${high * wide} bytes`);
  }
  if (value.some((code) => code > letters)) throw new BundleError(`grids: expected codes up to ${letters}`);
  return Array.from({ length: value.length / (high * wide) }, (_, number) => {
    const grid = new Uint8Array(rows * cols);
    for (let row = 0; row < high; row++) {
      const from = (number * high + row) * wide;
      grid.set(value.subarray(from, from + wide), (row + edge) * cols + edge);
    }
    return grid;
  });
}

function readIds(value: Value | undefined, count: number, prefix: string): string[] {
  const numbers = isNumber(value, 0, MAX_NUMBER - count) ? Array.from({ length: count }, (_, i) => value + i) : value;
  if (!Array.isArray(numbers) || numbers.length !== count) {
    throw new BundleError(`ids: expected a number or an array of ${count}`);
  }
  return numbers.map((id) => {
    const name = isNumber(id, 0, MAX_NUMBER) ? prefix + String(id).padStart(6, "0") : id;
    if (typeof name !== "string" || name === "") throw new BundleError("ids: expected numbers and texts");
    return name;
  });
}

function readOwn(value: Value, slots: readonly (readonly Slot[])[]): Map<number, Map<number, Pair>> {
  if (!Array.isArray(value)) throw new BundleError("own: expected an array");
  const own = new Map<number, Map<number, Pair>>();
  for (const row of value) {
    const [number, slot, spelling, clue] = Array.isArray(row) && row.length === 4 ? row : [];
    if (
      !isNumber(number, 0, slots.length - 1) ||
      !isNumber(slot, 0, slots[number]!.length - 1) ||
      typeof spelling !== "string" ||
      typeof clue !== "string" ||
      own.get(number)?.has(slot)
    ) {
      throw new BundleError("own: expected each as [puzzle, slot, spelling, clue], a slot once");
    }
    own.set(number, (own.get(number) ?? new Map<number, Pair>()).set(slot, { spelling, clue }));
  }
  return own;
}

function readSecrets(
  top: { [key: string]: Value },
  grids: readonly Uint8Array[],
  cols: number,
  table: Table,
): Secret[] {
  if (!Object.hasOwn(top, "jokes")) return [];
  const jokes = unpackNumbers(top["jokes"], grids.length, "jokes").map((number) => {
    const joke = table.jokes.get(number);
    if (joke === undefined) throw new BundleError(`joke ${number}, expected a number of the table`);
    return joke;
  });
  const modes = unpackNumbers(top["modes"], grids.length, "modes");
  const total = jokes.reduce((sum, joke) => sum + joke.codes.length, 0);
  const skips = unpackNumbers(top["skips"], total, "skips");
  let at = 0;
  return jokes.map((joke, number) => {
    const mode = MODES[modes[number]!];
    if (mode === undefined) throw new BundleError(`puzzle ${number}: unknown secret mode`);
    const own = skips.slice(at, at + joke.codes.length);
    at += joke.codes.length;
    const cells = secretCells(grids[number]!, cols, joke.codes, own);
    if (cells === null) throw new BundleError(`puzzle ${number}: the grid has fewer letters than it skips`);
    return { joke: joke.id, setup: joke.setup, punchline: joke.punchline, cells, mode };
  });
}

/** The cells that spell a punchline: each letter's next cell in reading order, behind as many others as it skips. */
function secretCells(grid: Uint8Array, cols: number, codes: Uint8Array, skips: readonly number[]): Cell[] | null {
  const cells: Cell[] = [];
  let at = -1;
  for (let k = 0; k < codes.length; k++) {
    for (let skip = Math.min(skips[k]!, grid.length); skip >= 0; skip--) {
      at = grid.indexOf(codes[k]!, at + 1);
      if (at < 0) return null;
    }
    cells.push([Math.floor(at / cols), at % cols]);
  }
  return cells;
}
