import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { Link } from "../../domain/links/link.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";
import { findConflicts } from "./propose-link.ts";

export interface PendingLink {
  readonly link: Link;
  readonly from: Decision;
  readonly to: Decision;
  /** Links in force between the same two decisions with another relation. */
  readonly conflicts: readonly Link[];
}

export const listPendingLinks = defineOperation({
  name: "list-pending-links",
  summary: "Links that wait for a person, with both decisions and what speaks against them.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    from: DecisionRef.optional(),
    to: DecisionRef.optional(),
    limit: z.number().int().min(1).max(500).default(50),
  }),
  async run({ from, to, limit }, deps: LinkDeps, call) {
    const ends = { from: await idOf(from, deps, call), to: await idOf(to, deps, call) };
    const { items, total } = await deps.store.pendingLinks(call.scope, ends, limit);
    const ids = [...new Set(items.flatMap((link) => [link.from, link.to]))];
    const decisions = new Map((await deps.store.decisionsById(call.scope, ids)).map((one) => [one.id, one]));
    const pending: PendingLink[] = [];
    for (const link of items) {
      const [source, target] = [decisions.get(link.from), decisions.get(link.to)];
      // A decision may have been erased since the links were listed.
      if (source && target)
        pending.push({ link, from: source, to: target, conflicts: await findConflicts(link, deps) });
    }
    return { pending, total };
  },
});

async function idOf(ref: string | undefined, deps: LinkDeps, { scope }: Call): Promise<string | undefined> {
  return ref === undefined ? undefined : (await requireDecision(deps, scope, ref)).id;
}
