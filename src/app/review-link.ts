import * as z from "zod";
import type { Author } from "../domain/actor.ts";
import { Fault } from "../domain/errors.ts";
import { LINK_ID } from "../domain/ids.ts";
import {
  type Link,
  type LinkReview,
  type LinkVerdict,
  linkNotFound,
  requireReviewable,
  spoken,
} from "../domain/link.ts";
import { describeChanges, startScreening } from "../domain/screening.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { actOf, type Call, type Deps, defineOperation, projectOf } from "./operation.ts";
import { conflictsAround, LinkEndsInput, requireEnds } from "./propose-link.ts";
import { reflectOnTargets } from "./reflect.ts";

const LONGEST_QUOTED = 300;

/** A link by its id, or by its two decisions. */
const LinkRef = z.union([z.string().regex(LINK_ID), LinkEndsInput]);

export const approveLink = defineOperation({
  name: "approve-link",
  summary: "Put a proposed link in force: the person is asked where the client can.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    link: LinkRef,
    /** That links in force say something else is known. */
    despiteConflicts: z.boolean().default(false),
  }),
  async run({ link: ref, despiteConflicts }, deps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "approved");
    const conflicts = await conflictsAround(link, deps);
    const asked = await askToApprove(link, conflicts, deps, call);
    if (asked === false) throw declined(link);
    if (conflicts.length > 0 && asked === undefined && !despiteConflicts) throw conflicting(link, conflicts);
    const approved = await review(link, "approved", asked === true, undefined, deps, call);
    reflectLater(approved, deps, call);
    return { link: approved, conflicts };
  },
});

export const rejectLink = defineOperation({
  name: "reject-link",
  summary: "Turn a proposed link down.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ link: LinkRef, reason: boundedText(1, LIMITS.text).optional() }),
  async run({ link: ref, reason }, deps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "rejected");
    const asked = askToReject(link, call);
    const screen = startScreening(deps.secrets);
    const why = screen.optional("reason", reason);
    return {
      link: await review(link, "rejected", asked === true, why, deps, call),
      notices: describeChanges(screen.changes),
    };
  },
});

async function requireLink(ref: z.output<typeof LinkRef>, deps: Deps, call: Call): Promise<Link> {
  const project = projectOf(call);
  if (typeof ref === "string") {
    const link = await deps.store.findLink(project, ref);
    if (!link) throw linkNotFound(ref, project);
    return link;
  }
  const { from, to } = await requireEnds(ref, deps, call);
  const ends = { from: from.id, to: to.id, relation: ref.relation };
  const link = await deps.store.findLink(project, ends);
  if (!link) throw linkNotFound(spoken(ends), project);
  return link;
}

/** True or false as the person says; undefined where nobody can be asked, or the person typed it themselves. */
async function askToApprove(
  link: Link,
  conflicts: readonly Link[],
  { store }: Deps,
  call: Call,
): Promise<boolean | undefined> {
  if (call.actor.author.kind === "human") return undefined;
  const [from, to] = await store.decisionsById([link.from, link.to]);
  // The answer holds for these words and these conflicts only: what changed meanwhile is another question.
  const key = ["approve", link.id, link.proposedAt.getTime(), ...conflicts.map(({ id }) => id)].join("-");
  const text = [
    `${call.actor.author.name} wants to put a link in force: ${link.from} “${excerpt(from?.statement ?? "")}” ${link.relation} ${link.to} “${excerpt(to?.statement ?? "")}”.`,
    `Its reason: “${excerpt(link.reason)}”.`,
    ...conflicts.map((other) => `In force already, and something else: ${spoken(other)}.`),
    "Approve?",
  ].join(" ");
  return call.consent({ key, text });
}

/** What a person proposed, an agent does not turn down by itself. */
function askToReject(link: Link, call: Call): boolean | undefined {
  if (call.actor.author.kind === "human" || link.proposedBy.kind === "agent") return undefined;
  const text = `${call.actor.author.name} wants to reject a link that a person proposed: ${spoken(link)}, because “${excerpt(link.reason)}”. Reject it?`;
  if (call.consent({ key: `reject-${link.id}-${link.proposedAt.getTime()}`, text }) === true) return true;
  throw new Fault("forbidden", `A person proposed ${spoken(link)}, and only a person turns it down.`, {
    reason: "isolation_violation",
    received: link.id,
    hint: `Nothing was changed. Ask the person to run: membria links reject ${link.id}`,
  });
}

function review(
  link: Link,
  verdict: LinkVerdict,
  asked: boolean,
  reason: LinkReview["reason"],
  deps: Deps,
  call: Call,
): Promise<Link> {
  const { actor } = call;
  const act = actOf(deps, call);
  const by = asked ? personBehind(deps) : actor.author;
  const how = asked ? "asked" : actor.author.kind === "human" ? "typed" : "called";
  return deps.store.reviewLink(
    link.project,
    link.id,
    { verdict, by, client: actor.client, how, at: act.at, ...(reason !== undefined && { reason }) },
    { ...act, by: { ...actor, author: by } },
  );
}

/** Who they are is not known, only that they were asked; the client is recorded beside it. */
const personBehind = ({ secrets }: Deps): Author => ({
  kind: "human",
  name: startScreening(secrets).text("author", "the person asked"),
});

/** An approved contradiction may be worth a proposal. The caller does not wait for it. */
function reflectLater(link: Link, deps: Deps, call: Call): void {
  if (link.relation !== "contradicts") return;
  const later = { ...call, scope: link.project, signal: new AbortController().signal };
  deps.background.start("Reflection after a contradiction", async () => {
    const [from] = await deps.store.decisionsById([link.from]);
    if (from) await reflectOnTargets({ targets: [from.topicStated ? from.topic : from.id] }, deps, later);
  });
}

function declined(link: Link): Fault {
  return new Fault("forbidden", `The person did not approve ${spoken(link)}.`, {
    reason: "declined",
    received: link.id,
    hint: "It stays pending. reject_link turns it down for good; ask the person before trying again.",
  });
}

function conflicting(link: Link, conflicts: readonly Link[]): Fault {
  return new Fault(
    "conflict",
    `Approving ${spoken(link)} goes against what is in force: ${conflicts.map(spoken).join("; ")}.`,
    {
      reason: "contradicts_approved_link",
      received: link.id,
      hint: `Nothing was changed. Show the person both; to approve all the same, call it again with despite_conflicts: true, or run: membria links approve ${link.id} --despite-conflicts`,
    },
  );
}

function excerpt(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_QUOTED ? text : `${characters.slice(0, LONGEST_QUOTED).join("")}…`;
}
