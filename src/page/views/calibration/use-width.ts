import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The width of an element in pixels, so that labels keep their size where there is little room. */
export function useWidth<E extends Element>(first: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      // What is hidden has no width, and may still be copied.
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
