import type { Decision } from "../../domain/decisions/decision.ts";
import { type Link, type LinkReview, linkSentence } from "../../domain/links/link.ts";
import type { Proposal } from "../../domain/proposals/proposal.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DECISION_ID, ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

/**
 * The links that say what an accepted contradiction found: the newest decision of the target contradicts each of the
 * others that hold. They are reviewed like any other link, so a caller who may not report consent leaves them pending.
 */
export async function contradictionsToMark(
  proposal: Proposal,
  deps: ProposalDeps,
  call: Call,
): Promise<readonly Link[]> {
  if (proposal.kind !== "contradiction") return [];
  const pairs = await unmarkedPairs(proposal, deps);
  if (pairs.length === 0) return [];
  const review = reviewOf(proposal, pairs, deps, call);
  const reason = startScreening(deps.secrets).text(
    "reason",
    `Both hold for the same target and do not go together, as ${proposal.id} found.`,
  );
  return pairs.map(({ newer, older }) => ({
    id: deps.ids.next(ID_PREFIX.link),
    project: proposal.project,
    from: newer.id,
    to: older.id,
    relation: "contradicts" as const,
    state: "pending" as const,
    origin: "memory" as const,
    reason,
    proposedBy: call.actor.author,
    proposedAt: deps.clock.now(),
    reviews: review ? [review] : [],
  }));
}

export function contradictionNotices(links: readonly Link[]): Notice[] {
  return links.map((link) =>
    link.state === "active"
      ? `${linkSentence(link)}: the link ${link.id} is in force.`
      : `${linkSentence(link)}: the link ${link.id} waits for the approval of a person.`,
  );
}

interface Pair {
  readonly newer: Decision;
  readonly older: Decision;
}

/** A contradiction that is in force needs no second link, and one that was rejected stays rejected. */
async function unmarkedPairs(
  { project, target, evidence }: Proposal,
  { store }: ProposalDeps,
): Promise<readonly Pair[]> {
  const found = await store.decisionsById(
    project,
    evidence.filter((id) => DECISION_ID.test(id)),
  );
  const holding = found
    .filter(({ standing, topic, topicStated }) => standing === "active" && topicStated && topic === target)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const newer = holding.pop();
  if (!newer) return [];
  const pairs: Pair[] = [];
  for (const older of holding) {
    const known = await store.findLink(project, { from: newer.id, to: older.id, relation: "contradicts" });
    if (!known || known.state === "pending") pairs.push({ newer, older });
  }
  return pairs;
}

/** The approval that goes with accepting the proposal; undefined if the caller may not give it. */
function reviewOf(
  proposal: Proposal,
  pairs: readonly Pair[],
  deps: ProposalDeps,
  call: Call,
): LinkReview | undefined {
  const { author, client } = call.actor;
  const isPerson = author.kind === "human";
  const agrees = isPerson ? undefined : askToMark(proposal, pairs, call);
  if (agrees === false) throw declined(proposal);
  if (!isPerson && agrees === undefined && !call.mayReportConsent) return undefined;
  const how = agrees ? "asked" : isPerson ? "typed" : "called";
  return { verdict: "approved", by: author, client, how, at: actOf(deps, call).at };
}

function askToMark({ id }: Proposal, pairs: readonly Pair[], call: Call): boolean | undefined {
  const said = pairs.map(({ newer, older }) => `${newer.id} contradicts ${older.id}`).join("; ");
  return call.consent({
    key: `accept-${id}-${pairs.map(({ newer, older }) => `${newer.id}-${older.id}`).join("-")}`,
    text: `${call.actor.author.name} wants to accept ${id}, which puts links in force: ${said}. Approve?`,
  });
}

function declined({ id }: Proposal): Fault {
  return new Fault("forbidden", `The person did not agree to accept ${id}.`, {
    reason: "declined",
    received: id,
    hint: "It stays open; ask the person before trying again.",
  });
}
