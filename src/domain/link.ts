import type { Author } from "./actor.ts";
import { Fault } from "./errors.ts";
import type { Screened } from "./text.ts";

/** `supersedes` is made by the memory; the others are proposed by anybody and approved by a person. */
export const RELATIONS = ["supersedes", "refines", "contradicts"] as const;
export type Relation = (typeof RELATIONS)[number];

export const LINK_STATES = ["pending", "active", "rejected"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** How two decisions relate, and who says so. */
export interface Link {
  readonly id: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly state: LinkState;
  readonly reason: Screened;
  readonly evidence?: Screened | undefined;
  readonly proposedBy: Author;
  readonly proposedAt: Date;
}

export function requireTwoEnds(from: string, to: string): void {
  if (from !== to) return;
  throw new Fault("invalid", `Decision ${from} cannot be linked to itself.`, {
    field: "to_id",
    received: to,
    reason: "self_link",
    hint: "Name two different decisions.",
  });
}

/**
 * Whether superseding `older` by `newer` would close a circle, given what each decision supersedes. The supersedes
 * graph never has one, so following it always ends.
 */
export function wouldCycle(
  newer: string,
  older: string,
  supersedes: (id: string) => readonly string[],
): boolean {
  const open = [older];
  const seen = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === newer) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...supersedes(id));
  }
  return false;
}
