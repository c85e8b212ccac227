import type { TodayItem } from "../../../tools/page/today.ts";
import { type Shortcuts, useShortcuts } from "../../shell/shortcuts.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";
import { type Choice, choicesFor } from "./answers.ts";

const { today: words } = strings;
const KEYS = ["y", "n", "p", "d", "e"] as const;

/** The item with the focus, or else the first. */
function currentItem(shown: readonly TodayItem[]): TodayItem | undefined {
  const id = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset["item"];
  return shown.find((item) => item.id === id) ?? shown[0];
}

export function useQueueKeys({
  shown,
  mayAnswer,
  choose,
  skip,
}: {
  readonly shown: readonly TodayItem[];
  readonly mayAnswer: boolean;
  readonly choose: (item: TodayItem, choice: Choice) => void;
  readonly skip: (item: TodayItem) => void;
}): void {
  useRowKeys(".queue article");
  const press = (key: Choice["key"]) => (): void => {
    const item = currentItem(shown);
    const choice = item && choicesFor(item).find((one) => one.key === key);
    if (item && choice) choose(item, choice);
  };
  const keys: Shortcuts = mayAnswer
    ? {
        ...Object.fromEntries(KEYS.map((key) => [key, { meaning: words.keys[key], run: press(key) }])),
        s: {
          meaning: words.skip,
          run: () => {
            const item = currentItem(shown);
            if (item) skip(item);
          },
        },
      }
    : {};
  useShortcuts(keys);
}
