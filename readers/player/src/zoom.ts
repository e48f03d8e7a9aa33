/** How large cells are, in CSS pixels. */

/** From this size on clue cells show their text; below, arrows alone. Found by eye on screenshots. */
export const READABLE = 50;
/** Cells that a finger hits. */
const HANDY = 42;
/** Below it a finger hits the neighbour too often: such a grid opens at HANDY. */
const TIGHT = 30;
/** Cells whose clues are read with ease. */
const WITH_CLUES = 76;
const LARGEST = 84;
export const MOST = 120;

/** The size at which the whole grid is seen. */
export function wholeSize(width: number, height: number, rows: number, cols: number): number {
  return Math.max(8, Math.min(LARGEST, Math.floor(Math.min(width / cols, height / rows) * 4) / 4));
}

/** The size a grid opens at. */
export function firstSize(whole: number, isTouch: boolean): number {
  return isTouch && whole < TIGHT ? HANDY : whole;
}

/** The sizes that the zoom button goes through: all, handy, readable; those that differ little are left out. */
export function nextSize(now: number, whole: number): number {
  const sizes = [whole, HANDY, WITH_CLUES].filter((size, i) => i === 0 || size > whole * 1.15);
  return sizes.find((size) => size > now * 1.05) ?? whole;
}

export function clampSize(size: number, whole: number): number {
  return Math.min(MOST, Math.max(whole, size));
}

/** Where to scroll so that a stretch is seen, if it can be, and the middle of `focus` in any case. */
export function scrollFor(
  view: { readonly from: number; readonly length: number },
  stretch: readonly [number, number],
  focus: readonly [number, number],
  margin: number,
): number {
  const fits = stretch[1] - stretch[0] + 2 * margin <= view.length;
  const [low, high] = fits ? stretch : focus;
  const room = fits ? margin : Math.min(margin * 2, (view.length - (high - low)) / 2);
  if (low - room < view.from) return low - room;
  if (high + room > view.from + view.length) return high + room - view.length;
  return view.from;
}
