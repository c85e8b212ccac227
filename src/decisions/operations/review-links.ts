/** Approves and rejects links, with the word of a person where one is needed. */

import * as z from "zod";
import { namedAuthor } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { LINK_ID } from "../../shared/ids.ts";
import {
  actOf,
  type Call,
  defineOperation,
  projectOf,
  type QuotedText,
  questionText,
} from "../../shared/operations/operation.ts";
import type { LostTo } from "../../shared/operations/sharing.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS, shownId } from "../../shared/text.ts";
import { requireNoCircle } from "../rules/check-again.ts";
import {
  LINK_STATES,
  type Link,
  type LinkReview,
  type LinkVerdict,
  linkNotFound,
  linkSentence,
  requireReviewable,
} from "../rules/link.ts";
import { decisionsById } from "../sql/decisions.ts";
import { dependencesOf } from "../sql/linked-decisions.ts";
import { findLink, storeLinkReview } from "../sql/links.ts";
import type { LinkDeps } from "./deps.ts";
import { findConflicts, LinkEndsInput, requireEnds } from "./propose-links.ts";

/** A link by its id, or by its two decisions. */
const LinkRef = z.union([z.string().regex(LINK_ID), LinkEndsInput]);

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
      requireNoCircle(link, await dependencesOf(deps.memory, link.project, [link.to]));
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
  { memory }: LinkDeps,
  call: Call,
): Promise<boolean | undefined> {
  if (call.actor.author.kind === "human") return undefined;
  const ends = await decisionsById(memory, link.project, [link.from, link.to]);
  // The answer is only valid for this proposal and these conflicts: if they change, the person is asked again.
  const key = ["approve", link.id, link.proposedAt.getTime(), ...conflicts.map(({ id }) => id)].join("-");
  const text = questionText(
    [
      `The ${namedAuthor(call.actor.author)} wants to put a link in force: ${shownLink(link)}.`,
      ...conflicts.map((other) => `In force already, and something else: ${shownLink(other)}.`),
    ].join("\n"),
    [
      ...ends.map(({ id, statement }): QuotedText => [shownId(id), statement]),
      ["The reason of the link", link.reason],
      ...(link.evidence === undefined ? [] : [["The evidence for it", link.evidence] as const]),
    ],
    "Approve?",
  );
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

export const rejectLink = defineOperation({
  name: "reject-link",
  summary: "Turn a proposed link down, or take a dependence out of force.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ link: LinkRef, reason: boundedText(1, LIMITS.text).optional() }),
  async run({ link: ref, reason }, deps: LinkDeps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "rejected");
    const screen = startScreening(deps.secrets);
    const why = screen.optional("reason", reason);
    const isRejected = askToReject(link, why, call);
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
function askToReject(link: Link, why: string | undefined, call: Call): boolean | undefined {
  const inForce = link.state === "active";
  if (call.actor.author.kind === "human" || (!inForce && link.proposedBy.kind !== "human")) return undefined;
  const what = inForce ? "take a link out of force" : "reject a link that a person proposed";
  const text = questionText(
    `The ${namedAuthor(call.actor.author)} wants to ${what}: ${shownLink(link)}.`,
    [
      ["The reason of the link", link.reason],
      ...(why === undefined ? [] : [["Why it is to be rejected", why] as const]),
    ],
    "Reject it?",
  );
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

async function requireLink(ref: z.output<typeof LinkRef>, deps: LinkDeps, call: Call): Promise<Link> {
  const project = projectOf(call);
  if (typeof ref === "string") {
    const link = await findLink(deps.memory, project, ref);
    if (!link) throw linkNotFound(ref, project);
    return link;
  }
  const { from, to } = await requireEnds(ref, deps, call, "link.");
  const ends = { from: from.id, to: to.id, relation: ref.relation };
  const link = await findLink(deps.memory, project, ends);
  if (!link) throw linkNotFound(linkSentence(ends), project);
  return link;
}

/** Records the verdict, who gave it and how. The author is the caller, also where the client asked the person. */
function reviewLink(
  link: Link,
  verdict: LinkVerdict,
  asked: boolean,
  reason: LinkReview["reason"],
  deps: LinkDeps,
  call: Call,
): Promise<Link> {
  const { actor } = call;
  const act = actOf(deps, call);
  const how = asked ? "asked" : actor.author.kind === "human" ? "typed" : "called";
  return storeLinkReview(
    deps.memory,
    link.project,
    link.id,
    {
      verdict,
      by: actor.author,
      client: actor.client,
      how,
      at: act.at,
      ...(reason !== undefined && { reason }),
    },
    act,
  );
}

/** `linkSentence` for a question to a person. */
const shownLink = ({ from, relation, to }: Link): string => `${shownId(from)} ${relation} ${shownId(to)}`;

/** The link as it is if another machine of the team had given its verdict first. */
function withoutLostReview<R extends { readonly link: Link }>(done: R, lost: readonly LostTo[]): R {
  const first = lost.find(({ subject }) => subject === done.link.id)?.winner;
  const state = LINK_STATES.find((known) => known === first);
  return state === undefined ? done : { ...done, link: { ...done.link, state } };
}
