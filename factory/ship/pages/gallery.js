"use strict";
// The gallery: filters, sorting, and thumbnails that are drawn as they come into view.

(function () {
  const puzzles = readPuzzles();
  const metrics = preview.corpus.metrics.map(([name, label, , kind]) => ({ name, label, kind }));
  const metricNumber = new Map(metrics.map(({ name }, number) => [name, number]));
  const form = document.getElementById("filters");
  const ranges = document.getElementById("ranges");
  const show = piecewise(document.getElementById("gallery"), document.getElementById("end"), 60, card);
  let shownMetric = 0;

  /** The answers of a puzzle, each between blanks, without accents; found once. */
  function answersOf(puzzle) {
    if (puzzle.answers === undefined) {
      const { rows, cols, grid } = puzzle;
      const lines = [];
      for (let r = 0; r < rows; r++) lines.push(grid.slice(r * cols, (r + 1) * cols));
      for (let c = 0; c < cols; c++) lines.push(Array.from({ length: rows }, (_, r) => grid[r * cols + c]).join(""));
      const runs = lines.join(".").split(".").filter((run) => run.length > 1);
      const letters = preview.corpus.letters;
      puzzle.answers = ` ${plain(runs.join(" ").replace(/[\ue000-\uf8ff]/g, (code) => letters[code]))} `;
    }
    return puzzle.answers;
  }

  /** The test of a word: whole answers, * for any letters, ? for one. */
  function wordTest(text) {
    const pattern = plain(text.trim()).replace(/\s/g, "").replace(/[.+^${}()|[\]\\]/g, "\\$&");
    const source = pattern.replace(/\*/g, "[^ ]*").replace(/\?/g, "[^ ]");
    const test = new RegExp(` ${source} `);
    return (puzzle) => test.test(answersOf(puzzle));
  }

  /** The test of each filter that is set. */
  function tests() {
    const found = [];
    const field = (name) => (form.elements[name] ? form.elements[name].value.trim() : "");
    if (field("size")) found.push((puzzle) => puzzle.size === field("size"));
    if (field("mode")) found.push((puzzle) => puzzle.mode === field("mode"));
    if (field("joke")) {
      const text = plain(field("joke"));
      found.push(({ id, joke }) => plain(`${id}\n${joke.id}\n${joke.setup}\n${joke.punchline}`).includes(text));
    }
    for (const range of ranges.children) {
      const number = metricNumber.get(range.querySelector(".metric").value);
      const scale = metrics[number].kind === "share" ? 100 : 1;
      const [low, high] = ["low", "high"].map((name) => range.querySelector(`.${name}`).value);
      if (low !== "") found.push(({ values }) => values[number] !== null && values[number] * scale >= low - 1e-9);
      if (high !== "") found.push(({ values }) => values[number] !== null && values[number] * scale <= +high + 1e-9);
    }
    if (field("word")) found.push(wordTest(field("word")));
    return found;
  }

  function update() {
    const wanted = tests();
    const list = puzzles.filter((puzzle) => wanted.every((test) => test(puzzle)));
    const down = form.elements.order.value === "down" ? -1 : 1;
    const sort = form.elements.sort.value;
    shownMetric = metricNumber.get(sort || "mean_zipf");
    if (sort) list.sort((a, b) => down * (a.values[shownMetric] - b.values[shownMetric]) || a.number - b.number);
    else if (down < 0) list.reverse();
    show(list);
    document.getElementById("count").textContent =
      `${counted(list.length, puzzles.length)} puzzles`;
    document.getElementById("reset").hidden = !wanted.length;
    keepInAddress([...new FormData(form), ...[...ranges.children].map((range) =>
      ["range", ["metric", "low", "high"].map((name) => range.querySelector(`.${name}`).value).join("~")])]);
  }

  function card(puzzle) {
    const metric = metrics[shownMetric];
    return make("li", {}, make("a", { href: `puzzle.html#${puzzle.id}` },
      thumbnail(puzzle),
      make("span", { class: "id" }, puzzle.id),
      make("span", { class: "joke", lang: preview.corpus.lang, title: puzzle.joke.setup }, puzzle.joke.setup),
      make("span", { class: "value" }, `${figure(puzzle.values[shownMetric], metric.kind)} ${metric.label}`)));
  }

  /** A grid drawn small: clue cells, secret cells, lines. */
  function thumbnail({ rows, cols, grid, secret }) {
    const square = (place) => `M${place % cols} ${Math.floor(place / cols)}h1v1h-1z`;
    let clues = "";
    for (let place = 0; place < grid.length; place++) if (grid[place] === ".") clues += square(place);
    let lines = "";
    for (let c = 0; c <= cols; c++) lines += `M${c} 0v${rows}`;
    for (let r = 0; r <= rows; r++) lines += `M0 ${r}h${cols}`;
    return draw("svg", { viewBox: `-.05 -.05 ${cols + 0.1} ${rows + 0.1}`, "aria-hidden": "true" },
      draw("rect", { class: "small-letter", width: cols, height: rows }),
      draw("path", { class: "small-clue", d: clues }),
      draw("path", { class: "small-secret", d: secret.map(square).join("") }),
      draw("path", { class: "small-lines", d: lines }));
  }

  function addRange(metric, low, high) {
    const range = document.getElementById("range").content.firstElementChild.cloneNode(true);
    range.querySelector(".metric").value = metric;
    range.querySelector(".low").value = low;
    range.querySelector(".high").value = high;
    range.querySelector(".remove").addEventListener("click", () => { range.remove(); update(); });
    ranges.append(range);
    return range;
  }

  function clear() {
    form.reset();
    ranges.replaceChildren();
  }

  /** Sets the fields as the address says. */
  function restore() {
    clear();
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      if (name === "range") addRange(...value.split("~"));
      else if (form.elements[name]) form.elements[name].value = value;
    }
    update();
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("add-range").addEventListener("click", () => {
    addRange("mean_zipf", "", "").querySelector(".metric").focus();
    update();
  });
  document.getElementById("reset").addEventListener("click", () => { clear(); update(); });
  window.addEventListener("hashchange", restore);
  restore();
})();
