import { type Antipattern, type MinedAntipattern, triggeredBy } from "../../decisions/antipattern.ts";
import { wholePercent } from "../../shared/percent.ts";
import type { Warning } from "../warning.ts";

/** By the words of the statement alone: a reasoning often speaks of what is to be left behind. */
export function knownPatterns(statement: string, known: readonly Antipattern[]): Warning[] {
  return triggeredBy(statement, known).map(({ id, pattern, severity, why, recommendation, source }) => ({
    type: "antipattern",
    severity,
    message: `${pattern}. ${why}`,
    evidence: `Antipattern ${id}; see ${source.title}, ${source.url}`,
    evidenceIds: [id],
    quotes: [],
    recommendation,
  }));
}

/** Those that were found to apply, from what failed in this memory. */
export function minedPatterns(mined: readonly MinedAntipattern[]): Warning[] {
  return mined.map(({ pattern, severity, successRate, evidence, recommendation }) => ({
    type: "antipattern",
    severity,
    message: `It resembles decisions that kept failing here: they worked out ${wholePercent(successRate)} of the time.`,
    evidence: `Learned from ${evidence.join(", ")}`,
    evidenceIds: evidence,
    quotes: [
      { from: "the pattern", text: pattern },
      { from: "what was learned", text: recommendation },
    ],
    recommendation: "Read how they failed, and decide otherwise or say what is different this time.",
  }));
}
