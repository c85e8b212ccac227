import { useRef } from "preact/hooks";
import { type Camera, panned, type Stage, zoomed } from "./camera.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A press that moves less is a click. */
const STILL = 4;

type SetCamera = (change: (camera: Camera) => Camera) => void;

/** Dragging moves, two fingers zoom; the wheel zooms once the picture has the focus, so that the page still scrolls. */
export function usePointers(
  stage: Stage | undefined,
  setCamera: SetCamera,
  on: { over(x: number, y: number): void; click(x: number, y: number): void },
) {
  const pressed = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const at = (event: MouseEvent & { readonly currentTarget: Element }): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  return {
    onPointerDown(event: PointerEvent & { readonly currentTarget: Element }) {
      if (event.button !== 0) return;
      if (pressed.current.size === 0) moved.current = 0;
      pressed.current.set(event.pointerId, at(event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent & { readonly currentTarget: Element }) {
      const now = at(event);
      const before = pressed.current.get(event.pointerId);
      if (!stage) return;
      if (!before) {
        on.over(now.x, now.y);
        return;
      }
      pressed.current.set(event.pointerId, now);
      const [other] = [...pressed.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const share = other ? 0.5 : 1;
      moved.current += Math.hypot(now.x - before.x, now.y - before.y);
      setCamera((camera) => {
        const shifted = panned(camera, (now.x - before.x) * share, (now.y - before.y) * share, stage);
        if (!other) return shifted;
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        return zoomed(shifted, factor, (now.x + other.x) / 2, (now.y + other.y) / 2, stage);
      });
    },
    onPointerUp(event: PointerEvent & { readonly currentTarget: Element }) {
      if (!pressed.current.delete(event.pointerId) || event.type === "pointercancel") return;
      const { x, y } = at(event);
      if (pressed.current.size === 0 && moved.current < STILL) on.click(x, y);
    },
    onWheel(event: WheelEvent & { readonly currentTarget: Element }) {
      const isMeant = event.ctrlKey || event.metaKey || event.currentTarget.contains(document.activeElement);
      if (!isMeant || !stage) return;
      event.preventDefault();
      const { x, y } = at(event);
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      setCamera((camera) => zoomed(camera, factor, x, y, stage));
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
