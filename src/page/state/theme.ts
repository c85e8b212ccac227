import { keep, readKept } from "./kept.ts";
import { createStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const NAME = "theme";

export const theme = createStore<Theme>(THEMES.find((one) => one === readKept(NAME)) ?? "system");

const show = (chosen: Theme): void => {
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
};

export function chooseTheme(chosen: Theme): void {
  keep(NAME, chosen === "system" ? undefined : chosen);
  show(chosen);
  theme.set(chosen);
}

show(theme.get());
