"use strict";
// What the pages of a preview share: the data, small drawings, and building elements without any markup in texts.

var preview = { sheets: {} };

/** An element with attributes and children; a text child is taken as it is. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same in SVG. */
function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The puzzles with names instead of places, from the rows of data/puzzles.js. */
function readPuzzles() {
  const { puzzles, jokes } = preview.corpus;
  return puzzles.map(([id, rows, cols, grid, mode, joke, secret, values, sheet, place], number) => {
    const [jokeId, setup, punchline, tags, state] = jokes[joke];
    return {
      id, number, rows, cols, size: `${rows}x${cols}`, grid, mode, secret, values, sheet, place,
      joke: { id: jokeId, setup, punchline, tags, state },
    };
  });
}

/** A figure of a metric as it is shown; kinds are share, count and number. */
function figure(value, kind) {
  if (value === null || value === undefined) return "–";
  if (kind === "share") return `${(value * 100).toFixed(1)} %`;
  return kind === "count" ? String(value) : value.toFixed(2);
}

/** How many of all there are. */
function counted(some, all) {
  const [left, right] = [some, all].map((number) => number.toLocaleString("en"));
  return some === all ? right : `${left} of ${right}`;
}

/** Texts are compared without case and accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}

/** Loads a script of data once; resolves when it has run. */
function loadData(name) {
  return new Promise((resolve, reject) => {
    const element = make("script", { src: `data/${name}` });
    element.onload = resolve;
    element.onerror = () => reject(new Error(`data/${name} can't be loaded`));
    document.head.append(element);
  });
}

/** Shows a long list piece by piece: more of it whenever its end comes near. Call the result with a new list. */
function piecewise(parent, end, size, build) {
  let items = [], shown = 0;
  const more = () => {
    const piece = document.createDocumentFragment();
    for (const item of items.slice(shown, shown + size)) piece.append(build(item));
    shown = Math.min(items.length, shown + size);
    parent.append(piece);
  };
  const isNear = () => end.getBoundingClientRect().top < window.innerHeight + 800;
  const fill = () => { while (shown < items.length && isNear()) more(); };
  new IntersectionObserver(fill, { rootMargin: "800px" }).observe(end);
  window.addEventListener("scroll", fill, { passive: true });
  return (list) => {
    items = list;
    shown = 0;
    parent.replaceChildren();
    more();
    fill();
  };
}

/** The state of a form's fields in the page's address, so that a view can be linked and comes back. */
function keepInAddress(values) {
  const query = new URLSearchParams(values.filter(([, value]) => value !== ""));
  history.replaceState(null, "", `#${query}`);
}
