import * as z from "zod";
import { approveLink } from "../../app/links/approve-link.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { LINK_ID } from "../../domain/shared/ids.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

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
