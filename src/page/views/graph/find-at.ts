import { type Camera, projectionOf, type Stage } from "./camera.ts";
import type { Graph, Node, PendingLink } from "./graph-data.ts";
import type { Layout } from "./layout.ts";
import { middleOf, PENDING_RADIUS, placeOf, radiusOf } from "./scene.ts";

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
export type Direction = keyof typeof DIRECTIONS;
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
