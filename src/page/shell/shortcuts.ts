import { useEffect, useRef } from "preact/hooks";
import { keep, readKept } from "../state/kept.ts";
import { createStore } from "../state/store.ts";
import { strings } from "../strings.ts";

interface Shortcut {
  readonly meaning: string;
  readonly run: () => void;
}
/** By keys: `j`, `/`, or two in a row as `g d`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

/** Single keys get in the way of speech input and some keyboards, so they can be switched off. */
const NAME = "shortcuts";
export const shortcutsAreOn = createStore(readKept(NAME) !== "off");

export function switchShortcuts(on: boolean): void {
  keep(NAME, on ? undefined : "off");
  shortcutsAreOn.set(on);
}

/** The innermost view comes last and is asked first. */
const layers: { readonly current: Shortcuts }[] = [];

export const knownShortcuts = (): readonly (readonly [string, string])[] =>
  layers.flatMap(({ current }) =>
    Object.entries(current).map(([keys, { meaning }]) => [keys, meaning] as const),
  );

/** The keys that do something while the component is shown. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const layer = useRef(shortcuts);
  layer.current = shortcuts;
  useEffect(() => {
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}

const SEQUENCE_PAUSE = 1_200;
let pressed = { key: "", at: 0 };

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Enter and space belong to what has the focus. */
const belongsToFocus = (event: KeyboardEvent): boolean =>
  (event.key === "Enter" || event.key === " ") &&
  event.target instanceof Element &&
  event.target.closest("a, button, summary") !== null;

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !shortcutsAreOn.get()) return;
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToFocus(event)) return;
    if (takesText(event.target) || document.querySelector("dialog[open]")) return;
    const isSecond = performance.now() - pressed.at < SEQUENCE_PAUSE;
    const keys = isSecond ? [`${pressed.key} ${event.key}`, event.key] : [event.key];
    pressed = { key: event.key, at: performance.now() };
    for (const name of keys) {
      const layer = layers.findLast(({ current }) => Object.hasOwn(current, name));
      const shortcut = layer?.current[name];
      if (!shortcut) continue;
      event.preventDefault();
      pressed = { key: "", at: 0 };
      shortcut.run();
      return;
    }
  });
}

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
