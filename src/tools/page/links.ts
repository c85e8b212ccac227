/** Calls about links between decisions: propose, approve, reject, and those that contradict each other. */

import * as z from "zod";
import {
  approveLink,
  linkSentence,
  listContradictions,
  proposeLink,
  rejectLink,
} from "../../decisions/index.ts";
import { LINK_ID } from "../../shared/ids.ts";
import { type DecisionRow, decisionRow } from "./decision-results.ts";
import { type ActResult, definePageCall } from "./page-call.ts";

const { from, to, relation, reason, evidence } = proposeLink.input.shape;

/** Proposes a link. With `in_force` the person approves it at once. */
export const linkDecisionsCall = definePageCall({
  name: "link-decisions",
  effect: "write",
  input: z.strictObject({
    from,
    to,
    relation,
    reason,
    evidence,
    in_force: z.boolean().default(true),
    /** The person has seen which links in force say something else. */
    despite_conflicts: z.boolean().default(false),
  }),
  fields: { despiteConflicts: "despite_conflicts" },
  async run({ in_force, despite_conflicts, ...given }, { perform, say }): Promise<ActResult> {
    const { link, notices } = await perform(proposeLink, given);
    say(notices);
    if (!in_force) {
      return {
        said: `${link.id} waits for approval: ${linkSentence(link)}.`,
        undo: { call: "reject-link", input: { id: link.id }, text: `${link.id} is turned down.` },
      };
    }
    const approved = await perform(approveLink, { link: link.id, despiteConflicts: despite_conflicts });
    const canReject = approved.link.relation === "depends_on";
    return {
      said: `It is in force: ${linkSentence(approved.link)}.`,
      undo: canReject
        ? { call: "reject-link", input: { id: link.id }, text: `${link.id} is out of force.` }
        : null,
    };
  },
});

export const rejectLinkCall = definePageCall({
  name: "reject-link",
  effect: "write",
  input: z.strictObject({ id: rejectLink.input.shape.link, reason: rejectLink.input.shape.reason }),
  fields: { link: "id" },
  async run({ id, reason: why }, { perform, say }): Promise<ActResult> {
    const { link, notices } = await perform(rejectLink, { link: id, reason: why });
    say(notices);
    return { said: `${link.id} is turned down.`, undo: null };
  },
});

export const approveLinkCall = definePageCall({
  name: "approve-link",
  effect: "write",
  input: z.strictObject({
    id: z.string().regex(LINK_ID, "must be the id of a link"),
    /** The person has seen which links in force say something else. */
    despite_conflicts: z.boolean().default(false),
  }),
  fields: { link: "id", despiteConflicts: "despite_conflicts" },
  async run({ id, despite_conflicts }, { perform }): Promise<ActResult> {
    const { link } = await perform(approveLink, { link: id, despiteConflicts: despite_conflicts });
    return {
      said: `It is in force: ${linkSentence(link)}.`,
      // Nothing else that is in force can be taken out of it.
      undo:
        link.relation === "depends_on"
          ? { call: "reject-link", input: { id: link.id }, text: `${link.id} is out of force.` }
          : null,
    };
  },
});

/** Two decisions that contradict each other and both hold. */
interface ConflictResult {
  readonly link_id: string;
  readonly reason: string;
  readonly at: string;
  readonly from: DecisionRow;
  readonly to: DecisionRow;
}

interface ListConflictsResult {
  readonly conflicts: readonly ConflictResult[];
}

export const listConflictsCall = definePageCall({
  name: "list-conflicts",
  effect: "read",
  input: z.strictObject({ limit: listContradictions.input.shape.limit }),
  async run({ limit }, { perform }): Promise<ListConflictsResult> {
    const found = await perform(listContradictions, { limit });
    return {
      conflicts: found.map(({ link, from, to }) => ({
        link_id: link.id,
        reason: link.reason,
        at: link.proposedAt.toISOString(),
        from: decisionRow(from),
        to: decisionRow(to),
      })),
    };
  },
});
