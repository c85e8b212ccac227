import type { Relation } from "./graph-data.ts";

/** The colours of the stylesheet that a canvas needs, as the browser computes them in the chosen theme. */
const NAMES = [
  "surface",
  "ground",
  "line",
  "edge",
  "text",
  "quiet",
  "accent",
  "good",
  "fair",
  "bad",
  "hover",
] as const;
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

export function coloursOf(near: HTMLElement): Colours {
  const probe = document.createElement("span");
  near.append(probe);
  const entries = NAMES.map((name) => {
    probe.style.setProperty("color", `var(--${name})`);
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Colours;
}

export interface LineStyle {
  readonly colour: keyof Colours;
  readonly width: number;
  readonly dash: readonly number[];
}

/** Every relation differs from the others in its dashes, not only in its colour. */
export const LINES: Readonly<Record<Relation | "pending", LineStyle>> = {
  supersedes: { colour: "quiet", width: 2, dash: [] },
  refines: { colour: "accent", width: 1.5, dash: [] },
  contradicts: { colour: "bad", width: 2, dash: [3, 3] },
  depends_on: { colour: "accent", width: 1.5, dash: [9, 4] },
  prevented: { colour: "good", width: 1.5, dash: [10, 3, 2, 3] },
  learned_from: { colour: "quiet", width: 1.5, dash: [1, 4] },
  pending: { colour: "fair", width: 2, dash: [6, 5] },
};

export const RELATIONS: readonly Relation[] = [
  "supersedes",
  "refines",
  "contradicts",
  "depends_on",
  "prevented",
  "learned_from",
];

/** The colour of a node is its outcome. */
export const colourOfOutcome = (outcome: string | null): keyof Colours =>
  outcome === "success" ? "good" : outcome === "partial" ? "fair" : outcome === "failure" ? "bad" : "edge";

/** The shape of a node is its standing. */
export function traceNode(path: Path2D, standing: string, x: number, y: number, r: number): void {
  switch (standing) {
    case "superseded":
      path.moveTo(x, y - r * 1.2);
      path.lineTo(x + r * 1.2, y);
      path.lineTo(x, y + r * 1.2);
      path.lineTo(x - r * 1.2, y);
      path.closePath();
      return;
    case "deprecated":
      path.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
      return;
    case "draft":
      path.moveTo(x, y - r * 1.15);
      path.lineTo(x + r * 1.1, y + r * 0.85);
      path.lineTo(x - r * 1.1, y + r * 0.85);
      path.closePath();
      return;
    default:
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
  }
}

/** A decision that no longer holds is hollow. */
export const isHollow = (standing: string): boolean => standing === "superseded" || standing === "deprecated";
