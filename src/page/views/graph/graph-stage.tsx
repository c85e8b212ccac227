import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Stored } from "../../parts/stored-text.tsx";
import { changeQuery, href, navigate } from "../../route/address.ts";
import { useStore } from "../../state/store.ts";
import { theme } from "../../state/theme.ts";
import { strings } from "../../strings.ts";
import { type Colours, coloursOf } from "./appearance.ts";
import { type Camera, panned, projectionOf, type Stage, showing, WHOLE, zoomed } from "./camera.ts";
import { draw } from "./draw.ts";
import { aroundNode, type Graph, type Node } from "./graph-data.ts";
import { layOut } from "./layout.ts";
import { PendingCard } from "./pending-links.tsx";
import { isDirection, middleOf, nodeAt, nodeTowards, pendingAt, placeOf, type Scene } from "./scene.ts";

const { graph: words } = strings;

const STEP = 1.5;

/** The picture, which can be moved, zoomed and walked through with the arrow keys. */
export function GraphStage({
  graph,
  focus,
  link,
  onFocus,
}: {
  readonly graph: Graph;
  readonly focus: Node | undefined;
  /** The pending link that is open. */
  readonly link: string | undefined;
  readonly onFocus: (id: string | undefined) => void;
}) {
  const { element, stage, colours } = useStage();
  const layout = useMemo(() => layOut(graph), [graph]);
  const [camera, setCamera] = useState<Camera>(WHOLE);
  const [hovered, setHovered] = useState<Node | undefined>(undefined);
  const around = useMemo(() => (focus ? aroundNode(graph, focus) : undefined), [graph, focus]);
  const shown = stage && colours ? { stage, colours } : undefined;
  const canvas = useDrawing(
    shown && {
      graph,
      layout,
      camera,
      ...shown,
      focus,
      around,
      hovered,
      chosenLink: link,
      words: words.relationNames,
    },
  );
  const seen = stage && { graph, layout, camera, stage };
  const pointers = usePointers(stage, setCamera, {
    over: (x, y) => setHovered(seen && nodeAt(seen, x, y)),
    click: (x, y) => {
      if (!seen) return;
      const pending = pendingAt(seen, x, y);
      if (pending) changeQuery({ link: pending.link });
      else onFocus(nodeAt(seen, x, y)?.id);
    },
  });

  // Whoever comes by a link or the list sees what it is about.
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!stage || focused.current === focus?.id) return;
    focused.current = focus?.id;
    if (focus) setCamera((now) => showing(now, layout, focus.index, stage));
  }, [focus, stage, layout]);

  const zoom = (factor: number) =>
    stage && setCamera((now) => zoomed(now, factor, stage.width / 2, stage.height / 2, stage));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!seen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== event.currentTarget) return;
    const { key } = event;
    if (isDirection(key)) {
      const next = nodeTowards(seen, focus, key);
      if (next) onFocus(next.id);
    } else if (key === "+" || key === "=") zoom(STEP);
    else if (key === "-") zoom(1 / STEP);
    else if (key === "0") setCamera(WHOLE);
    else if (key === "Enter" && focus) navigate(href(`/decisions/${focus.id}`));
    else if (key === "Escape") onFocus(undefined);
    else return;
    event.preventDefault();
  };

  const projection = seen && projectionOf(layout, camera, seen.stage);
  const opened = graph.pending.find((one) => one.link === link);
  return (
    <div class="graph-frame">
      <div
        ref={element}
        class="graph-stage"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys, as its role says.
        tabIndex={0}
        role="application"
        aria-label={words.stageLabel(graph.nodes.length)}
        aria-describedby="graph-keys"
        onKeyDown={onKeyDown}
        onWheel={pointers.onWheel}
        onPointerDown={pointers.onPointerDown}
        onPointerMove={pointers.onPointerMove}
        onPointerUp={pointers.onPointerUp}
        onPointerCancel={pointers.onPointerUp}
        onPointerLeave={() => setHovered(undefined)}
      >
        <canvas ref={canvas} data-points={hovered ? "yes" : "no"} />
        {hovered && projection ? (
          <p class="graph-tip" aria-hidden="true" style={placed(placeOf(hovered, layout, projection))}>
            <Stored text={hovered.statement} />
          </p>
        ) : null}
      </div>
      {opened && projection ? (
        <div class="graph-card" style={placed(middleOf(opened, layout, projection))}>
          <PendingCard
            key={opened.link}
            pending={opened}
            graph={graph}
            onClose={() => changeQuery({ link: undefined })}
          />
        </div>
      ) : null}
      <div class="graph-foot">
        <div class="graph-zoom">
          <button type="button" class="button" aria-label={words.zoomIn} onClick={() => zoom(STEP)}>
            +
          </button>
          <button type="button" class="button" aria-label={words.zoomOut} onClick={() => zoom(1 / STEP)}>
            −
          </button>
          <button type="button" class="button" onClick={() => setCamera(WHOLE)}>
            {words.showAll}
          </button>
        </div>
        <p id="graph-keys" class="faint graph-keys">
          {words.keys}
        </p>
      </div>
    </div>
  );
}

const placed = ([x, y]: readonly [number, number]) => ({
  "--x": `${Math.round(x)}px`,
  "--y": `${Math.round(y)}px`,
});

/** The size of an element, and its colours in the theme that is shown. */
function useStage() {
  const element = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | undefined>(undefined);
  const [colours, setColours] = useState<Colours | undefined>(undefined);
  const chosenTheme = useStore(theme);
  useEffect(() => {
    const holder = element.current;
    if (!holder) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0)
        setStage({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(holder);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const read = () => {
      if (element.current) setColours(coloursOf(element.current));
    };
    read();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", read);
    return () => dark.removeEventListener("change", read);
  }, [chosenTheme]);
  return { element, stage, colours };
}

/** Draws a scene with the next frame, and once if it changes several times before. */
function useDrawing(scene: Scene | undefined) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!scene) return;
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d");
      if (!element || !context) return;
      const { width, height } = scene.stage;
      const scale = devicePixelRatio;
      const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
      if (element.width !== pixelWidth || element.height !== pixelHeight) {
        element.width = pixelWidth;
        element.height = pixelHeight;
      }
      context.setTransform(scale, 0, 0, scale, 0, 0);
      draw(context, scene);
      element.dataset["drawn"] = String(scene.graph.nodes.length);
    });
    return () => cancelAnimationFrame(frame);
  });
  return canvas;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A press that moves less is a click. */
const STILL = 4;

type SetCamera = (change: (camera: Camera) => Camera) => void;

/** Dragging moves, two fingers zoom; the wheel zooms once the picture has the focus, so that the page still scrolls. */
function usePointers(
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
