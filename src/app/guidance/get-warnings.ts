import * as z from "zod";
import { judgeConfidence } from "../../domain/calibration/confidence-status.ts";
import type { StatedChoice } from "../../domain/decisions/choice.ts";
import { Confidence } from "../../domain/decisions/decision.ts";
import { type TrackRecord, trackRecord } from "../../domain/guidance/track-record.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../../domain/guidance/warning.ts";
import { absoluteLanguage } from "../../domain/guidance/warnings/absolute-language.ts";
import { changedEvidence } from "../../domain/guidance/warnings/changed-evidence.ts";
import { confidenceWarnings } from "../../domain/guidance/warnings/confidence.ts";
import { contradictions } from "../../domain/guidance/warnings/contradictions.ts";
import { failedWays } from "../../domain/guidance/warnings/failed-ways.ts";
import { fewAlternatives } from "../../domain/guidance/warnings/few-alternatives.ts";
import { learnedPatterns } from "../../domain/guidance/warnings/known-patterns.ts";
import { replacedChoices } from "../../domain/guidance/warnings/replaced-choices.ts";
import { isAboutSuchCode, likelyThreat } from "../../domain/guidance/warnings/threats.ts";
import { uncertainPrecedents } from "../../domain/guidance/warnings/uncertain-precedents.ts";
import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { readRecalibration } from "../calibration/read-recalibration.ts";
import { chooseDomain } from "../decisions/choose-domain.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import { applicableAntipatterns, fittingSkills, toLearnedAntipattern } from "../skills/applicable-skills.ts";
import { findThreats } from "../threats/find-threats.ts";
import { antipatternWarnings } from "./antipattern-warnings.ts";
import type { GuidanceDeps } from "./deps.ts";
import { findPrecedents, type Precedents } from "./find-precedents.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { approvedContradictions, readCitedEvidence } from "./precedent-history.ts";
import { withNewThreats } from "./told-threats.ts";

/** Of these, one that the session was not told about yet is told. */
const MOST_THREATS = 3;
/** Limits each type of warning that is based on precedents, so that a topic decided often does not crowd out the rest. */
const MOST_OF_A_TYPE = 3;
/** Far below what calls for caution, because nothing is shown for it. */
const MOST_RISK_OF_A_HINT = 0.3;

export interface WarningReport extends Risk {
  /** Gravest first. */
  readonly warnings: readonly Warning[];
}

export const getWarnings = defineOperation({
  name: "get-warnings",
  summary: "What speaks against a decision before it is made.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    statement: boundedText(1, LIMITS.statement),
    module: z.string().optional(),
    confidence: Confidence.optional(),
    alternatives: textList().optional(),
    reasoning: boundedText(0, LIMITS.text).optional(),
    sessionId: boundedText(1, LIMITS.name).optional(),
  }),
  async run({ module, sessionId, ...input }, deps: GuidanceDeps, call) {
    const domain = chooseDomain({ module, ...input }, deps);
    const intention = { ...input, domain };
    const searched = await searchForStatement(input.statement, call.scope, deps);
    const precedents = await findPrecedents(searched, deps, call);
    const proposed = choiceIn(intention);
    const record = trackRecord(proposed, precedents.settled);
    const fitting = await fittingSkills(proposed, precedents.settled, call.scope, deps);
    const warnings = [
      ...(await antipatternWarnings(input.statement, searched.embedding.meaning, record, deps)),
      ...(await warningsFrom(intention, precedents, record, deps, call)),
      ...learnedPatterns((await applicableAntipatterns(fitting, deps)).map(toLearnedAntipattern)),
      ...(await evidenceWarnings(precedents, deps)),
      ...(await threatWarnings(input.statement, searched.embedding.meaning, deps)),
    ];
    const report = reportWarnings(withNewThreats(warnings, sessionId, deps, call), record);
    rememberGuidance({ intention, sessionId, ...report }, deps, call);
    return { ...report, domain, record };
  },
});

/**
 * Sorts warnings and computes the risk. Threats do not count: they are about the code, not about the decision. Failures
 * that two warnings are based on count once.
 */
export function reportWarnings(warnings: readonly Warning[], record: TrackRecord): WarningReport {
  const told = new Set(
    warnings.filter(({ type }) => type === "rejected_choice").flatMap(({ evidenceIds }) => evidenceIds),
  );
  const repeats = ({ type, evidenceIds }: Warning): boolean =>
    type === "antipattern" && evidenceIds.some((id) => told.has(id));
  const judged = warnings.filter((warning) => warning.type !== "threat" && !repeats(warning));
  return {
    warnings: byGravity(warnings),
    ...riskOf(told.size > 0 ? judged : [...judged, { severity: "low", risk: hintOf(record) }]),
  };
}

/** Failures that are not enough for a warning still make a way riskier than one that worked. */
const hintOf = ({ risk }: TrackRecord): number => MOST_RISK_OF_A_HINT * risk;

export const choiceIn = ({ statement, alternatives = [] }: Intention): StatedChoice => ({
  statement,
  alternatives,
});

/**
 * Only when threats were matched by meaning: words alone tell what a decision is about too badly. If the threat files are
 * missing, the other warnings still work.
 */
export async function threatWarnings(
  statement: string,
  meaning: CandidateQuery["meaning"],
  deps: GuidanceDeps,
): Promise<Warning[]> {
  try {
    const { found, byMeaning } = await findThreats(deps, { statement, meaning }, MOST_THREATS);
    return byMeaning ? found.filter(isAboutSuchCode).map(likelyThreat) : [];
  } catch (error) {
    deps.log.warn("Threats could not be looked up.", { error });
    return [];
  }
}

/** Warnings that depend on the memory alone, not on the time or the repository. */
export async function warningsFrom(
  intention: Intention,
  { found }: Precedents,
  record: TrackRecord,
  deps: GuidanceDeps,
  call: Call,
): Promise<Warning[]> {
  const { statement, alternatives } = intention;
  const active = found.map(({ decision }) => decision).filter(({ standing }) => standing === "active");
  return [
    ...failedWays(record, found),
    ...replacedChoices(intention, found).slice(0, MOST_OF_A_TYPE),
    ...contradictions(intention, active, await approvedContradictions(active, deps, call)).slice(
      0,
      MOST_OF_A_TYPE,
    ),
    ...uncertainPrecedents(found).slice(0, MOST_OF_A_TYPE),
    ...(await againstCalibration(intention, record, deps, call)),
    ...absoluteLanguage(intention),
    ...fewAlternatives(statement, alternatives),
  ];
}

/** Warnings about files and commits that precedents cite and that have changed since. */
export async function evidenceWarnings(
  { found }: Pick<Precedents, "found">,
  deps: GuidanceDeps,
): Promise<Warning[]> {
  const active = found.map(({ decision }) => decision).filter(({ standing }) => standing === "active");
  return changedEvidence(await readCitedEvidence(active, deps)).slice(0, MOST_OF_A_TYPE);
}

async function againstCalibration(
  { domain, confidence }: Intention,
  record: TrackRecord,
  deps: GuidanceDeps,
  { scope, actor: { author } }: Call,
): Promise<Warning[]> {
  if (confidence === undefined) return [];
  const tally = await deps.store.tally(scope, domain);
  const basis = await readRecalibration({ domain, author }, deps, scope);
  return confidenceWarnings(domain, judgeConfidence(basis, confidence), tally, record);
}
