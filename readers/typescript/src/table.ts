import { isNumber, topMap, unpackNumbers, type Value } from "./decode.js";
import { BundleError } from "./errors.js";

export interface Pair {
  readonly spelling: string;
  readonly clue: string;
}

export interface TableJoke {
  readonly id: string;
  readonly setup: string;
  readonly punchline: string;
  /** The letter codes of the punchline. */
  readonly codes: Uint8Array;
}

/** What all puzzles of a bundle share. */
export interface Table {
  readonly lang: string;
  /** Cell strings; the letter with code n is alphabet[n - 1]. */
  readonly alphabet: readonly string[];
  /** By the codes of an answer, as `keyOf` writes them: its pairs by variant number, null where none is used. */
  readonly answers: ReadonlyMap<string, readonly (Pair | null)[]>;
  readonly jokes: ReadonlyMap<number, TableJoke>;
}

const KEYS = ["lang", "alphabet", "lower", "answers", "counts", "spellings", "clues", "jokes"] as const;
const MAX_CELL = 16;
const MAX_LENGTH = 4096;
const MAX_VARIANTS = 256;
const INSERTED = " -'’.";

/** Letter codes as the key of an answer. */
export function keyOf(codes: Iterable<number>): string {
  let key = "";
  for (const code of codes) key += String.fromCharCode(code);
  return key;
}

/** The table in the bytes of a table file; keys it doesn't know are passed over. */
export function readTable(bytes: Uint8Array): Table {
  const top = topMap(bytes, KEYS);
  const lang = top["lang"];
  if (typeof lang !== "string") throw new BundleError("lang: expected a text");
  const alphabet = cells(top["alphabet"], "alphabet");
  const lower = cells(top["lower"], "lower");
  if (new Set(alphabet).size < alphabet.length || lower.length !== alphabet.length) {
    throw new BundleError("alphabet, lower: expected as many texts in both, and different ones in the first");
  }
  const keys = answerKeys(top["answers"], alphabet.length);
  const counts = unpackNumbers(top["counts"], keys.length, "counts");
  if (!counts.every((count) => count >= 1 && count <= MAX_VARIANTS)) {
    throw new BundleError(`counts: expected numbers from 1 to ${MAX_VARIANTS}`);
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const edits = lines(top["spellings"], total, "spellings");
  const clues = lines(top["clues"], total, "clues");
  const answers = new Map<string, (Pair | null)[]>();
  let at = 0;
  keys.forEach((key, i) => {
    let base = "";
    for (let k = 0; k < key.length; k++) base += lower[key.charCodeAt(k) - 1];
    const pairs: (Pair | null)[] = [];
    for (const end = at + counts[i]!; at < end; at++) {
      const edit = edits[at]!;
      pairs.push(edit === "-" ? null : { spelling: applyEdit(edit, base), clue: clues[at]! });
    }
    answers.set(key, pairs);
  });
  return { lang, alphabet, answers, jokes: readJokes(top["jokes"], alphabet.length) };
}

/** The spelling that an edit makes of the cells in lower case. */
export function applyEdit(edit: string, base: string): string {
  if (edit.startsWith("!")) return edit.slice(1);
  let spelling = "";
  let at = 0;
  for (let i = 0; i < edit.length; i += 2) {
    const copied = edit.charCodeAt(i) - 48;
    const char = edit[i + 1];
    const replaced = char !== undefined && INSERTED.includes(char) ? 0 : 1;
    if (char === undefined || copied < 0 || at + copied + replaced > base.length) {
      throw new BundleError(`the edit ${JSON.stringify(edit)} of ${JSON.stringify(base)} is none`);
    }
    spelling += base.slice(at, at + copied) + char;
    at += copied + replaced;
  }
  return spelling + base.slice(at);
}

function cells(value: Value | undefined, what: string): string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > 255) {
    throw new BundleError(`${what}: expected an array of 1 to 255 cells`);
  }
  return value.map((cell) => {
    if (typeof cell !== "string" || cell === "" || [...cell].length > MAX_CELL) {
      throw new BundleError(`${what}: expected texts of 1 to ${MAX_CELL} characters`);
    }
    return cell;
  });
}

function lines(value: Value | undefined, count: number, what: string): string[] {
  if (typeof value !== "string") throw new BundleError(`${what}: expected a text`);
  const found = value === "" && count === 0 ? [] : value.split("\n");
  if (found.length !== count) throw new BundleError(`${what}: ${found.length} lines, expected ${count}`);
  return found;
}

/** The keys of all answers in order; the codes of one length stand letter by letter: all first ones, all second ones... */
function answerKeys(value: Value | undefined, letters: number): string[] {
  if (!Array.isArray(value)) throw new BundleError("answers: expected an array");
  const keys: string[] = [];
  let shorter = 0;
  for (const group of value) {
    if (!Array.isArray(group) || group.length !== 2 || !(group[1] instanceof Uint8Array)) {
      throw new BundleError("answers: expected each element as [length, codes]");
    }
    const [length, columns] = group as [Value, Uint8Array];
    if (!isNumber(length, shorter + 1, MAX_LENGTH)) {
      throw new BundleError(`answers: expected rising lengths up to ${MAX_LENGTH}`);
    }
    const count = columns.length / length;
    if (!Number.isInteger(count) || count === 0) {
      throw new BundleError(`answers of ${length} cells: expected a multiple of ${length} codes`);
    }
    if (!columns.every((code) => code >= 1 && code <= letters)) {
      throw new BundleError(`answers of ${length} cells: expected codes from 1 to ${letters}`);
    }
    let last = "";
    for (let i = 0; i < count; i++) {
      let key = "";
      for (let k = 0; k < length; k++) key += String.fromCharCode(columns[k * count + i]!);
      if (key <= last) throw new BundleError(`answers of ${length} cells: expected them to rise`);
      keys.push(key);
      last = key;
    }
    shorter = length;
  }
  return keys;
}

function readJokes(value: Value | undefined, letters: number): Map<number, TableJoke> {
  if (!Array.isArray(value)) throw new BundleError("jokes: expected an array");
  const jokes = new Map<number, TableJoke>();
  let last = -1;
  for (const row of value) {
    if (!Array.isArray(row) || row.length !== 5) {
      throw new BundleError("jokes: expected each as [number, id, setup, punchline, codes]");
    }
    const [number, id, setup, punchline, codes] = row as [Value, Value, Value, Value, Value];
    if (typeof id !== "string" || typeof setup !== "string" || typeof punchline !== "string") {
      throw new BundleError("jokes: expected each as [number, id, setup, punchline, codes]");
    }
    if (!isNumber(number, last + 1, 0xffffffff)) throw new BundleError("jokes: expected rising numbers");
    if (
      !(codes instanceof Uint8Array) ||
      codes.length === 0 ||
      !codes.every((code) => code >= 1 && code <= letters)
    ) {
      throw new BundleError(`joke ${number}: expected codes from 1 to ${letters}`);
    }
    jokes.set(number, { id, setup, punchline, codes });
    last = number;
  }
  return jokes;
}
