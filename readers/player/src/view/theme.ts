/** Light, dark, or as the device has it. */
import { choice, setChoice, type Store } from "../storage.js";
import type { Texts } from "../texts.js";
import { h } from "./dom.js";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export function applyTheme(store: Store | null): void {
  const theme = themeOf(store);
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** The choice as radio buttons. */
export function themeSwitch(store: Store | null, texts: Texts): HTMLElement {
  const names: Record<Theme, string> = { auto: texts.themeAuto, light: texts.themeLight, dark: texts.themeDark };
  const now = themeOf(store);
  return h(
    "fieldset",
    { class: "theme" },
    h("legend", {}, texts.theme),
    ...THEMES.map((theme) => {
      const change = (): void => {
        setChoice(store, "theme", theme);
        applyTheme(store);
      };
      return h(
        "label",
        {},
        h("input", { type: "radio", name: "theme", value: theme, checked: theme === now, change }),
        h("span", {}, names[theme]),
      );
    }),
  );
}

function themeOf(store: Store | null): Theme {
  const kept = choice(store, "theme");
  return THEMES.find((theme) => theme === kept) ?? "auto";
}
