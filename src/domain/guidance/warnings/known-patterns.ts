import type { Antipattern, LearnedAntipattern } from "../../decisions/antipattern.ts";
import { triggeredBy } from "../../decisions/triggered-antipatterns.ts";
import type { Warning } from "../warning.ts";

/** Looks at the statement alone, because the reasoning often mentions what is being abandoned. */
export function knownPatterns(statement: string, known: readonly Antipattern[]): Warning[] {
  return triggeredBy(statement, known).map(
    ({ id, pattern, severity, why, recommendation, source, threat }) => ({
      type: "antipattern",
      severity,
      message: `${pattern}. ${why}`,
      evidence: `Antipattern ${id}${threat === undefined ? "" : `; threat pattern ${threat} shows it in code`}; see ${source.title}, ${source.url}`,
      evidenceIds: threat === undefined ? [id] : [id, threat],
      quotes: [],
      recommendation,
    }),
  );
}

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
