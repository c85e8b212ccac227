import { strings } from "../strings.ts";
import { useShortcuts } from "./shortcuts.ts";

/** `j` and `k` move the focus along a short list; Enter then follows the link. The selector finds what gets it. */
export function useRowKeys(selector: string): void {
  const move = (step: 1 | -1): void => {
    const rows = [...document.querySelectorAll<HTMLElement>(selector)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))];
    next?.focus();
  };
  useShortcuts({
    j: { meaning: strings.shortcuts.next, run: () => move(1) },
    k: { meaning: strings.shortcuts.previous, run: () => move(-1) },
  });
}
