/** What keys of a real keyboard do to the game. */
import type { Board } from "./board.js";
import { erase, move, retype, step, toEnd, turn, type, type Arrow, type Game } from "./game.js";
import { join, nextAccent, spell, type Letters } from "./letters.js";

/** The part of a KeyboardEvent that matters. */
export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const ARROWS: Readonly<Record<string, Arrow>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * The game after a key; null when the key is not the game's. Some systems don't join a dead key with the letter after it
 * outside of text fields; `afterDead` says that one was pressed before, and then a plain letter gets its accent.
 */
export function press(board: Board, game: Game, letters: Letters, key: Key, afterDead = false): Game | null {
  const isAltGr = key.ctrlKey && key.altKey; // writes letters on many keyboards
  if (key.metaKey || (!isAltGr && (key.ctrlKey || key.altKey))) return null;
  const arrow = ARROWS[key.key];
  if (arrow) return move(board, game, arrow);
  switch (key.key) {
    case " ":
      return turn(board, game);
    case "Tab":
      return step(board, game, key.shiftKey ? -1 : 1);
    case "Enter":
      return step(board, game, key.shiftKey ? -1 : 1, { empty: true });
    case "Home":
      return toEnd(board, game, "first");
    case "End":
      return toEnd(board, game, "last");
    case "Backspace":
    case "Delete":
      return erase(board, game);
    case ".":
      return accent(game, letters);
    default: {
      if ([...key.key].length !== 1) return null;
      const written = write(board, game, letters, key.key);
      return written && afterDead && /^[a-z]$/i.test(key.key) ? accent(written, letters) : written;
    }
  }
}

function accent(game: Game, letters: Letters): Game {
  return game.typed === null ? game : retype(game, nextAccent(letters, game.letters[game.typed]!));
}

/** A typed character: its letter is written, or makes one with the letter typed before; null when it is no letter. */
function write(board: Board, game: Game, letters: Letters, char: string): Game | null {
  const cells = spell(letters, char);
  if (cells.length === 0) return null;
  const joined = cells.length === 1 && game.typed !== null ? join(letters, game.letters[game.typed]!, cells[0]!) : null;
  if (joined !== null) return { ...retype(game, joined), typed: null };
  return cells.reduce((now, letter) => type(board, now, letter), game);
}
