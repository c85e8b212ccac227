import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Stored } from "../../parts/stored-text.tsx";
import { changeQuery, href, navigate } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { type Camera, projectionOf, showing, WHOLE, zoomed } from "./camera.ts";
import { isDirection, nodeAt, nodeTowards, pendingAt } from "./find-at.ts";
import { aroundNode, type Graph, type Node } from "./graph-data.ts";
import { layOut } from "./layout.ts";
import { PendingCard } from "./pending-card.tsx";
import { middleOf, placeOf } from "./scene.ts";
import { usePointers } from "./use-pointers.ts";
import { useDrawing, useStage } from "./use-stage.ts";

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
