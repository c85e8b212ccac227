import * as z from "zod";
import type { AnchorState } from "../../domain/repository/anchor-state.ts";
import { anchorKey, type FollowedAnchor } from "../../domain/repository/followed-anchor.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { defineOperation } from "../shared/operation.ts";
import { checkAnchors } from "./check-anchors.ts";
import type { RepositoryDeps } from "./deps.ts";

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
    const checked = (await checkAnchors([decision], decision.project, deps)).get(decision.id) ?? [];
    const known = new Map(checked.map((one) => [anchorKey(one.anchor), one]));
    const followed = (await deps.store.anchorsOf(decision.project, [decision.id])).get(decision.id) ?? [];
    return {
      decision,
      anchors: followed.map((anchor): ListedAnchor => known.get(anchorKey(anchor)) ?? { anchor }),
    };
  },
});
