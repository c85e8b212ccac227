import { GENERAL_DOMAIN } from "../decisions/domains.ts";
import { DECISION_ID } from "../shared/ids.ts";
import { DAY_MS } from "../shared/time.ts";
import { MIN_EVIDENCE, type Proposal, REFLECTED_KINDS, REPLACEMENT, type ReflectedKind } from "./proposal.ts";
import { type EvidencePiece, RULES, type TargetFacts } from "./reflection-rules.ts";

/** What the store knows about one target. A decision without a stated topic is a target of its own, named by its id. */
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

/** What to do about a target. Afterwards at most one draft is open for it. */
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
