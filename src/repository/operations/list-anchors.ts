import * as z from "zod";
import { type Decision, requireDecision } from "../../decisions/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { AnchorState, CheckedAnchors } from "../rules/anchor-state.ts";
import { anchorKey, type FollowedAnchor, wantedAnchors } from "../rules/follow-history.ts";
import { anchorsOf } from "../sql/anchor-rows.ts";
import { checkAnchors } from "./check-anchors.ts";
import type { AnchorDeps, RepositoryDeps } from "./deps.ts";

/** A place with what became of it, where that is known. */
export interface ListedAnchor {
  readonly anchor: FollowedAnchor;
  readonly state?: AnchorState | undefined;
  readonly lines?: { readonly first: number; readonly last: number } | undefined;
}

export const listAnchors = defineOperation({
  name: "list-anchors",
  summary: "The places in the code that a decision is about, and what became of them.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RepositoryDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const checked = await checkAnchors([decision], decision.project, deps);
    return { decision, anchors: await placesOf(decision, checked, deps) };
  },
});

/** All places that a decision has now, with what was found out about some of them. Nothing outside a repository. */
export async function placesOf(
  decision: Decision,
  checked: CheckedAnchors,
  { memory, checkout }: Pick<AnchorDeps, "memory" | "checkout">,
): Promise<readonly ListedAnchor[]> {
  const root = await checkout.root();
  if (root === undefined) return [];
  const { id, project } = decision;
  const stored = (await anchorsOf(memory, project, [id])).get(id) ?? [];
  // What was just found out may not be stored yet.
  const places = new Map<string, ListedAnchor>(stored.map((anchor) => [anchorKey(anchor), { anchor }]));
  for (const place of checked.get(id) ?? []) places.set(anchorKey(place.anchor), place);
  const wanted = new Set(wantedAnchors(decision, root).map(anchorKey));
  return [...places]
    .filter(([key]) => wanted.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, place]) => place);
}
