/** Collects the warnings against a proposed decision, from its precedents, its wording and known patterns. */
import * as z from "zod";
import { judgeConfidence, readRecalibration } from "../../calibration/index.ts";
import {
  type AntipatternExamples,
  Confidence,
  chooseDomain,
  mentionsRemedy,
  type StatedChoice,
} from "../../decisions/index.ts";
import { type CandidateQuery, embedStatement, searchForStatement } from "../../recall/index.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import { findThreats } from "../../threats/index.ts";
import {
  isAboutSuchCode,
  knownPatterns,
  learnedPatterns,
  likelyThreat,
  resembledPattern,
} from "../rules/pattern-warnings.ts";
import { changedEvidence } from "../rules/precedent.ts";
import {
  contradictions,
  failedWays,
  replacedChoices,
  uncertainPrecedents,
} from "../rules/precedent-warnings.ts";
import { absoluteLanguage, confidenceWarnings, fewAlternatives } from "../rules/statement-warnings.ts";
import { type TrackRecord, trackRecord } from "../rules/track-record.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../rules/warning.ts";
import { applicableAntipatterns, fittingSkills, toLearnedAntipattern } from "./applicable-skills.ts";
import type { GuidanceDeps } from "./deps.ts";
import { findAtOdds } from "./find-at-odds.ts";
import {
  approvedContradictions,
  findPrecedents,
  type Precedents,
  readCitedEvidence,
} from "./find-precedents.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { withNewThreats } from "./shown-threats.ts";

/** Of these, one that the session was not shown yet is shown. */
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
  const counted = new Set(
    warnings.filter(({ type }) => type === "rejected_choice").flatMap(({ evidenceIds }) => evidenceIds),
  );
  const repeats = ({ type, evidenceIds }: Warning): boolean =>
    type === "antipattern" && evidenceIds.some((id) => counted.has(id));
  const judged = warnings.filter((warning) => warning.type !== "threat" && !repeats(warning));
  return {
    warnings: byGravity(warnings),
    ...riskOf(counted.size > 0 ? judged : [...judged, { severity: "low", risk: hintOf(record) }]),
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
  { found, searched }: Precedents,
  record: TrackRecord,
  deps: GuidanceDeps,
  call: Call,
): Promise<Warning[]> {
  const { statement, alternatives } = intention;
  const decisions = found.map(({ decision }) => decision);
  const atOdds = await findAtOdds(choiceIn(intention), searched, decisions, deps);
  const active = decisions.filter(({ standing }) => standing === "active");
  return [
    ...failedWays(record, found),
    ...replacedChoices(intention, found).slice(0, MOST_OF_A_TYPE),
    ...contradictions(intention, active, atOdds, await approvedContradictions(active, deps, call)).slice(
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

/**
 * By phrases, and where none matches by meaning. Without a model or the examples, phrases still work. A resemblance is a
 * guess, so it is not told of a way that worked here and never failed, or of a statement that names a remedy.
 */
export async function antipatternWarnings(
  statement: string,
  meaning: CandidateQuery["meaning"],
  { thisWay }: TrackRecord,
  deps: GuidanceDeps,
): Promise<Warning[]> {
  const known = await deps.antipatterns();
  const byPhrases = knownPatterns(statement, known);
  const hasWorked = thisWay.worked.length > 0 && thisWay.failed.length === 0;
  if (byPhrases.length > 0 || hasWorked) return byPhrases;
  const examples = await readExamples(deps);
  if (!examples) return [];
  const { vector } = await embedStatement(statement, examples.model, meaning, deps);
  const id = vector && examples.resembled(statement, vector);
  return known.filter((one) => one.id === id && !mentionsRemedy(statement, one, known)).map(resembledPattern);
}

async function readExamples(deps: GuidanceDeps): Promise<AntipatternExamples | undefined> {
  try {
    return await deps.antipatternExamples();
  } catch (error) {
    deps.log.warn("Antipatterns are matched by phrases only.", { error });
    return undefined;
  }
}
