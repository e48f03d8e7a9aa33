/** The punchline as a row of blanks: which secret cell stands where, and the marks between them. */
import type { Board } from "./board.js";

/** The number of a secret cell (from 0), or a blank or mark as it is shown. */
export type Part = number | string;

/**
 * The parts of the punchline, word by word. "Na peci!" is [[0, 1], [2, 3, 4, 5, "!"]]. A punchline whose letters can't
 * be matched to its cells comes as the numbers alone.
 */
export function blanksOf(board: Board): Part[][] {
  const cells = board.secretCells.map((cell) => board.solution[cell] ?? "");
  const parts = match([...(board.puzzle.secret?.punchline ?? "").normalize("NFC")], cells) ?? [...cells.keys()];
  const words: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part === "string" && part.trim() === "") words.push([]);
    else words.at(-1)!.push(part);
  }
  return words.filter((word) => word.length > 0);
}

/** The parts when the letters of the text, one by one or two in a cell or one in two, are the cells. */
function match(text: readonly string[], cells: readonly string[]): Part[] | null {
  const known = new Map<string, Part[] | null>();
  const from = (i: number, j: number): Part[] | null => {
    const key = `${i} ${j}`;
    if (!known.has(key)) known.set(key, find(i, j));
    return known.get(key)!;
  };
  const find = (i: number, j: number): Part[] | null => {
    if (i === text.length) return j === cells.length ? [] : null;
    if (!/[\p{L}\p{N}]/u.test(text[i]!)) {
      const rest = from(i + 1, j);
      return rest && [text[i]!, ...rest];
    }
    for (const [chars, laid] of [[2, 1], [1, 1], [1, 2]] as const) {
      if (i + chars > text.length || j + laid > cells.length) continue;
      if (!isLaidAs(text.slice(i, i + chars).join(""), cells.slice(j, j + laid).join(""))) continue;
      const rest = from(i + chars, j + laid);
      if (rest) return laid === 2 ? [j, j + 1, ...rest] : [j, ...rest];
    }
    return null;
  };
  return from(0, 0);
}

/** Whether the letters may be laid as that: equal without accents, or one letter expanded (ä AE, ß SS). */
function isLaidAs(letters: string, laid: string): boolean {
  if (bare(letters) === bare(laid)) return true;
  if ([...letters].length > 1 || letters.codePointAt(0)! < 128) return false;
  const base = bare(letters);
  return base === letters.toUpperCase() || (laid.length === 2 && base === laid[0]);
}

function bare(text: string): string {
  return text.toUpperCase().normalize("NFD").replace(/\p{M}/gu, "");
}
