/** A puzzle being solved: the parts of the page around one game, and what goes on between them. */
import { boardOf, type Board } from "../board.js";
import * as rules from "../game.js";
import type { Game, Scope } from "../game.js";
import { press } from "../keys.js";
import type { Letters } from "../letters.js";
import { choice, load, save, setChoice, type Store } from "../storage.js";
import type { Puzzle } from "../../../typescript/src/index.js";
import type { Texts } from "../texts.js";
import { ClueBar } from "./clue_bar.js";
import { ClueLists } from "./clue_lists.js";
import { openEnd, openMenu, openSheet } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { GridView } from "./grid.js";
import { Keyboard } from "./keyboard.js";
import { SecretView } from "./secret.js";
import { themeSwitch } from "./theme.js";

export interface Setting {
  readonly puzzle: Puzzle;
  /** The id of the puzzle after it. */
  readonly next: string | null;
  readonly letters: Letters;
  readonly texts: Texts;
  readonly store: Store | null;
}

export class PlayView {
  readonly element: HTMLElement;
  readonly #board: Board;
  #game: Game;
  #told: boolean;
  readonly #grid: GridView;
  readonly #clueBar: ClueBar;
  readonly #secret: SecretView;
  readonly #lists: ClueLists;
  readonly #toast = h("p", { class: "toast", role: "status" });
  readonly #tools: HTMLElement;
  readonly #observer: ResizeObserver;
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);
  #toastTimer = 0;
  /** Whether the key before was a dead one, such as a caron. */
  #isDead = false;

  constructor(readonly setting: Setting) {
    const { puzzle, texts, letters, store } = setting;
    const board = (this.#board = boardOf(puzzle));
    ({ game: this.#game, told: this.#told } = load(store, board));
    this.#grid = new GridView(board, texts, (cell) => this.#play(rules.choose(board, this.#game, cell)));
    this.#clueBar = new ClueBar(
      texts,
      (by) => this.#play(rules.step(board, this.#game, by)),
      () => this.#play(rules.turn(board, this.#game)),
    );
    this.#secret = new SecretView(board, texts, (cell) => this.#play(rules.choose(board, this.#game, cell)));
    this.#lists = new ClueLists(board, texts, (slot) => this.#play(rules.chooseSlot(board, this.#game, slot)));
    const keyboard = new Keyboard(
      letters,
      texts,
      (letter) => this.#play(rules.type(board, this.#game, letter)),
      () => this.#play(rules.erase(board, this.#game)),
    );
    this.#tools = this.#makeTools();
    this.element = h(
      "main",
      { class: `play ${puzzle.kind}` },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "round", href: "#", "aria-label": texts.allPuzzles }, icon("back")),
        h("h1", {}, `${puzzle.rows} × ${puzzle.cols} `, h("small", {}, numberOf(puzzle.id))),
        this.#tools,
      ),
      this.#secret.element,
      this.#grid.element,
      this.#clueBar.element,
      h("aside", { class: "side" }, this.#lists.element),
      keyboard.element,
      this.#toast,
    );
    const wanted = choice(store, "keyboard");
    const isShown = wanted === null ? matchMedia("(pointer: coarse)").matches : wanted === "shown";
    this.element.classList.toggle("with-keyboard", isShown);
    this.#observer = new ResizeObserver(() => {
      this.#grid.fit();
      this.#grid.reveal(this.#game);
    });
    this.#show();
  }

  /** To be called when the element is in the page. */
  start(): void {
    document.addEventListener("keydown", this.#onKey);
    this.#grid.fit();
    this.#grid.reveal(this.#game);
    this.#grid.focus(this.#game.cursor);
    this.#observer.observe(this.#grid.element);
  }

  stop(): void {
    document.removeEventListener("keydown", this.#onKey);
    this.#observer.disconnect();
  }

  /** Takes over a state: shows it, keeps it, and tells the joke when it is solved. */
  #play(game: Game): void {
    const before = this.#game;
    this.#game = game;
    const isSolved = rules.isSolved(this.#board, game);
    const isNews = isSolved && !this.#told;
    this.#told ||= isSolved;
    this.#show();
    save(this.setting.store, this.#board, { game, told: this.#told });
    this.#grid.reveal(game);
    this.#lists.reveal();
    if (document.querySelector("dialog[open]") === null) this.#grid.focus(game.cursor);
    if (isNews) this.#end();
    else if (game.letters !== before.letters && !isSolved) this.#warnWhenFull(before);
  }

  #warnWhenFull(before: Game): void {
    const { cells, filled } = rules.progress(this.#board, this.#game);
    if (filled === cells && rules.progress(this.#board, before).filled < cells) this.#say(this.setting.texts.fullButWrong);
  }

  #show(): void {
    this.#grid.show(this.#game);
    this.#clueBar.show(rules.slotOf(this.#board, this.#game));
    this.#secret.show(this.#game, this.#told);
    this.#lists.show(this.#game);
  }

  #key(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]") !== null) return;
    const target = event.target as Element;
    const isElsewhere = target !== document.body && !this.#grid.hasFocus;
    if (isElsewhere && (event.key.length > 1 || event.key === " ")) return; // buttons keep their keys, letters are ours
    if (event.key === "Tab" && !this.#grid.hasFocus) return;
    if (event.key === "Escape") {
      this.#tools.querySelector("button")?.focus();
      return;
    }
    const game = press(this.#board, this.#game, this.setting.letters, event, this.#isDead);
    if (event.key !== "Shift") this.#isDead = event.key === "Dead";
    if (game === null) return;
    event.preventDefault();
    this.#play(game);
  }

  #check(scope: Scope): void {
    const { texts } = this.setting;
    this.#play(rules.check(this.#board, this.#game, scope));
    const { filled } = rules.progress(this.#board, this.#game);
    const slot = rules.slotOf(this.#board, this.#game)?.cells;
    const wrong = this.#game.marks.filter((mark, cell) => mark === "wrong" && (scope !== "word" || slot?.includes(cell)));
    if (filled === 0) this.#say(texts.nothingToCheck);
    else this.#say(wrong.length === 0 ? texts.noneWrong : texts.someWrong.replace("{n}", String(wrong.length)));
  }

  #end(): void {
    const { puzzle, next, texts } = this.setting;
    const dialog = openEnd(
      {
        setup: puzzle.secret?.setup ?? null,
        punchline: puzzle.secret?.punchline ?? null,
        next: next === null ? null : { label: texts.nextPuzzle, act: () => (location.hash = next) },
      },
      texts,
    );
    dialog.addEventListener("close", () => this.#grid.focus(this.#game.cursor));
  }

  #say(text: string): void {
    this.#toast.textContent = text;
    this.#toast.classList.add("shown");
    window.clearTimeout(this.#toastTimer);
    this.#toastTimer = window.setTimeout(() => this.#toast.classList.remove("shown"), 3500);
  }

  #makeTools(): HTMLElement {
    const { texts } = this.setting;
    const scopes = (act: (scope: Scope) => void, names: readonly [Scope, string][]) =>
      names.map(([scope, label]) => ({ label, act: () => act(scope) }));
    const tool = (name: "check" | "help" | "zoom" | "menu", label: string, act: () => void): HTMLElement =>
      h("button", { type: "button", class: `tool ${name}`, title: label, click: act }, icon(name), h("span", {}, label));
    return h(
      "div",
      { class: "tools" },
      tool("check", texts.check, () =>
        openMenu(texts.check, texts, scopes((scope) => this.#check(scope), [["word", texts.checkWord], ["all", texts.checkAll]])),
      ),
      tool("help", texts.reveal, () =>
        openMenu(
          texts.reveal,
          texts,
          scopes((scope) => this.#play(rules.reveal(this.#board, this.#game, scope)), [
            ["letter", texts.revealLetter], ["word", texts.revealWord], ["all", texts.revealAll],
          ]),
        ),
      ),
      tool("zoom", texts.zoom, () => {
        this.#grid.zoom();
        this.#grid.reveal(this.#game);
      }),
      tool("menu", texts.menu, () => this.#openMenu()),
    );
  }

  #openMenu(): void {
    const { texts, store } = this.setting;
    const keys = h("dl", { class: "key-help" }, ...texts.keysText.flatMap(([key, does]) => [h("dt", {}, key!), h("dd", {}, does!)]));
    openMenu(
      texts.menu,
      texts,
      [
        { label: texts.clues, act: () => this.#openClues() },
        {
          label: texts.keyboard,
          act: () => setChoice(store, "keyboard", this.element.classList.toggle("with-keyboard") ? "shown" : "hidden"),
        },
        { label: texts.clear, act: () => openMenu(texts.clear, texts, [{ label: texts.clearSure, act: () => this.#clear() }]) },
      ],
      themeSwitch(store, texts),
      h("details", {}, h("summary", {}, texts.keys), keys),
    );
  }

  /** The lists in a sheet; they stand beside the grid, too, where there is room. */
  #openClues(): void {
    const lists = new ClueLists(this.#board, this.setting.texts, (slot) => {
      dialog.close();
      this.#play(rules.chooseSlot(this.#board, this.#game, slot));
    });
    const dialog = openSheet(this.setting.texts.clues, this.setting.texts, lists.element);
    lists.show(this.#game);
    lists.reveal();
  }

  #clear(): void {
    this.#told = false;
    this.#play(rules.newGame(this.#board));
  }
}

/** The number in an id of the usual form, or the whole id. */
export function numberOf(id: string): string {
  const number = /-(\d{6,})$/.exec(id)?.[1];
  return number === undefined ? id : `№ ${Number(number)}`;
}
