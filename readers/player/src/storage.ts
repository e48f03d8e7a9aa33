/** Progress and choices, kept in the browser. Whatever can't be read is as if it were not there. */
import { fingerprint, type Board } from "./board.js";
import { newGame, type Game, type Mark } from "./game.js";

/** Raised when the stored form changes; what is stored under another number is left alone. */
export const SCHEMA = 1;
const PREFIX = "krizovkaren/play";
const MARKS: readonly unknown[] = ["", "wrong", "right", "given"];

/** The part of localStorage that is used; tests bring their own. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type Status = "new" | "begun" | "solved";

export interface Saved {
  readonly game: Game;
  /** Whether the joke was told. */
  readonly told: boolean;
}

export function keyOf(id: string): string {
  return `${PREFIX}/${id}`;
}

/** Keeps the state of a puzzle; a full or forbidden store loses it silently. */
export function save(store: Store | null, board: Board, { game, told }: Saved): void {
  const { letters, marks, cursor, direction } = game;
  const status: Status = told ? "solved" : letters.some((letter) => letter !== "") ? "begun" : "new";
  const grid = fingerprint(board);
  attempt(() =>
    store?.setItem(
      keyOf(board.puzzle.id),
      JSON.stringify({ schema: SCHEMA, grid, status, letters, marks, cursor, direction }),
    ),
  );
}

/** The state of a puzzle as it was kept, or a new game: also when another puzzle with this id was kept. */
export function load(store: Store | null, board: Board): Saved {
  const kept = read(store, keyOf(board.puzzle.id));
  const size = board.rows * board.cols;
  const isList = (list: unknown, sound: (one: unknown, cell: number) => boolean): boolean =>
    Array.isArray(list) && list.length === size && list.every(sound);
  if (
    kept === null ||
    kept["grid"] !== fingerprint(board) ||
    !isList(kept["letters"], (one, cell) => one === "" || (typeof one === "string" && board.solution[cell] != null)) ||
    !isList(kept["marks"], (one) => MARKS.includes(one)) ||
    typeof kept["cursor"] !== "number" ||
    board.solution[kept["cursor"]] == null ||
    (kept["direction"] !== "across" && kept["direction"] !== "down")
  ) {
    return { game: newGame(board), told: false };
  }
  const { letters, marks } = kept as { letters: string[]; marks: Mark[] };
  const game = { letters, marks, cursor: kept["cursor"], direction: kept["direction"], typed: null } as const;
  return { game, told: kept["status"] === "solved" };
}

export function forget(store: Store | null, id: string): void {
  attempt(() => store?.removeItem(keyOf(id)));
}

/** How far a puzzle is, without opening it. */
export function statusOf(store: Store | null, id: string): Status {
  const status = read(store, keyOf(id))?.["status"];
  return status === "begun" || status === "solved" ? status : "new";
}

/** A choice of the reader, such as the theme. */
export function choice(store: Store | null, name: string): string | null {
  return attempt(() => store?.getItem(`${PREFIX}:${name}`)) ?? null;
}

export function setChoice(store: Store | null, name: string, value: string): void {
  attempt(() => store?.setItem(`${PREFIX}:${name}`, value));
}

/** The browser's store, or null where pages have none. */
export function browserStore(): Store | null {
  return attempt(() => window.localStorage) ?? null;
}

function read(store: Store | null, key: string): Record<string, unknown> | null {
  const kept = attempt(() => JSON.parse(store?.getItem(key) ?? "null") as unknown);
  if (kept === null || typeof kept !== "object" || Array.isArray(kept)) return null;
  const record = kept as Record<string, unknown>;
  return record["schema"] === SCHEMA ? record : null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
}
