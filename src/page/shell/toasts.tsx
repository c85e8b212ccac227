import { useEffect, useRef, useState } from "preact/hooks";
import { createStore, useStore } from "../state/store.ts";
import { strings } from "../strings.ts";
import { useShortcuts } from "./shortcuts.ts";

/** How long something can be taken back. */
const UNDO_MILLISECONDS = 10_000;
const TELLING_MILLISECONDS = 6_000;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "done" | "problem";
  readonly undo?: (() => void) | undefined;
  readonly onEnd?: (() => void) | undefined;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const MOST_SHOWN = 3;

/**
 * Says something at the edge of the page. With `undo` it can be taken back for ten seconds. `onEnd` runs when that time
 * is over and it was not taken back, also when the page is left.
 */
export function say(
  text: string,
  { tone = "done", undo, onEnd }: Partial<Omit<Toast, "id" | "text">> = {},
): void {
  lastId += 1;
  const shown = [...toasts.get(), { id: lastId, text, tone, undo, onEnd }];
  toasts.set(shown.slice(-MOST_SHOWN));
  for (const pushedOut of shown.slice(0, -MOST_SHOWN)) pushedOut.onEnd?.();
}

const remove = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function dismiss(toast: Toast): void {
  if (!toasts.get().includes(toast)) return;
  remove(toast.id);
  toast.onEnd?.();
}

function takeBack(toast: Toast): void {
  remove(toast.id);
  toast.undo?.();
}

addEventListener("pagehide", () => {
  for (const toast of toasts.get()) dismiss(toast);
});

export function Toasts() {
  const shown = useStore(toasts);
  useShortcuts({
    u: {
      meaning: strings.shortcuts.undo,
      run: () => {
        const last = toasts.get().findLast(({ undo }) => undo !== undefined);
        if (last) takeBack(last);
      },
    },
  });
  return (
    <section class="toasts" aria-live="polite" aria-label={strings.shell.messages}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const left = useRef(toast.undo ? UNDO_MILLISECONDS : TELLING_MILLISECONDS);
  useEffect(() => {
    // Whoever points at it or has the focus in it has all the time.
    if (isHeld) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => dismiss(toast), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1_500, left.current - (performance.now() - started));
    };
  }, [isHeld, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only makes it stay
    <div
      class={`toast toast-${toast.tone}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <p>
        <bdi>{toast.text}</bdi>
      </p>
      {toast.undo ? (
        <button type="button" class="button" onClick={() => takeBack(toast)}>
          {strings.shell.undo}
        </button>
      ) : null}
      <button
        type="button"
        class="button quiet"
        onClick={() => dismiss(toast)}
        aria-label={strings.shell.dismiss}
      >
        ×
      </button>
    </div>
  );
}
