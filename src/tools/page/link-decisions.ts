import * as z from "zod";
import { approveLink } from "../../app/links/approve-link.ts";
import { proposeLink } from "../../app/links/propose-link.ts";
import { rejectLink } from "../../app/links/reject-link.ts";
import { linkSentence } from "../../domain/links/link.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

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
