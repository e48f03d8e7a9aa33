/** Setting clues into their cell: where lines break and how large the type can be. Lengths are in parts of a cell. */

const SIDE = 0.055;
const HEAD = 0.05;
const GAP = 0.08;
const LEADING = 1.1;
const LARGEST = 0.19;
/** Clues of more words are not broken in all ways, but filled line by line. */
const MOST_WORDS = 8;

export interface Setting {
  /** Font size. */
  readonly size: number;
  /** For each clue its lines. */
  readonly lines: readonly (readonly string[])[];
}

/** The lines with which the type of all clues of a cell is largest. `measure` tells how wide a text is over its size. */
export function setClues(clues: readonly string[], measure: (text: string) => number): Setting {
  const ways = clues.map((clue) => breaks(clue.split(/\s+/).filter((word) => word !== ""), measure));
  let best: { size: number; lines: string[][] } = { size: 0, lines: clues.map((clue) => [clue]) };
  const tryAll = (chosen: Way[]): void => {
    if (chosen.length < ways.length) {
      for (const way of ways[chosen.length]!) tryAll([...chosen, way]);
      return;
    }
    const count = chosen.reduce((sum, { lines }) => sum + lines.length, 0);
    const high = (1 - 2 * HEAD - GAP * (chosen.length - 1)) / (count * LEADING);
    const wide = (1 - 2 * SIDE) / Math.max(...chosen.map(({ width }) => width), 0.01);
    const size = Math.min(LARGEST, high, wide);
    if (size > best.size + 1e-9) best = { size, lines: chosen.map(({ lines }) => lines) };
  };
  tryAll([]);
  return best;
}

interface Way {
  readonly lines: string[];
  readonly width: number;
}

/** For each number of lines the way to lay the words whose widest line is narrowest. */
function breaks(words: readonly string[], measure: (text: string) => number): Way[] {
  const best = new Map<number, Way>();
  const keep = (lines: string[]): void => {
    const width = Math.max(...lines.map(measure));
    if (width < (best.get(lines.length)?.width ?? Infinity)) best.set(lines.length, { lines, width });
  };
  if (words.length > MOST_WORDS) {
    for (let width = 8; width <= 40; width++) keep(wrap(words, width));
  } else {
    for (let cuts = 0; cuts < 1 << Math.max(words.length - 1, 0); cuts++) {
      const lines: string[] = [];
      words.forEach((word, i) => {
        if (i === 0 || cuts & (1 << (i - 1))) lines.push(word);
        else lines.push(`${lines.pop()} ${word}`);
      });
      keep(lines);
    }
  }
  return [...best.values()];
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
