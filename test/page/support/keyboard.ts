import type { Page } from "playwright-core";

/** Only keys, as somebody without a mouse has them. */
export interface Keyboard {
  /** One key after the other. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Replaces what is in the field with the focus. */
  retype(text: string): Promise<void>;
  /** Goes from one thing to the next until one has this name. */
  tabTo(name: string | RegExp): Promise<void>;
  /** Goes along a list by `j` and `k` until the row with the focus has this text. */
  rowWith(text: string): Promise<void>;
}

const MOST_STEPS = 150;

export function keyboardOf(page: Page): Keyboard {
  const focusedName = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const label = element?.labels?.[0]?.textContent;
      return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
    });
  /** Presses the key until something with the focus is the one, or nothing changes any more. */
  const until = async (
    key: string,
    isIt: (name: string) => boolean,
  ): Promise<readonly string[] | undefined> => {
    const passed: string[] = [];
    for (let step = 0; step < MOST_STEPS; step++) {
      await page.keyboard.press(key);
      const name = await focusedName();
      if (isIt(name)) return undefined;
      if (key !== "Tab" && name === passed.at(-1)) break;
      passed.push(name);
    }
    return passed;
  };
  const never = (wanted: string, passed: readonly string[]): Error =>
    new Error(`No key led to ${wanted}, but to ${passed.map((name) => name.slice(0, 40)).join(" | ")}.`);
  const press: Keyboard["press"] = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    press,
    type: (text) => page.keyboard.type(text, { delay: 10 }),
    async retype(text) {
      await press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async tabTo(name) {
      const passed = await until("Tab", (found) =>
        typeof name === "string" ? found === name : name.test(found),
      );
      if (passed) throw never(String(name), passed);
    },
    async rowWith(text) {
      const passed = await until("j", (found) => found.includes(text));
      const back = passed && (await until("k", (found) => found.includes(text)));
      if (back) throw never(text, [...passed, ...back]);
    },
  };
}
