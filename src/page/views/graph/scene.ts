import type { Colours } from "./appearance.ts";
import type { Camera, Projection, Stage } from "./camera.ts";
import type { Edge, Graph, Node } from "./graph-data.ts";
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
