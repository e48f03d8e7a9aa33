"use strict";
// The page of a puzzle: its drawing as the house draws it, figures against limits, joke, origin, words.

(function () {
  const puzzles = readPuzzles();
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const { metrics, limits, labels, letters, lang, notForPlaced, cell } = preview.corpus;
  const at = (id) => document.getElementById(id);
  const JOKE_STATES = { gone: "no longer in the list", changed: "told otherwise in the list of now" };
  const loaded = new Map();

  function load(name) {
    if (!loaded.has(name)) loaded.set(name, loadData(name));
    return loaded.get(name);
  }

  async function show() {
    const id = decodeURIComponent(location.hash.slice(1));
    const puzzle = byId.get(id) || (id === "" ? puzzles[0] : undefined);
    at("missing").hidden = puzzle !== undefined;
    at("puzzle").hidden = puzzle === undefined;
    if (!puzzle) {
      at("missing").textContent = `There is no puzzle ${id} in this preview.`;
      return;
    }
    document.title = `${puzzle.id} · corpus ${lang}`;
    at("title").replaceChildren(puzzle.id, make("span", {}, ` ${puzzle.rows} × ${puzzle.cols}`));
    at("puzzle").style.setProperty("--cols", puzzle.cols);
    if (at("play")) at("play").href = `${at("play").getAttribute("href").split("#")[0]}#${puzzle.id}`;
    for (const [name, other] of [["before", puzzles[puzzle.number - 1]], ["after", puzzles[puzzle.number + 1]]]) {
      at(name).hidden = !other;
      if (other) at(name).href = `#${other.id}`;
    }
    showMetrics(puzzle);
    showJoke(puzzle);
    await load(`${puzzle.sheet}.js`);
    const more = preview.sheets[puzzle.sheet][puzzle.place];
    at("drawing").replaceChildren(drawing(puzzle, more));
    showSecret(puzzle, more);
    facts(at("origin"), Object.entries(more.origin));
    await load("words.js");
    showWords(more);
  }

  /** The grid, element by element as in the page that `factory puzzle --html` writes. */
  function drawing(puzzle, more) {
    const { rows, cols, grid } = puzzle;
    const width = cols * cell, height = rows * cell;
    const svg = draw("svg", {
      viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img", "aria-label": `${labels.title} ${rows} × ${cols}`,
    });
    const numbers = new Map(puzzle.secret.map((place, number) => [place, number + 1]));
    const squares = [...grid].map((letter, place) => ({
      letter: letters[letter] || letter, isClue: letter === ".", number: numbers.get(place),
      x: (place % cols) * cell, y: Math.floor(place / cols) * cell,
    })).filter((square) => !square.isClue);
    for (const { x, y, number } of squares) {
      svg.append(draw("rect", { class: number ? "letter-cell secret" : "letter-cell", x, y, width: cell, height: cell }));
    }
    for (const [x, y, size, tooltip, lines, rule] of more.clues) {
      const group = draw("g", lines.length ? { "font-size": size } : {});
      if (tooltip) group.append(draw("title", {}, tooltip));
      group.append(draw("rect", { class: lines.length ? "clue-cell" : "clue-cell empty", x, y, width: cell, height: cell }));
      for (const [text, baseline] of lines) group.append(draw("text", { class: "clue", x: x + cell / 2, y: baseline }, text));
      if (rule !== null) group.append(draw("line", { class: "hairline", x1: x + 8, x2: x + cell - 8, y1: rule, y2: rule }));
      svg.append(group);
    }
    for (const [, , , , , , arrows] of more.clues) {
      for (const points of arrows) svg.append(draw("polygon", { class: "arrow", points }));
    }
    for (const { x, y, number, letter } of squares) {
      if (number) svg.append(draw("text", { class: "number", x: x + cell - 6, y: y + cell - 7 }, String(number)));
      svg.append(draw("text", { class: "letter", x: x + cell / 2, y: y + cell * 0.69 }, letter));
    }
    svg.append(draw("rect", { class: "frame", x: 0, y: 0, width, height }));
    return svg;
  }

  function showSecret(puzzle, more) {
    at("setup").textContent = puzzle.joke.setup;
    at("punchline").textContent = puzzle.joke.punchline;
    at("blanks").replaceChildren(...more.blanks.map((word) => make("div", { class: "word" },
      ...word.map(([text, number]) => number === null
        ? make("div", { class: "mark" }, text)
        : make("div", { class: "blank" }, make("span", {}, text), make("i", {}, String(number)))))));
  }

  function showMetrics(puzzle) {
    const same = puzzles.filter(({ size }) => size === puzzle.size);
    at("metrics").tBodies[0].replaceChildren(...metrics.map(([name, label, meaning, kind], number) => {
      const value = puzzle.values[number];
      const unheld = puzzle.mode === "placed" && notForPlaced.includes(name);
      const limit = unheld ? null : limits[puzzle.size][number];
      const values = same.map((other) => other.values[number]).filter((other) => other !== null).sort((a, b) => a - b);
      const isOver = limit !== null && value !== null && value > limit + 5e-5;
      return make("tr", {},
        make("td", { class: "text" }, label, make("span", { class: "note" }, meaning)),
        make("td", { class: isOver ? "figure warn" : "figure" }, (isOver ? "over: " : "") + figure(value, kind)),
        make("td", { class: "figure" }, limit === null ? "" : figure(limit, kind)),
        make("td", { class: "figure" }, figure(values[values.length >> 1], kind)));
    }));
  }

  function showJoke({ id, joke, mode }) {
    const others = puzzles.filter((other) => other.joke.id === joke.id && other.id !== id);
    facts(at("joke"), [
      ["id", joke.state ? make("span", {}, `${joke.id} `, mark(JOKE_STATES[joke.state], "gone")) : joke.id],
      ["setup", make("span", { lang }, joke.setup)],
      ["punchline", make("details", {}, make("summary", {}, "show"), make("span", { lang }, joke.punchline))],
      ["mode", mode],
      ...(joke.tags.length ? [["tags", joke.tags.join(", ")]] : []),
      ["told in", others.length
        ? make("span", {}, ...others.flatMap((other) => [link(other), " "])) : "no other puzzle"],
    ]);
  }

  function facts(table, rows) {
    table.tBodies[0].replaceChildren(...rows.map(([name, value]) =>
      make("tr", {}, make("td", {}, name), make("td", {}, value instanceof Node ? value : String(value)))));
  }

  function link({ id }) {
    return make("a", { href: `#${id}` }, id);
  }

  function mark(text, kind) {
    return make("span", { class: `tag ${kind || ""}` }, text);
  }

  /** Each answer: how it scores and why. */
  function showWords(more) {
    const gone = more.entries.filter((entry) => preview.words[entry[4]][3].includes("gone")).length;
    at("words-sum").textContent = `${more.entries.length}${gone ? `, ${gone} no longer in the lexicon` : ""}`;
    at("words").tBodies[0].replaceChildren(...more.entries.map(([direction, row, column, zipf, wordNumber, clueNumber]) => {
      const [answer, , , marks, terms, nClues, clues] = preview.words[wordNumber];
      const [text, spelling, tags, source, state, uses] = clues[clueNumber];
      const total = clues.reduce((sum, clue) => sum + clue[5].length, 0);
      const isSecret = marks.includes("secret");
      const why = [
        ...(marks.includes("gone") ? [mark("no longer in the lexicon", "gone")] : []),
        ...(state === "gone" ? [mark("clue no longer in the lexicon", "gone")] : []),
        ...(isSecret ? [mark("part of the secret")] : []),
        ...(!isSecret && zipf < 2.5 ? [mark("rare")] : []),
        ...(!isSecret && marks.includes("generated") ? [mark("no hand-written clue")] : []),
        ...tags.map((tag) => mark(tag)),
      ];
      return make("tr", {},
        make("td", { class: "text figure" }, `${direction === "across" ? "→" : "↓"} ${row + 1}:${column + 1}`),
        make("td", { class: "text answer", lang }, make("a", { href: `words.html#list=clues&text=${encodeURIComponent(answer)}` }, spelling)),
        make("td", { class: "text full", lang }, text),
        make("td", { class: "figure", "data-name": "zipf" }, zipf ? zipf.toFixed(2) : "unknown"),
        make("td", { class: "figure", "data-name": "clues" }, nClues || "–"),
        make("td", { class: "figure", "data-name": "score" }, terms ? terms[0].toFixed(2) : "–"),
        make("td", { class: "text parts", "data-name": "=" }, terms ? parts(terms) : ""),
        make("td", { class: "text" }, make("span", { class: "soft" }, source, " "), ...why),
        make("td", { class: "figure", "data-name": "uses" }, `${uses.length} of ${total}`));
    }));
  }

  /** A score as a sum: frequency + more clues − generated − tags. */
  function parts([, frequency, clues, generated, tags]) {
    let text = frequency.toFixed(2);
    if (clues) text += ` + ${clues.toFixed(1)} clues`;
    if (generated) text += ` − ${generated.toFixed(1)} generated`;
    if (tags) text += ` − ${tags.toFixed(1)} tags`;
    return text;
  }

  const solution = at("solution");
  const toggle = () => at("puzzle").classList.toggle("solved", solution.checked);
  solution.addEventListener("change", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input[type=search], select")) return;
    const target = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
    if (target && !at(target).hidden) at(target).click();
    if (event.key === "s") {
      solution.checked = !solution.checked;
      toggle();
    }
  });
  window.addEventListener("hashchange", show);
  toggle();
  show();
})();
