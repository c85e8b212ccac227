import { colourOfOutcome, isHollow, LINES, RELATIONS, traceNode } from "./appearance.ts";
import { marginOf, type Projection, projectionOf } from "./camera.ts";
import type { Edge, Node, PendingLink } from "./graph-data.ts";
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

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** A label of a time needs so many pixels. */
const PER_TICK = 96;

/** Stripes for the domains, with their names at the left edge. */
function drawBands(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { layout, stage, colours } = scene;
  const margin = marginOf(stage);
  context.font = FONT;
  context.textAlign = "end";
  context.textBaseline = "middle";
  let lastY = Number.NEGATIVE_INFINITY;
  for (const [i, band] of layout.bands.entries()) {
    const top = projection.y(band.row) - projection.rowHeight / 2;
    const height = band.rows * projection.rowHeight;
    const [shownTop, shownEnd] = [Math.max(0, top), Math.min(stage.height - margin.bottom + 6, top + height)];
    if (shownEnd <= shownTop) continue;
    if (i % 2 === 0) {
      context.fillStyle = colours.ground;
      context.fillRect(0, shownTop, stage.width, shownEnd - shownTop);
    }
    const y = (shownTop + shownEnd) / 2;
    // Where domains are too thin for all of their names, some are left out.
    if (y - lastY < 14) continue;
    lastY = y;
    context.fillStyle = colours.quiet;
    context.fillText(fitted(context, band.domain, margin.left - 24), margin.left - 16, y);
  }
}

function drawTime(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { layout, stage, colours } = scene;
  const margin = marginOf(stage);
  const perUnit = (layout.to - layout.from) / layout.width;
  const timeAt = (pixel: number): number => layout.from + projection.atX(pixel) * perUnit;
  const [left, right] = [margin.left, stage.width - 24];
  const ground = stage.height - margin.bottom + 6;
  context.fillStyle = colours.surface;
  context.fillRect(0, ground, stage.width, stage.height - ground);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, ground + 0.5);
  context.lineTo(stage.width, ground + 0.5);
  context.stroke();
  context.font = FONT;
  context.fillStyle = colours.quiet;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { at, label } of timeTicks(timeAt(left), timeAt(right), (right - left) / PER_TICK)) {
    const x = projection.x((at - layout.from) / perUnit);
    context.beginPath();
    context.moveTo(x, ground);
    context.lineTo(x, ground + 5);
    context.stroke();
    context.fillText(label, Math.min(x, stage.width - 34), ground + 16);
  }
}

/** As much of a text as fits, with a mark where it was cut. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const characters = [...text];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${characters.slice(0, middle).join("")}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${characters.slice(0, low).join("").trimEnd()}…`;
}

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
function drawLabels(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
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

interface Tick {
  readonly at: number;
  readonly label: string;
}

const DAY = 86_400_000;
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (at: number): string => formatter.format(at);
};
const hour = format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const day = format({ day: "numeric", month: "short" });
const month = format({ month: "short", year: "numeric" });
const year = format({ year: "numeric" });

const DAYS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 7, 14];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

/** Round times between two times, at most so many: hours, days, Mondays, months or years. */
function timeTicks(from: number, to: number, most: number): readonly Tick[] {
  const most1 = Math.max(1, most);
  const days = DAYS.find((length) => (to - from) / (length * DAY) <= most1);
  return days === undefined ? monthTicks(from, to, most1) : dayTicks(from, to, days);
}

function dayTicks(from: number, to: number, days: number): Tick[] {
  const step = days * DAY;
  // Weeks begin on Monday, and 1970 began on a Thursday.
  const shift = days >= 7 ? 4 * DAY : 0;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step)
    ticks.push({ at, label: days < 1 ? hour(at) : day(at) });
  return ticks;
}

function monthTicks(from: number, to: number, most: number): Tick[] {
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const end = new Date(to);
  const last = end.getUTCFullYear() * 12 + end.getUTCMonth();
  const step = MONTHS.find((length) => (last - first) / length <= most) ?? (MONTHS.at(-1) as number);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    const time = Date.UTC(Math.floor(at / 12), at % 12);
    if (time >= from) ticks.push({ at: time, label: step >= 12 ? year(time) : month(time) });
  }
  return ticks;
}
