import * as z from "zod";
import { requireNoCircle } from "../../domain/links/dependence-circle.ts";
import { type Link, linkSentence, requireReviewable } from "../../domain/links/link.ts";
import { namedAuthor } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";
import { findConflicts } from "./propose-link.ts";
import { excerpt, LinkRef, requireLink, reviewLink, withoutLostReview } from "./review-link.ts";

export const approveLink = defineOperation({
  name: "approve-link",
  summary: "Put a proposed link in force, with the word of the person where they can be asked.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    link: LinkRef,
    /** The caller knows that conflicting links are in force. */
    despiteConflicts: z.boolean().default(false),
  }),
  async run({ link: ref, despiteConflicts }, deps: LinkDeps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "approved");
    if (link.relation === "depends_on")
      requireNoCircle(link, await deps.store.dependencesOf(link.project, [link.to]));
    const conflicts = await findConflicts(link, deps);
    const isApproved = await askToApprove(link, conflicts, deps, call);
    if (isApproved === false) throw declined(link);
    if (isApproved === undefined && !call.mayReportConsent) throw needsPerson(link);
    if (conflicts.length > 0 && isApproved === undefined && !despiteConflicts)
      throw conflicting(link, conflicts);
    const approved = await reviewLink(link, "approved", isApproved === true, undefined, deps, call);
    deps.afterLink.approved(approved, call);
    return { link: approved, conflicts };
  },
  shares: {
    records: ({ link }) => [link.id],
    claims: ({ link }) => [link.id],
    withoutLost: withoutLostReview,
  },
});

/** The answer of the person. Undefined if nobody can be asked, or if the person typed the command themselves. */
async function askToApprove(
  link: Link,
  conflicts: readonly Link[],
  { store }: LinkDeps,
  call: Call,
): Promise<boolean | undefined> {
  if (call.actor.author.kind === "human") return undefined;
  const [from, to] = await store.decisionsById(link.project, [link.from, link.to]);
  // The answer is only valid for this proposal and these conflicts: if they change, the person is asked again.
  const key = ["approve", link.id, link.proposedAt.getTime(), ...conflicts.map(({ id }) => id)].join("-");
  const text = [
    `The ${namedAuthor(call.actor.author)} wants to put a link in force: ${link.from} “${excerpt(from?.statement ?? "")}” ${link.relation} ${link.to} “${excerpt(to?.statement ?? "")}”.`,
    `Its reason: “${excerpt(link.reason)}”.`,
    ...conflicts.map((other) => `In force already, and something else: ${linkSentence(other)}.`),
    "Approve?",
  ].join(" ");
  return call.consent({ key, text });
}

function declined(link: Link): Fault {
  return new Fault("forbidden", `The person did not approve ${linkSentence(link)}.`, {
    reason: "declined",
    received: link.id,
    hint: "It stays pending; ask the person before trying again.",
    remedies: [{ remedy: "reject-pending-link" }],
  });
}

function needsPerson(link: Link): Fault {
  return new Fault(
    "forbidden",
    `Approving ${linkSentence(link)} takes a person, and this key may not report that one agreed.`,
    {
      reason: "consent_not_permitted",
      received: link.id,
      hint: "It stays pending. A person can approve it on the command line.",
    },
  );
}

function conflicting(link: Link, conflicts: readonly Link[]): Fault {
  return new Fault(
    "conflict",
    `Approving ${linkSentence(link)} goes against what is in force: ${conflicts.map(linkSentence).join("; ")}.`,
    {
      reason: "contradicts_approved_link",
      received: link.id,
      hint: "Nothing was changed. Show the person both.",
      remedies: [{ remedy: "approve-link-all-the-same", id: link.id }],
    },
  );
}
