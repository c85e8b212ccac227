/** Finds in the evidence about a target what should be decided anew, by three rules, and drafts a proposal of it. */

import { DECISION_ID } from "../../shared/ids.ts";
import type { Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Standing } from "./decision.ts";
import type { OutcomeSummary } from "./outcome.ts";
import { MIN_EVIDENCE, type Proposal, REFLECTED_KINDS, REPLACEMENT, type ReflectedKind } from "./proposal.ts";
import type { Signal } from "./signal.ts";
import { GENERAL_DOMAIN } from "./topic-and-domain.ts";

/** All that the store knows about one target. A decision without a stated topic is a target of its own, named by its id. */
export interface TargetEvidence extends TargetFacts {
  readonly project: string;
  /** Earlier proposals for the target, newest first. */
  readonly proposals: readonly Proposal[];
}

export interface ProposalDraft {
  readonly kind: ReflectedKind;
  readonly statement: string;
  readonly reasoning: string;
  readonly domain: string;
  readonly explanations: readonly string[];
  readonly evidence: readonly string[];
}

/** The verdict about a target. Afterwards at most one draft is open for it. */
export interface Reflection {
  readonly expire?: Proposal | undefined;
  readonly feed?:
    | { readonly proposal: Proposal; readonly draft: ProposalDraft; readonly fedAt: Date }
    | undefined;
  readonly draft?: ProposalDraft | undefined;
}

/** A draft without new evidence for this long expires. */
const EXPIRES_AFTER_MS = 30 * DAY_MS;
/** Only the newest evidence is kept, as much as a person reads. */
const MOST_EVIDENCE = 50;

/**
 * Decides whether to write, feed or expire a draft for a target. Pure and deterministic. The texts contain only ids,
 * counts and the target, never the text of a decision, so that erasing a decision leaves no trace in them.
 */
export function reflectOn(evidence: TargetEvidence, now: Date): Reflection {
  const open = evidence.proposals.find(({ state }) => state === "draft");
  // A replacement was requested by an agent, so evidence neither feeds nor expires it.
  if (open?.kind === REPLACEMENT) return {};
  // An open draft keeps its kind, and so its statement, as long as the rule still applies.
  const current = open && draftOf(open.kind, evidence);
  if (open && current) return reviewOpenDraft(open, current, now);
  const draft = REFLECTED_KINDS.map((kind) => draftOf(kind, evidence)).find(
    (found) => found && !expiredWithoutNews(found, evidence.proposals),
  );
  return { expire: open, draft };
}

function reviewOpenDraft(open: Proposal, draft: ProposalDraft, now: Date): Reflection {
  const isNew = draft.evidence.some((id) => !open.evidence.includes(id));
  if (isNew) return { feed: { proposal: open, draft, fedAt: now } };
  if (now.getTime() - open.fedAt.getTime() >= EXPIRES_AFTER_MS) return { expire: open };
  // Evidence that no longer counts is removed, which does not extend the life of the draft.
  if (draft.evidence.length < open.evidence.length)
    return { feed: { proposal: open, draft, fedAt: open.fedAt } };
  return {};
}

function draftOf(kind: ReflectedKind, evidence: TargetEvidence): ProposalDraft | undefined {
  const finding = RULES[kind](evidence);
  if (!finding) return undefined;
  const pieces = finding.pieces
    .filter(({ id }) => !isSettled(id, evidence.proposals))
    .sort(byTime)
    .slice(-MOST_EVIDENCE);
  const counting = evidence.proposals.some(wasSettled) ? pieces.filter(({ id }) => isEvent(id)) : pieces;
  if (counting.length < MIN_EVIDENCE) return undefined;
  const cited = pieces.map(({ id, says }) => `${id} (${says})`).join(", ");
  return {
    kind,
    statement: finding.statement,
    reasoning: `${finding.lead} ${pieces.length} records speak for it: ${cited}.`,
    domain: domainOf(evidence),
    explanations: finding.explanations,
    evidence: pieces.map(({ id }) => id),
  };
}

const wasSettled = ({ state }: Proposal): boolean => state === "accepted" || state === "rejected";

/** Outcomes, signals and links are events. A decision in the evidence only says that it is active. */
const isEvent = (id: string): boolean => !DECISION_ID.test(id);

/** Evidence of an accepted or rejected proposal was already considered and does not count again. */
const isSettled = (id: string, proposals: readonly Proposal[]): boolean =>
  proposals.some((earlier) => wasSettled(earlier) && earlier.evidence.includes(id));

/** Whether such a draft has expired before and there has been no new event since. */
const expiredWithoutNews = ({ evidence }: ProposalDraft, proposals: readonly Proposal[]): boolean => {
  const expired = proposals.filter(({ state }) => state === "expired");
  const isOld = (id: string): boolean => expired.some((earlier) => earlier.evidence.includes(id));
  return expired.length > 0 && evidence.filter(isEvent).every(isOld);
};

/** The domain of the newest active decision. */
function domainOf({ decisions, contradictions }: TargetEvidence): string {
  const known = [...decisions, ...contradictions.flatMap(({ between }) => between)];
  return (known.find(({ standing }) => standing === "active") ?? known[0])?.domain ?? GENERAL_DOMAIN;
}

const byTime = (a: EvidencePiece, b: EvidencePiece): number =>
  a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

/** A decision as reflection sees it: ids and facts, without any text. */
export interface ObservedDecision {
  readonly id: string;
  readonly standing: Standing;
  readonly domain: string;
  readonly createdAt: Date;
  /** The outcome that counts. */
  readonly outcome?: Pick<OutcomeSummary, "id" | "status" | "at"> | undefined;
  /** Positive and negative signals; neutral ones are left out. */
  readonly signals: readonly Pick<Signal, "id" | "valence" | "at">[];
}

/** Two active decisions that contradict each other, as a person approved. */
export interface Contradiction {
  readonly linkId: string;
  readonly at: Date;
  readonly between: readonly [ObservedDecision, ObservedDecision];
}

/** The facts about one target that the rules look at. */
export interface TargetFacts {
  readonly target: Screened;
  /** Active decisions and failed ones, newest first. */
  readonly decisions: readonly ObservedDecision[];
  readonly contradictions: readonly Contradiction[];
}

/** One record that supports a proposal. */
export interface EvidencePiece {
  readonly id: string;
  readonly at: Date;
  readonly says: string;
}

export interface Finding {
  readonly statement: string;
  /** A summary of what was found, without the evidence. */
  readonly lead: string;
  /** Alternative explanations; at most one of them needs to be true. */
  readonly explanations: readonly string[];
  readonly pieces: readonly EvidencePiece[];
}

type Rule = (observed: TargetFacts) => Finding | undefined;

const MOST_NAMED = 5;

/**
 * Decisions about the target failed and at least one about it is active. If all active ones succeeded, earlier failures
 * do not count.
 */
const repeatedFailures: Rule = ({ target, decisions }) => {
  const holding = decisions.filter(holds);
  if (holding.length === 0) return undefined;
  const settled = holding.every(({ outcome }) => outcome?.status === "success")
    ? Math.max(...holding.map(({ outcome }) => outcome?.at.getTime() ?? 0))
    : 0;
  const pieces = decisions.flatMap(failure).filter(({ at }) => at.getTime() >= settled);
  return {
    statement: `Decide ${quoted(target)} anew: what was decided about it keeps failing.`,
    lead: `What was decided about ${quoted(target)} keeps failing; still in force: ${listIds(holding)}.`,
    explanations: [
      `The decisions share an assumption about ${quoted(target)} that is not true.`,
      "The decisions were right and were carried out badly.",
      within(pieces, DAY_MS)
        ? "One thing outside of them made them fail: all of it was recorded within a day."
        : "The same thing outside of them made them fail each time.",
    ],
    pieces,
  };
};

/** An active decision failed, and negative signals or other failures of the target support that. */
const refuted: Rule = ({ target, decisions }) => {
  const wrong = decisions.filter((decision) => holds(decision) && failed(decision));
  if (wrong.length === 0) return undefined;
  return {
    statement: `Replace what holds for ${quoted(target)}: its outcome speaks against it.`,
    lead: `Still in force although it failed: ${listIds(wrong)}.`,
    explanations: [
      `It is wrong and needs a replacement: ${listIds(wrong)}.`,
      "It is right and was carried out badly.",
      "Circumstances changed after it was made, and it was right before.",
    ],
    pieces: [...decisions.flatMap(failure), ...wrong.flatMap(signals).filter(speaksAgainst)],
  };
};

/**
 * Active decisions conflict: a person approved that they contradict each other, or several are active for one target and
 * there is evidence against one of them. Several decisions that all work are no conflict.
 */
const contradiction: Rule = ({ target, decisions, contradictions }) => {
  const holding = decisions.filter(holds);
  const together = new Map(
    [...(holding.length > 1 ? holding : []), ...contradictions.flatMap(({ between }) => between)].map(
      (decision) => [decision.id, decision],
    ),
  );
  const conflicting = [...together.values()].sort(byCreation);
  const events = conflicting.flatMap((decision) => [...outcome(decision), ...signals(decision)]);
  if (contradictions.length === 0 && !events.some(speaksAgainst)) return undefined;
  const [oldest, newest] = [conflicting[0], conflicting.at(-1)];
  return {
    statement: `Settle what holds for ${quoted(target)}: several decisions do, and they do not go together.`,
    lead: `${listIds(conflicting)} hold at the same time and do not go together.`,
    explanations: [
      `${newest?.id} was meant to replace ${oldest?.id}, and nobody said so.`,
      `They answer different questions, and ${quoted(target)} is too wide a name for them.`,
      "One of them is wrong, and its outcome will tell which.",
    ],
    pieces: [
      ...conflicting.map(({ id, createdAt }) => ({ id, at: createdAt, says: "holds" })),
      ...contradictions.map(({ linkId, at, between }) => ({
        id: linkId,
        at,
        says: `${between[0].id} contradicts ${between[1].id}`,
      })),
      ...events,
    ],
  };
};

const RULES: Readonly<Record<ReflectedKind, Rule>> = {
  repeated_failures: repeatedFailures,
  refuted,
  contradiction,
};

const holds = ({ standing }: ObservedDecision): boolean => standing === "active";
const failed = (decision: ObservedDecision): boolean => decision.outcome?.status === "failure";

type SidedEvidence = EvidencePiece & { readonly against: boolean };
const speaksAgainst = ({ against }: SidedEvidence): boolean => against;

const outcome = ({ id, outcome: counting }: ObservedDecision): SidedEvidence[] =>
  counting
    ? [
        {
          id: counting.id,
          at: counting.at,
          says: `${id}: ${counting.status}`,
          against: counting.status !== "success",
        },
      ]
    : [];

const failure = (decision: ObservedDecision): SidedEvidence[] => (failed(decision) ? outcome(decision) : []);

const signals = ({ id, signals: seen }: ObservedDecision): SidedEvidence[] =>
  seen.map(({ id: signalId, at, valence }) => ({
    id: signalId,
    at,
    says: `${id}: ${valence} signal`,
    against: valence === "negative",
  }));

const byCreation = (a: ObservedDecision, b: ObservedDecision): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

const quoted = (target: string): string => JSON.stringify(target);

function listIds(decisions: readonly ObservedDecision[]): string {
  const ids = decisions.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = decisions.length - ids.length;
  return more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ");
}

function within(pieces: readonly EvidencePiece[], ms: number): boolean {
  const times = pieces.map(({ at }) => at.getTime());
  return Math.max(...times) - Math.min(...times) <= ms;
}
