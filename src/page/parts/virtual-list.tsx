import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useShortcuts } from "../shell/shortcuts.ts";
import { strings } from "../strings.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

const NARROW = "(max-width: 48rem)";
/** Rows beyond the window, so that scrolling shows no gap. */
const BEYOND = 8;

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * A list of any length, of which only the rows in the window exist. All rows have one height, in rem: on a wide and on a
 * narrow window. What a row shows may come later; `onRange` says which rows are to be seen.
 */
export function VirtualList({
  label,
  total,
  heights,
  row,
  onRange,
}: {
  readonly label: string;
  readonly total: number;
  readonly heights: { readonly wide: number; readonly narrow: number };
  readonly row: (index: number) => ComponentChildren;
  readonly onRange: (range: Range) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(() => rowHeight(heights));
  const [{ start, end }, setRange] = useState<Range>({ start: 0, end: 20 });

  const measure = useCallback(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const first = Math.max(0, Math.floor(-top / height) - BEYOND);
    const last = Math.min(total, Math.ceil((window.innerHeight - top) / height) + BEYOND);
    setRange((before) =>
      before.start === first && before.end === last ? before : { start: first, end: last },
    );
  }, [height, total]);

  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    let frame = 0;
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const resized = (): void => {
      setHeight(rowHeight(heights));
      soon();
    };
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", resized);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", soon);
      removeEventListener("resize", resized);
    };
  }, [measure, heights]);
  useEffect(() => onRange({ start, end }), [onRange, start, end]);

  const focusRow = useRovingFocus(list, { total, height });
  useShortcuts({
    j: { meaning: strings.shortcuts.next, run: () => focusRow(1) },
    k: { meaning: strings.shortcuts.previous, run: () => focusRow(-1) },
  });

  const shown = Array.from({ length: Math.max(0, Math.min(end, total) - start) }, (_, i) => start + i);
  return (
    <div class="virtual" ref={list} style={{ "--all-rows": `${total * height}px`, "--row": `${height}px` }}>
      <ol aria-label={label} style={{ "--first-row": `${start * height}px` }}>
        {shown.map((index) => (
          <li key={index} class="row" aria-setsize={total} aria-posinset={index + 1} data-index={index}>
            {row(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}

const rowHeight = (heights: { readonly wide: number; readonly narrow: number }): number =>
  Math.round((matchMedia(NARROW).matches ? heights.narrow : heights.wide) * rem());

/** Moves the focus to the next or previous row, also to one that does not exist yet. */
function useRovingFocus(
  list: { readonly current: HTMLDivElement | null },
  { total, height }: { readonly total: number; readonly height: number },
): (step: 1 | -1) => void {
  const wanted = useRef<number | undefined>(undefined);
  const tryFocus = (): void => {
    if (wanted.current === undefined) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  };
  useEffect(tryFocus);
  return (step) => {
    const element = list.current;
    if (!element || total === 0) return;
    const top = element.getBoundingClientRect().top;
    const focused = document.activeElement?.closest<HTMLElement>(".virtual [data-index]");
    const firstVisible = Math.max(0, Math.ceil((topBarHeight() - top) / height));
    const from = focused ? Number(focused.dataset["index"]) + step : firstVisible;
    wanted.current = Math.max(0, Math.min(total - 1, from));
    const rowTop = top + wanted.current * height;
    if (rowTop < topBarHeight()) window.scrollBy(0, rowTop - topBarHeight() - 8);
    else if (rowTop + height > window.innerHeight)
      window.scrollBy(0, rowTop + height - window.innerHeight + 8);
    tryFocus();
  };
}

const topBarHeight = (): number => document.querySelector(".top-bar")?.getBoundingClientRect().height ?? 0;
