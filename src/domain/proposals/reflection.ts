import { GENERAL } from "../decisions/subject.ts";
import { DECISION_ID } from "../shared/ids.ts";
import { DAY_MS } from "../shared/time.ts";
import { MIN_EVIDENCE, type Proposal, REFLECTED_KINDS, REPLACEMENT, type ReflectedKind } from "./proposal.ts";
import { type Observed, type Piece, RULES } from "./reflection-rules.ts";

/** What a store knows about one target. A decision whose topic nobody stated is a target of its own, by its id. */
export interface TargetEvidence extends Observed {
  readonly project: string;
  /** What was proposed for it before, the newest first. */
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

/** What is to be done about a target. At most one draft is open for it afterwards. */
export interface Reflection {
  readonly expire?: Proposal | undefined;
  readonly feed?:
    | { readonly proposal: Proposal; readonly draft: ProposalDraft; readonly fedAt: Date }
    | undefined;
  readonly draft?: ProposalDraft | undefined;
}

/** A draft that nothing new spoke for in this time is let go. */
const FED_WITHIN_MS = 30 * DAY_MS;
/** The newest are kept; a person reads no more. */
const MOST_EVIDENCE = 50;

/**
 * From what is known about a target to a draft, its food or its end. Pure and deterministic. The texts hold ids, counts
 * and the target, never a decision's own words, so that erasing a decision leaves none of them behind.
 */
export function reflectOn(evidence: TargetEvidence, now: Date): Reflection {
  const open = evidence.proposals.find(({ state }) => state === "draft");
  // What an agent asked for is neither fed nor let go by what happens.
  if (open?.kind === REPLACEMENT) return {};
  // The one under review keeps its kind, and so its statement, while that is still true.
  const still = open && draftOf(open.kind, evidence);
  if (open && still) return keptOpen(open, still, now);
  const draft = REFLECTED_KINDS.map((kind) => draftOf(kind, evidence)).find(
    (found) => found && !letGoBefore(found, evidence.proposals),
  );
  return { expire: open, draft };
}

function keptOpen(open: Proposal, draft: ProposalDraft, now: Date): Reflection {
  const isNew = draft.evidence.some((id) => !open.evidence.includes(id));
  if (isNew) return { feed: { proposal: open, draft, fedAt: now } };
  if (now.getTime() - open.fedAt.getTime() >= FED_WITHIN_MS) return { expire: open };
  // What stopped counting is taken off the list, but that is no food.
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
  const counting = evidence.proposals.some(wasSettled) ? pieces.filter(({ id }) => happened(id)) : pieces;
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

/** That a decision holds is known all along; the rest is news. */
const happened = (id: string): boolean => !DECISION_ID.test(id);

/** What somebody accepted or rejected was weighed then, and does not come up again: it takes as much that is new. */
const isSettled = (id: string, proposals: readonly Proposal[]): boolean =>
  proposals.some((earlier) => wasSettled(earlier) && earlier.evidence.includes(id));

/** A draft that was let go comes back with news only. */
const letGoBefore = ({ evidence }: ProposalDraft, proposals: readonly Proposal[]): boolean => {
  const expired = proposals.filter(({ state }) => state === "expired");
  const isOld = (id: string): boolean => expired.some((earlier) => earlier.evidence.includes(id));
  return expired.length > 0 && evidence.filter(happened).every(isOld);
};

/** That of what holds, the newest first. */
function domainOf({ decisions, contradictions }: TargetEvidence): string {
  const known = [...decisions, ...contradictions.flatMap(({ between }) => between)];
  return (known.find(({ standing }) => standing === "active") ?? known[0])?.domain ?? GENERAL;
}

const byTime = (a: Piece, b: Piece): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
