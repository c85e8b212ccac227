import { colourOfOutcome, isHollow, LINES, RELATIONS, traceNode } from "./appearance.ts";
import { marginOf, type Projection, projectionOf } from "./camera.ts";
import { drawBands, drawTime } from "./draw-frame.ts";
import { drawLabels } from "./draw-labels.ts";
import type { Edge, PendingLink } from "./graph-data.ts";
import { BOW, bendOf, middleOf, PENDING_RADIUS, placeOf, radiusOf, type Scene } from "./scene.ts";

const FAINT = 0.14;
/** Thousands of lines would hide what they join. */
const DENSE = 0.55;

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, camera, stage, graph, around } = scene;
  const projection = projectionOf(layout, camera, stage);
  context.clearRect(0, 0, stage.width, stage.height);
  drawBands(context, scene, projection);
  context.save();
  context.beginPath();
  const { left, bottom } = marginOf(stage);
  context.rect(left - 8, 0, stage.width - left + 8, stage.height - bottom + 6);
  context.clip();
  const isNear = (edge: Edge): boolean =>
    !around ||
    edge.from === scene.focus ||
    edge.to === scene.focus ||
    (around.has(edge.from) && around.has(edge.to));
  for (const relation of RELATIONS) {
    const edges = graph.edges.filter((edge) => edge.relation === relation);
    strokeEdges(
      context,
      scene,
      projection,
      edges.filter((edge) => !isNear(edge)),
      relation,
      FAINT,
    );
    strokeEdges(context, scene, projection, edges.filter(isNear), relation, 0.85);
  }
  strokeEdges(
    context,
    scene,
    projection,
    graph.pending.filter((edge) => !isNear(edge)),
    "pending",
    0.3,
  );
  strokeEdges(context, scene, projection, graph.pending.filter(isNear), "pending", 1);
  drawNodes(context, scene, projection);
  drawLabels(context, scene, projection);
  drawPendingMarks(context, scene, projection);
  context.restore();
  drawTime(context, scene, projection);
}

function strokeEdges(
  context: CanvasRenderingContext2D,
  { layout, colours, stage }: Scene,
  projection: Projection,
  edges: readonly Edge[],
  kind: keyof typeof LINES,
  alpha: number,
): void {
  if (edges.length === 0) return;
  const { colour, width, dash } = LINES[kind];
  const radius = radiusOf(projection);
  const lines = new Path2D();
  const heads = new Path2D();
  for (const edge of edges) {
    const [x1, y1] = placeOf(edge.from, layout, projection);
    const [x2, y2] = placeOf(edge.to, layout, projection);
    if (Math.max(x1, x2) < -BOW || Math.min(x1, x2) > stage.width + BOW) continue;
    if (Math.max(y1, y2) < -BOW || Math.min(y1, y2) > stage.height + BOW) continue;
    const [bx, by] = bendOf(edge, layout, projection);
    lines.moveTo(x1, y1);
    lines.quadraticCurveTo(bx, by, x2, y2);
    // A contradiction has no direction.
    if (radius > 3 && edge.relation !== "contradicts") traceHead(heads, bx, by, x2, y2, radius + 2);
  }
  context.globalAlpha = radius > 3 ? alpha : alpha * DENSE;
  context.strokeStyle = colours[colour];
  context.fillStyle = colours[colour];
  context.lineWidth = radius > 3 ? width : Math.max(0.6, width / 2);
  // Where lines are that close, dashes cannot be told apart, and they take most of the time.
  context.setLineDash(radius > 3 ? [...dash] : []);
  context.stroke(lines);
  context.setLineDash([]);
  context.fill(heads);
  context.globalAlpha = 1;
}

function traceHead(path: Path2D, fromX: number, fromY: number, x: number, y: number, back: number): void {
  const angle = Math.atan2(y - fromY, x - fromX);
  const [tipX, tipY] = [x - Math.cos(angle) * back, y - Math.sin(angle) * back];
  path.moveTo(tipX, tipY);
  path.lineTo(tipX - 8 * Math.cos(angle - 0.4), tipY - 8 * Math.sin(angle - 0.4));
  path.lineTo(tipX - 8 * Math.cos(angle + 0.4), tipY - 8 * Math.sin(angle + 0.4));
  path.closePath();
}

/** One path for each colour and kind of filling: thousands of single ones would be slow. */
function drawNodes(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { graph, layout, colours, around, stage } = scene;
  const radius = radiusOf(projection);
  const paths = new Map<string, { path: Path2D; colour: string; hollow: boolean; alpha: number }>();
  for (const node of graph.nodes) {
    const [x, y] = placeOf(node, layout, projection);
    if (x < -radius || y < -radius || x > stage.width + radius || y > stage.height + radius) continue;
    const hollow = isHollow(node.standing);
    const colour = colours[colourOfOutcome(node.outcome)];
    const alpha = around && !around.has(node) ? FAINT * 1.6 : 1;
    const key = `${colour} ${hollow} ${alpha}`;
    const batch = paths.get(key) ?? { path: new Path2D(), colour, hollow, alpha };
    paths.set(key, batch);
    traceNode(batch.path, node.standing, x, y, radius);
  }
  for (const { path, colour, hollow, alpha } of paths.values()) {
    // The ground under a hollow node hides the line that passes below it.
    context.globalAlpha = 1;
    context.fillStyle = colours.surface;
    context.fill(path);
    context.globalAlpha = alpha;
    context.fillStyle = hollow ? colours.surface : colour;
    context.strokeStyle = hollow ? colour : colours.surface;
    context.lineWidth = hollow ? Math.min(2, radius * 0.5) : Math.min(1, radius * 0.25);
    context.fill(path);
    context.stroke(path);
  }
  context.globalAlpha = 1;
  for (const node of [scene.focus, scene.hovered]) {
    if (!node) continue;
    const [x, y] = placeOf(node, layout, projection);
    context.strokeStyle = node === scene.focus ? colours.accent : colours.text;
    context.lineWidth = node === scene.focus ? 3 : 2;
    context.beginPath();
    context.arc(x, y, radius + 5, 0, 2 * Math.PI);
    context.stroke();
  }
}

function drawPendingMarks(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { graph, layout, colours, chosenLink, around, focus } = scene;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const link of graph.pending) {
    const [x, y] = middleOf(link, layout, projection);
    const isAside = around && link.from !== focus && link.to !== focus && !isChosen(link, chosenLink);
    context.globalAlpha = isAside ? 0.4 : 1;
    context.beginPath();
    context.arc(x, y, PENDING_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = isChosen(link, chosenLink) ? colours.fair : colours.surface;
    context.fill();
    context.strokeStyle = colours.fair;
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = isChosen(link, chosenLink) ? colours.surface : colours.fair;
    context.font = "700 13px system-ui, sans-serif";
    context.fillText("?", x, y + 1);
  }
  context.globalAlpha = 1;
}

const isChosen = ({ link }: PendingLink, chosen: string | undefined): boolean => link === chosen;
