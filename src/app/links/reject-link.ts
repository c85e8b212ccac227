import * as z from "zod";
import { type Link, linkSentence, requireReviewable } from "../../domain/links/link.ts";
import { namedAuthor } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";
import { excerpt, LinkRef, requireLink, reviewLink, withoutLostReview } from "./review-link.ts";

export const rejectLink = defineOperation({
  name: "reject-link",
  summary: "Turn a proposed link down, or take a dependence out of force.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ link: LinkRef, reason: boundedText(1, LIMITS.text).optional() }),
  async run({ link: ref, reason }, deps: LinkDeps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "rejected");
    const isRejected = askToReject(link, call);
    const screen = startScreening(deps.secrets);
    const why = screen.optional("reason", reason);
    return {
      link: await reviewLink(link, "rejected", isRejected === true, why, deps, call),
      notices: describeChanges(screen.changes),
    };
  },
  shares: {
    records: ({ link }) => [link.id],
    claims: ({ link }) => [link.id],
    withoutLost: withoutLostReview,
  },
});

/** Only a person may reject what a person proposed, or takes out of force what was approved. */
function askToReject(link: Link, call: Call): boolean | undefined {
  const inForce = link.state === "active";
  if (call.actor.author.kind === "human" || (!inForce && link.proposedBy.kind !== "human")) return undefined;
  const what = inForce ? "take a link out of force" : "reject a link that a person proposed";
  const text = `The ${namedAuthor(call.actor.author)} wants to ${what}: ${linkSentence(link)}, because “${excerpt(link.reason)}”. Reject it?`;
  if (call.consent({ key: `reject-${link.id}-${link.proposedAt.getTime()}`, text }) === true) return true;
  const said = inForce
    ? `${linkSentence(link)} is in force, and only a person takes that back.`
    : `A person proposed ${linkSentence(link)}, and only a person turns it down.`;
  throw new Fault("forbidden", said, {
    reason: "isolation_violation",
    received: link.id,
    hint: "Nothing was changed.",
    remedies: [{ remedy: "reject-link", id: link.id }],
  });
}
