import type { Antipattern, LearnedAntipattern } from "../../decisions/antipattern.ts";
import { triggeredBy } from "../../decisions/triggered-antipatterns.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Warning } from "../warning.ts";

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
