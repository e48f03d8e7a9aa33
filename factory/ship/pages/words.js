"use strict";
// Lists for an editor: clues and words that the puzzles use, with links to the puzzles.

(function () {
  const puzzles = preview.corpus.puzzles;
  const lang = preview.corpus.lang;
  const form = document.getElementById("filters");
  const show = piecewise(document.querySelector("#list tbody"), document.getElementById("end"), 100, row);
  const FEW = 4;

  const words = preview.words.map(([answer, length, zipf, marks, terms, nClues, clues]) => {
    const uses = [...new Set(clues.flatMap((clue) => clue[5]))].sort((a, b) => a - b);
    const word = { answer, zipf, marks, score: terms ? terms[0] : null, uses, tags: [] };
    word.clues = clues.map(([text, spelling, tags, source, state, places]) => ({
      answer, zipf, marks: state ? [...marks, state] : marks, score: word.score, text, spelling, tags, source, uses: places,
    }));
    return word;
  }).filter((word) => !word.marks.includes("secret"));
  const clues = words.flatMap((word) => word.clues);

  const is = (mark) => (item) => item.marks.includes(mark);
  const LISTS = {
    clues: { items: () => clues, sort: "answer" },
    used: { items: () => words, sort: "uses" },
    rare: { items: () => words.filter(is("rare")), sort: "uses" },
    limited: { items: () => words.filter((word) => is("limited")(word) || is("code")(word)), sort: "uses" },
    gone: { items: () => clues.filter(is("gone")), sort: "answer" },
  };
  const byAnswer = new Intl.Collator(lang).compare;
  const ORDERS = {
    answer: (a, b) => byAnswer(a.answer, b.answer),
    uses: (a, b) => b.uses.length - a.uses.length,
    zipf: (a, b) => a.zipf - b.zipf,
    score: (a, b) => (a.score === null ? 99 : a.score) - (b.score === null ? 99 : b.score),
  };

  function textOf(item) {
    if (item.plain === undefined) {
      const parts = item.clues ? item.clues : [item];
      item.plain = plain([item.answer, ...item.marks,
        ...parts.flatMap((clue) => [clue.spelling, clue.text, clue.source, ...clue.tags])].join("\n"));
    }
    return item.plain;
  }

  function update() {
    const { list, text, sort } = form.elements;
    const { items, sort: usual } = LISTS[list.value];
    const wanted = plain(text.value.trim());
    const all = items();
    const found = wanted ? all.filter((item) => textOf(item).includes(wanted)) : [...all];
    found.sort(ORDERS[sort.value || usual]);
    document.getElementById("count").textContent =
      `${counted(found.length, all.length)} ${list.value === "clues" || list.value === "gone" ? "clues" : "words"}`;
    show(found);
    keepInAddress([...new FormData(form)]);
  }

  function row(item) {
    const marks = item.marks.filter((mark) => mark !== "code" || !item.tags.includes("code"));
    const shown = item.clues || [item];
    return make("tr", {},
      make("td", { class: "text answer", lang }, item.answer),
      make("td", { class: "text full" },
        ...shown.map((clue) => make(shown.length > 1 ? "div" : "span", { lang }, clue.text, " ",
          clue.spelling.toUpperCase() === item.answer ? null : make("span", { class: "soft" }, `(${clue.spelling}) `),
          ...clue.tags.map((tag) => make("span", { class: "tag", lang: "en" }, tag)))),
        ...marks.map((mark) => make("span", { class: `tag ${mark}` }, mark === "gone" ? "no longer in the lexicon" : mark))),
      make("td", { class: "figure", "data-name": "zipf" }, item.zipf ? item.zipf.toFixed(2) : "unknown"),
      make("td", { class: "figure", "data-name": "score" }, item.score === null ? "–" : item.score.toFixed(2)),
      make("td", { class: "figure", "data-name": "uses" }, item.uses.length.toLocaleString("en")),
      make("td", { class: "text figure" }, [...new Set(shown.map((clue) => clue.source))].join(", ")),
      links(item.uses));
  }

  /** The puzzles: a few, and the others on demand. */
  function links(uses) {
    const of = (number) => [make("a", { href: `puzzle.html#${puzzles[number][0]}` }, puzzles[number][0].replace(`${lang}-`, "")), " "];
    const cell = make("td", { class: "text full" }, ...uses.slice(0, FEW).flatMap(of));
    if (uses.length > FEW) {
      const button = make("button", { type: "button", class: "more" }, `${uses.length - FEW} more`);
      button.addEventListener("click", () => button.replaceWith(...uses.slice(FEW).flatMap(of)));
      cell.append(button);
    }
    return cell;
  }

  function restore() {
    form.reset();
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    if (!form.elements.list.value) form.elements.list.value = "clues";
    update();
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", restore);
  restore();
})();
