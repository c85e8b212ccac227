/** Warnings by what is known to go wrong: antipatterns, shipped or learned here, and threats to such code. */
import { type Antipattern, type LearnedAntipattern, triggeredBy } from "../../decisions/index.ts";
import { wholePercent } from "../../shared/rounding.ts";
import type { Severity } from "../../shared/severity.ts";
import type { FoundThreat } from "../../threats/index.ts";
import type { Warning } from "./warning.ts";

/** Looks at the statement alone, because the reasoning often mentions what is being abandoned. */
export function knownPatterns(statement: string, known: readonly Antipattern[]): Warning[] {
  return triggeredBy(statement, known).map((antipattern) => ({
    ...aboutPattern(antipattern),
    severity: antipattern.severity,
    message: messageOf(antipattern),
  }));
}

/** One that the statement resembles by meaning. That is less sure than a phrase, so it never blocks alone. */
export function resembledPattern(antipattern: Antipattern): Warning {
  const about = aboutPattern(antipattern);
  return {
    ...about,
    severity: LESS_SURE[antipattern.severity],
    message: `This looks like: ${messageOf(antipattern)}`,
    evidence: `By meaning, not by a phrase. ${about.evidence}`,
  };
}

/** Calls for caution where the antipattern itself does. */
const LESS_SURE: Readonly<Record<Severity, Severity>> = {
  critical: "high",
  high: "medium",
  medium: "medium",
  low: "low",
};

const messageOf = ({ pattern, why }: Antipattern): string => `${pattern}. ${why}`;

const aboutPattern = ({ id, threat, source, recommendation }: Antipattern) => ({
  type: "antipattern" as const,
  evidence: `Antipattern ${id}${threat === undefined ? "" : `; threat pattern ${threat} shows it in code`}; see ${source.title}, ${source.url}`,
  evidenceIds: threat === undefined ? [id] : [id, threat],
  quotes: [],
  recommendation,
});

/** Antipatterns learned from failures in this memory that apply to the proposed decision. */
export function learnedPatterns(learned: readonly LearnedAntipattern[]): Warning[] {
  return learned.map(({ pattern, severity, successes, outcomes, evidence, recommendation }) => ({
    type: "antipattern",
    severity,
    isLearned: true,
    message: `It resembles decisions that kept failing here: ${successes} of ${outcomes} worked out.`,
    evidence: `Learned from ${evidence.join(", ")}`,
    evidenceIds: evidence,
    quotes: [
      { from: "the pattern", text: pattern },
      { from: "what was learned", text: recommendation },
    ],
    recommendation: "Read how they failed, and decide otherwise or say what is different this time.",
  }));
}

/**
 * A decision is no task: most are about something else than code of one kind, and a threat that does not fit is noise
 * that nobody asked for. So a pattern has to fit better than for a task, and the decision has to name something that it
 * is about; if it names more, the pattern may fit a little less.
 */
const LEAST_RELEVANCE = 0.85;
const LEAST_IF_MORE_IS_NAMED = 0.8;

/** Whether a decision is about the kind of code that tends to have the flaw. */
export const isAboutSuchCode = ({ relevance, named }: FoundThreat): boolean =>
  named > 0 && relevance >= (named > 1 ? LEAST_IF_MORE_IS_NAMED : LEAST_RELEVANCE);

/** A critical warning blocks, and a threat says nothing against the decision. */
const severityOf = ({ threat }: FoundThreat): Severity =>
  threat.severity === "critical" ? "high" : threat.severity;

/** A flaw that code implementing the decision tends to have. It is about how to write it, not about the decision. */
export function likelyThreat(match: FoundThreat): Warning {
  const { id, name, cwe, agent } = match.threat;
  return {
    type: "threat",
    severity: severityOf(match),
    message: `${name}.`,
    evidence: `Threat pattern ${id} (${cwe.join(", ")}), relevance ${wholePercent(match.relevance)}`,
    evidenceIds: [id],
    quotes: [],
    recommendation: agent.fix,
  };
}
