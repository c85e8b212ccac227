import { marginOf, type Projection } from "./camera.ts";
import { fitted } from "./draw-frame.ts";
import type { Node } from "./graph-data.ts";
import { middleOf, placeOf, radiusOf, type Scene } from "./scene.ts";

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Shorter pieces of statements say nothing. */
const SHORTEST = 56;
const LONGEST = 240;
/** Rows that are lower have no room for text. */
const LOWEST_ROW = 15;
/** Text is measured, which costs; more cannot be read anyway. */
const MOST = 150;
/** Around a focus, so few are labelled however low the rows are. */
const MOST_IN_FOCUS = 30;

/** Statements beside their nodes, where there is room up to the next node of the row; in focus, only what belongs to it. */
export function drawLabels(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { graph, layout, stage, colours, around, focus } = scene;
  const margin = marginOf(stage);
  context.font = FONT;
  context.textBaseline = "middle";
  const radius = radiusOf(projection);
  const shown = graph.nodes.filter((node) => {
    if (around && !around.has(node)) return false;
    const [x, y] = placeOf(node, layout, projection);
    return x > margin.left - 10 && x < stage.width && y > 0 && y < stage.height - margin.bottom;
  });
  if (projection.rowHeight < LOWEST_ROW && !(around && shown.length <= MOST_IN_FOCUS)) return;
  const nextOf = nextInRow(shown, layout.row, layout.x);
  for (const node of shown.slice(0, MOST)) {
    const [x, y] = placeOf(node, layout, projection);
    const next = nextOf.get(node);
    const end = next ? placeOf(next, layout, projection)[0] - radius - 10 : stage.width - 6;
    const right = Math.min(LONGEST, end - x - radius - 6);
    const left = around && !next ? Math.min(LONGEST, x - radius - 6 - margin.left) : 0;
    const isLeft = right < SHORTEST && left >= SHORTEST;
    if (right < SHORTEST && !isLeft) continue;
    context.textAlign = isLeft ? "end" : "start";
    context.fillStyle = node === focus ? colours.text : colours.quiet;
    const text = fitted(context, isolated(node.statement), isLeft ? left : right);
    // The line to what replaced it runs on along the row.
    const isAbove = next !== undefined && isReplacedBy(scene, node, next);
    writeOver(context, text, isLeft ? x - radius - 6 : x + radius + 6, isAbove ? y - 9 : y, colours.surface);
  }
  if (focus) drawRelationWords(context, scene, projection, focus);
}

const isReplacedBy = ({ graph }: Scene, node: Node, next: Node): boolean =>
  (graph.edgesOf[node.index] ?? []).some(({ from, relation }) => from === next && relation === "supersedes");

/** Text with an edge of the ground around it, so that lines do not run through the letters. */
function writeOver(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  ground: string,
): void {
  context.strokeStyle = ground;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** The node after each one in its row. */
function nextInRow(nodes: readonly Node[], row: Float64Array, x: Float64Array): ReadonlyMap<Node, Node> {
  const sorted = [...nodes].sort(
    (a, b) => (row[a.index] ?? 0) - (row[b.index] ?? 0) || (x[a.index] ?? 0) - (x[b.index] ?? 0),
  );
  const next = new Map<Node, Node>();
  for (const [i, node] of sorted.entries()) {
    const after = sorted[i + 1];
    if (after && row[after.index] === row[node.index]) next.set(node, after);
  }
  return next;
}

function drawRelationWords(
  context: CanvasRenderingContext2D,
  { graph, layout, colours, words }: Scene,
  projection: Projection,
  focus: Node,
): void {
  context.textAlign = "center";
  context.font = `600 ${FONT}`;
  for (const edge of graph.edgesOf[focus.index] ?? []) {
    const word = words[edge.relation] ?? edge.relation;
    const [x, y] = middleOf(edge, layout, projection);
    const [[x1, y1], [x2, y2]] = [edge.from, edge.to].map((end) => placeOf(end, layout, projection)) as [
      readonly [number, number],
      readonly [number, number],
    ];
    // Between ends that are near each other it would cover them, and the panel says it too.
    if (Math.hypot(x2 - x1, y2 - y1) < context.measureText(word).width + 48) continue;
    context.fillStyle = colours.text;
    writeOver(context, word, x, y, colours.surface);
  }
}

/** The direction of stored text does not reach beyond it, and its lines become one. */
const isolated = (text: string): string => `\u2068${text.replace(/\s+/g, " ")}\u2069`;
