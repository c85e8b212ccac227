import * as z from "zod";
import { judgeConfidence } from "../../domain/calibration/confidence-status.ts";
import { Confidence, type Decision } from "../../domain/decisions/decision.ts";
import { detectDomain } from "../../domain/decisions/domain-and-topic.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../../domain/guidance/warning.ts";
import { absoluteLanguage } from "../../domain/guidance/warnings/absolute-language.ts";
import { changedEvidence } from "../../domain/guidance/warnings/changed-evidence.ts";
import { confidenceWarnings } from "../../domain/guidance/warnings/confidence.ts";
import { contradictions } from "../../domain/guidance/warnings/contradictions.ts";
import { fewAlternatives } from "../../domain/guidance/warnings/few-alternatives.ts";
import { knownPatterns, learnedPatterns } from "../../domain/guidance/warnings/known-patterns.ts";
import {
  closestFailure,
  type PrecedentHistory,
  rejectedChoices,
} from "../../domain/guidance/warnings/rejected-choices.ts";
import { likelyThreats } from "../../domain/guidance/warnings/threats.ts";
import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { readRecalibration } from "../calibration/read-recalibration.ts";
import { requireModule } from "../decisions/capture-decision.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import { precedentsIn } from "../recall/similar-decisions.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import { applicableAntipatterns, fittingSkills, toLearnedAntipattern } from "../skills/applicable-skills.ts";
import { findThreats } from "../threats/find-threats.ts";
import type { GuidanceDeps } from "./deps.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { approvedContradictions, readCitedEvidence, readPrecedentHistories } from "./precedent-history.ts";

/** Precedents are sorted by relevance; those beyond this are too far away for a warning. */
export const MOST_PRECEDENTS = 20;
/** Few, because nobody asked for threats here. */
const MOST_THREATS = 2;
/** Limits each type of warning that is based on precedents, so that a topic decided often does not crowd out the rest. */
const MOST_OF_A_TYPE = 3;

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
    const domain = requireModule(module, deps.modules) ?? detectDomain(input.statement);
    const intention = { ...input, domain };
    const searched = await searchForStatement(input.statement, call.scope, deps);
    const ranked = await precedentsIn(searched, MOST_PRECEDENTS, deps);
    const precedents = ranked.map(({ decision }) => decision);
    const fitting = await fittingSkills(searched, call.scope, deps);
    const report = reportWarnings([
      ...(await warningsFrom(intention, await readPrecedentHistories(precedents, deps, call), deps, call)),
      ...learnedPatterns((await applicableAntipatterns(fitting, deps)).map(toLearnedAntipattern)),
      ...(await evidenceWarnings(precedents, deps)),
      ...(await threatWarnings(input.statement, searched.embedding.meaning, deps)),
    ]);
    rememberGuidance({ intention, sessionId, ...report }, deps, call);
    return { ...report, domain };
  },
});

/** Sorts warnings and computes the risk. Threats do not count: they are about the code, not about the decision. */
export function reportWarnings(warnings: readonly Warning[]): WarningReport {
  return { warnings: byGravity(warnings), ...riskOf(warnings.filter(({ type }) => type !== "threat")) };
}

/**
 * Only when threats were matched by meaning: matching by words alone gives 9 % of the titles of public decision records a
 * threat, matching by meaning 3 %. If the threat files are missing, the other warnings still work.
 */
export async function threatWarnings(
  statement: string,
  meaning: CandidateQuery["meaning"],
  deps: GuidanceDeps,
): Promise<Warning[]> {
  try {
    const { found, byMeaning } = await findThreats(deps, { statement, meaning }, MOST_THREATS);
    return byMeaning ? likelyThreats(found) : [];
  } catch (error) {
    deps.log.warn("Threats could not be looked up.", { error });
    return [];
  }
}

/** Warnings that depend on the memory alone, not on the time or the repository. */
export async function warningsFrom(
  intention: Intention,
  precedents: readonly PrecedentHistory[],
  deps: GuidanceDeps,
  call: Call,
): Promise<Warning[]> {
  const { statement, alternatives } = intention;
  const decided = precedents.filter(({ decision }) => isNotDraft(decision));
  const active = decided.map(({ decision }) => decision).filter(({ standing }) => standing === "active");
  return [
    ...knownPatterns(statement, deps.antipatterns),
    ...rejectedChoices(intention, decided).slice(0, MOST_OF_A_TYPE),
    ...closestFailure(intention, decided),
    ...contradictions(intention, active, await approvedContradictions(active, deps, call)).slice(
      0,
      MOST_OF_A_TYPE,
    ),
    ...(await againstCalibration(intention, deps, call)),
    ...absoluteLanguage(intention),
    ...fewAlternatives(statement, alternatives),
  ];
}

/** Warnings about files and commits that precedents cite and that have changed since. */
export async function evidenceWarnings(
  precedents: readonly Decision[],
  deps: GuidanceDeps,
): Promise<Warning[]> {
  const active = precedents.filter(({ standing }) => standing === "active");
  return changedEvidence(await readCitedEvidence(active, deps)).slice(0, MOST_OF_A_TYPE);
}

/** A draft is not decided yet, so it is neither shown as a precedent nor used for a warning. */
export const isNotDraft = ({ standing }: Pick<Decision, "standing">): boolean => standing !== "draft";

async function againstCalibration(
  { domain, confidence }: Intention,
  deps: GuidanceDeps,
  { scope, actor: { author } }: Call,
): Promise<Warning[]> {
  if (confidence === undefined) return [];
  const tally = await deps.store.tally(scope, domain);
  const basis = await readRecalibration({ domain, author }, deps, scope);
  return confidenceWarnings(domain, judgeConfidence(basis, confidence), tally);
}
