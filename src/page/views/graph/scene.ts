import type { Colours } from "./appearance.ts";
import { type Camera, type Projection, projectionOf, type Stage } from "./camera.ts";
import type { Edge, Graph, Node, PendingLink } from "./graph-data.ts";
import type { Layout } from "./layout.ts";

export interface Scene {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly camera: Camera;
  readonly stage: Stage;
  readonly colours: Colours;
  readonly focus: Node | undefined;
  /** The focus and what belongs to it; everything else steps back. */
  readonly around: ReadonlySet<Node> | undefined;
  readonly hovered: Node | undefined;
  readonly chosenLink: string | undefined;
  readonly words: Readonly<Record<string, string>>;
}

/** The radius of a node in pixels: as large as its row allows. */
export const radiusOf = ({ rowHeight }: Projection): number => Math.max(2, Math.min(7, rowHeight * 0.3));

/** How far a line may bend aside. */
export const BOW = 60;

/** The bow of a line keeps it apart from what lies between its ends. Those in one row run straight. */
export function bendOf(edge: Edge, layout: Layout, projection: Projection): readonly [number, number] {
  const [x1, y1] = placeOf(edge.from, layout, projection);
  const [x2, y2] = placeOf(edge.to, layout, projection);
  const isStraight = edge.relation === "supersedes" && y1 === y2;
  const bow = isStraight ? 0 : Math.min(BOW, 8 + Math.hypot(x2 - x1, y2 - y1) * 0.12);
  const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
  return [(x1 + x2) / 2 + ((y2 - y1) / length) * bow, (y1 + y2) / 2 - ((x2 - x1) / length) * bow];
}

/** Half of the way along the line. */
export function middleOf(edge: Edge, layout: Layout, projection: Projection): readonly [number, number] {
  const [x1, y1] = placeOf(edge.from, layout, projection);
  const [x2, y2] = placeOf(edge.to, layout, projection);
  const [bx, by] = bendOf(edge, layout, projection);
  return [(x1 + 2 * bx + x2) / 4, (y1 + 2 * by + y2) / 4];
}

export const placeOf = (node: Node, layout: Layout, { x, y }: Projection): readonly [number, number] => [
  x(layout.x[node.index] ?? 0),
  y(layout.row[node.index] ?? 0),
];

/** A question mark on a link that waits: it can be clicked. */
export const PENDING_RADIUS = 10;

interface Seen {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly camera: Camera;
  readonly stage: Stage;
}

/** A finger is less exact than what it points at is small. */
const NEAR = 10;

/** The node at a place of the stage. A few thousand are looked through faster than an index is kept. */
export function nodeAt({ graph, layout, camera, stage }: Seen, px: number, py: number): Node | undefined {
  const projection = projectionOf(layout, camera, stage);
  let best: Node | undefined;
  let distance = Math.max(NEAR, radiusOf(projection) + 4);
  for (const node of graph.nodes) {
    const [x, y] = placeOf(node, layout, projection);
    const own = Math.hypot(x - px, y - py);
    if (own >= distance) continue;
    best = node;
    distance = own;
  }
  return best;
}

export function pendingAt(
  { graph, layout, camera, stage }: Seen,
  px: number,
  py: number,
): PendingLink | undefined {
  const projection = projectionOf(layout, camera, stage);
  return graph.pending.find((link) => {
    const [x, y] = middleOf(link, layout, projection);
    return Math.hypot(x - px, y - py) <= PENDING_RADIUS + 3;
  });
}

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const satisfies Record<string, readonly [number, number]>;
type Direction = keyof typeof DIRECTIONS;
export const isDirection = (key: string): key is Direction => Object.hasOwn(DIRECTIONS, key);

/** The nearest node in a direction; what lies aside counts as further away. Without a start, the newest. */
export function nodeTowards(seen: Seen, from: Node | undefined, direction: Direction): Node | undefined {
  if (!from) return seen.graph.nodes.at(-1);
  const projection = projectionOf(seen.layout, seen.camera, seen.stage);
  const [dx, dy] = DIRECTIONS[direction];
  const [x0, y0] = placeOf(from, seen.layout, projection);
  let best: Node | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const node of seen.graph.nodes) {
    const [x, y] = placeOf(node, seen.layout, projection);
    const ahead = (x - x0) * dx + (y - y0) * dy;
    if (ahead <= 0.5) continue;
    const cost = ahead + 3 * Math.abs((x - x0) * dy + (y - y0) * dx);
    if (cost >= least) continue;
    best = node;
    least = cost;
  }
  return best;
}
