/** The state of a puzzle that is being solved, and every step of it: pure functions from state to state. */
import { other, slotThrough, type Board, type Direction, type Slot } from "./board.js";

/** What is known of a letter: nothing, found wrong or right by a check, or given away. */
export type Mark = "" | "wrong" | "right" | "given";
export type Scope = "letter" | "word" | "all";
export type Arrow = "left" | "right" | "up" | "down";

export interface Game {
  /** By cell: the letter written there, or "". */
  readonly letters: readonly string[];
  readonly marks: readonly Mark[];
  readonly cursor: number;
  readonly direction: Direction;
  /** The cell whose letter was typed last, while nothing else was done: CH is typed as C, then H. */
  readonly typed: number | null;
}

/** Nothing written, the cursor at the beginning of the first slot. */
export function newGame(board: Board): Game {
  const size = board.rows * board.cols;
  const first = board.slots[0];
  return {
    letters: new Array<string>(size).fill(""),
    marks: new Array<Mark>(size).fill(""),
    cursor: first?.cells[0] ?? 0,
    direction: first?.direction ?? "across",
    typed: null,
  };
}

/** The chosen slot. */
export function slotOf(board: Board, game: Game): Slot | null {
  return slotThrough(board, game.cursor, game.direction);
}

/** Where and in which direction the cursor stands, turned round where no slot goes that way. */
function at(board: Board, game: Game, cursor: number, direction: Direction): Game {
  const turned = board.slotAt[direction][cursor] === undefined && board.slotAt[other(direction)][cursor] !== undefined;
  return { ...game, cursor, direction: turned ? other(direction) : direction, typed: null };
}

/** The cursor in another direction, where the cell has a slot that way. */
export function turn(board: Board, game: Game): Game {
  return at(board, game, game.cursor, other(game.direction));
}

/** A cell was chosen: a letter cell takes the cursor or turns it; a clue cell gives its slots in turn. */
export function choose(board: Board, game: Game, cell: number): Game {
  if (board.solution[cell] != null) return cell === game.cursor ? turn(board, game) : at(board, game, cell, game.direction);
  const slots = board.slotsOfClue.get(cell);
  if (!slots) return game;
  const now = slots.findIndex((index) => board.slots[index] === slotOf(board, game));
  return chooseSlot(board, game, slots[(now + 1) % slots.length]!);
}

/** The cursor at the first empty cell of a slot, or at its beginning. */
export function chooseSlot(board: Board, game: Game, index: number): Game {
  const { cells, direction } = board.slots[index]!;
  return at(board, game, cells.find((cell) => game.letters[cell] === "") ?? cells[0]!, direction);
}

/** An arrow key: across the direction it turns, along it it goes to the next letter cell, over what lies between. */
export function move(board: Board, game: Game, arrow: Arrow): Game {
  const axis: Direction = arrow === "left" || arrow === "right" ? "across" : "down";
  if (axis !== game.direction && board.slotAt[axis][game.cursor] !== undefined) return turn(board, game);
  const [down, right] = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] }[arrow] as [number, number];
  let row = Math.floor(game.cursor / board.cols) + down;
  let column = (game.cursor % board.cols) + right;
  for (; row >= 0 && row < board.rows && column >= 0 && column < board.cols; row += down, column += right) {
    const cell = row * board.cols + column;
    if (board.solution[cell] != null) return at(board, game, cell, axis);
  }
  return { ...game, typed: null };
}

/** The first or the last cell of the slot. */
export function toEnd(board: Board, game: Game, end: "first" | "last"): Game {
  const cells = slotOf(board, game)?.cells ?? [game.cursor];
  return at(board, game, end === "first" ? cells[0]! : cells.at(-1)!, game.direction);
}

/** The next or previous slot; with `empty` the next one that has an empty cell, if any has. */
export function step(board: Board, game: Game, by: 1 | -1, { empty = false } = {}): Game {
  const count = board.slots.length;
  const slot = slotOf(board, game);
  if (!slot) return game;
  const now = board.slots.indexOf(slot);
  for (let i = 1; i <= count; i++) {
    const index = (((now + by * i) % count) + count) % count;
    if (!empty || board.slots[index]!.cells.some((cell) => game.letters[cell] === "")) return chooseSlot(board, game, index);
  }
  return game;
}

/** A letter is written and the cursor goes on to the next cell of the slot. Letters given away stay. */
export function type(board: Board, game: Game, letter: string): Game {
  const cell = game.cursor;
  return { ...follow(board, write(game, cell, letter), 1), typed: cell };
}

/** The letter typed last becomes another one, as C becomes CH; the cursor stays where it is. */
export function retype(game: Game, letter: string): Game {
  return game.typed === null ? game : { ...write(game, game.typed, letter), typed: game.typed };
}

/** Backspace: the letter under the cursor goes, or else the one before it. */
export function erase(board: Board, game: Game): Game {
  if (game.letters[game.cursor] !== "" && game.marks[game.cursor] !== "given") {
    return { ...write(game, game.cursor, ""), typed: null };
  }
  const back = follow(board, game, -1);
  return { ...write(back, back.cursor, ""), typed: null };
}

/** Wrong letters are marked, right ones too; a mark goes when its cell is written anew. */
export function check(board: Board, game: Game, scope: Scope): Game {
  const marks = [...game.marks];
  for (const cell of cellsOf(board, game, scope)) {
    if (game.letters[cell] === "" || marks[cell] === "given") continue;
    marks[cell] = game.letters[cell] === board.solution[cell] ? "right" : "wrong";
  }
  return { ...game, marks, typed: null };
}

/** Letters are given away; those that were right already stay the solver's own. */
export function reveal(board: Board, game: Game, scope: Scope): Game {
  const letters = [...game.letters];
  const marks = [...game.marks];
  for (const cell of cellsOf(board, game, scope)) {
    if (letters[cell] === board.solution[cell]) continue;
    letters[cell] = board.solution[cell]!;
    marks[cell] = "given";
  }
  return { ...game, letters, marks, typed: null };
}

/** How many letter cells there are, how many are filled, and how many of those wrongly. */
export function progress(board: Board, game: Game): { cells: number; filled: number; wrong: number } {
  const all = cellsOf(board, game, "all");
  const filled = all.filter((cell) => game.letters[cell] !== "");
  const wrong = filled.filter((cell) => game.letters[cell] !== board.solution[cell]);
  return { cells: all.length, filled: filled.length, wrong: wrong.length };
}

export function isSolved(board: Board, game: Game): boolean {
  return board.solution.every((letter, cell) => letter === null || letter === game.letters[cell]);
}

function cellsOf(board: Board, game: Game, scope: Scope): readonly number[] {
  if (scope === "letter") return [game.cursor];
  if (scope === "word") return slotOf(board, game)?.cells ?? [game.cursor];
  return board.solution.flatMap((letter, cell) => (letter === null ? [] : [cell]));
}

function write(game: Game, cell: number, letter: string): Game {
  if (game.marks[cell] === "given") return game;
  return { ...game, letters: game.letters.with(cell, letter), marks: game.marks.with(cell, "") };
}

/** The cursor so many cells on in its slot, at most at its ends. */
function follow(board: Board, game: Game, by: 1 | -1): Game {
  const cells = slotOf(board, game)?.cells ?? [game.cursor];
  return { ...game, cursor: cells[cells.indexOf(game.cursor) + by] ?? game.cursor };
}
