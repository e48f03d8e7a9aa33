/** From keys to the letters of a puzzle's alphabet, whatever the keyboard. */

/** Letters laid as others, where the alphabet doesn't have them; umlauts fall apart in German only. */
const EXPANSIONS: Readonly<Record<string, string>> = { Æ: "AE", Œ: "OE", ẞ: "SS", Ø: "O", Ł: "L", Đ: "D" };
const GERMAN: Readonly<Record<string, string>> = { Ä: "AE", Ö: "OE", Ü: "UE" };

const ROWS: Readonly<Record<string, readonly string[]>> = {
  en: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
  other: ["QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"],
};
const MOST_KEYS = 10;

export interface Letters {
  readonly alphabet: readonly string[];
  readonly lang: string;
}

/** The cells that a typed character stands for, in most cases one; none when the alphabet has nothing like it. */
export function spell({ alphabet, lang }: Letters, char: string): string[] {
  const upper = char === "ß" ? "ẞ" : char.normalize("NFC").toLocaleUpperCase(lang);
  if (alphabet.includes(upper)) return [upper];
  const laid = (lang === "de" ? GERMAN[upper] : undefined) ?? EXPANSIONS[upper] ?? bare(upper);
  const cells = [...laid];
  return cells.length > 0 && cells.every((cell) => alphabet.includes(cell)) ? cells : [];
}

/** The one cell that two letters typed one after the other make, as C and H make CH. */
export function join({ alphabet }: Letters, first: string, second: string): string | null {
  return [...first].length === 1 && alphabet.includes(first + second) ? first + second : null;
}

/** The next letter with the same base, as Č after C and C after Č: for keyboards that have no Č. */
export function nextAccent({ alphabet }: Letters, letter: string): string {
  const family = alphabet.filter((one) => bare(one) === bare(letter));
  return family[(family.indexOf(letter) + 1) % family.length] ?? letter;
}

/** The keys of a keyboard on the screen: accented letters and CH above the rows that everybody knows. */
export function keyRows({ alphabet, lang }: Letters): string[][] {
  const rows = (ROWS[lang] ?? ROWS["other"]!).map((row) => [...row].filter((key) => alphabet.includes(key)));
  const rest = alphabet.filter((letter) => !rows.some((row) => row.includes(letter)));
  const lines = Math.ceil(rest.length / MOST_KEYS);
  const per = Math.ceil(rest.length / lines);
  const above = Array.from({ length: lines }, (_, i) => rest.slice(i * per, (i + 1) * per));
  return [...above, ...rows].filter((row) => row.length > 0);
}

function bare(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}
