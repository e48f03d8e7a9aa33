/** The page: opens the embedded bundle and shows what the address asks for, `#ID` a puzzle, else the list. */
import { Source, type Embedded, type Group } from "./source.js";
import { browserStore } from "./storage.js";
import { textsOf } from "./texts.js";
import { chooseView } from "./view/choose.js";
import { h } from "./view/dom.js";
import { PlayView } from "./view/play.js";
import { applyTheme } from "./view/theme.js";

declare global {
  interface Window {
    /** The files of the bundle as base64, by name; play/bundle.js sets it. */
    krizovkarenBundle?: Embedded;
  }
}

/** The typeface of grid and clues, which the page brings along; clue cells are measured in it. */
const NARROW = "16px 'Fira Sans Condensed'";

async function main(): Promise<void> {
  const store = browserStore();
  applyTheme(store);
  const source = await Source.open(window.krizovkarenBundle ?? {});
  const { lang, alphabet } = source.bundle.table;
  const texts = textsOf(lang);
  document.documentElement.lang = lang;
  await Promise.allSettled([document.fonts.load(NARROW), document.fonts.load(`600 ${NARROW}`)]);
  let view: PlayView | null = null;
  let group: Group | null = null;

  async function route(): Promise<void> {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    view?.stop();
    view = null;
    const id = decodeURIComponent(location.hash.slice(1));
    const found = id === "" ? null : await source.find(id);
    if (!found) {
      document.title = texts.puzzles;
      const list = await chooseView(source, texts, store, group);
      if (id !== "") list.prepend(h("p", { class: "problem", role: "alert" }, texts.unknown.replace("{id}", id)));
      document.body.replaceChildren(list);
      return;
    }
    group = found.group;
    const { puzzle, next } = found;
    document.title = `${puzzle.rows} × ${puzzle.cols} · ${id}`;
    view = new PlayView({ puzzle, next, letters: { alphabet, lang }, texts, store });
    document.body.replaceChildren(view.element);
    view.start();
  }

  window.addEventListener("hashchange", () => void route());
  await route();
}

main().catch((problem: unknown) => {
  const text = problem instanceof Error ? problem.message : String(problem);
  document.body.replaceChildren(h("p", { class: "problem", role: "alert" }, `${textsOf(document.documentElement.lang).failed}: ${text}`));
});
