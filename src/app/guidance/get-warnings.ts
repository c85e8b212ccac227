import * as z from "zod";
import { credibleInterval, MIN_OUTCOMES, posterior } from "../../domain/calibration/calibration.ts";
import { recommendationOf } from "../../domain/calibration/recalibration.ts";
import { Confidence, type Decision } from "../../domain/decisions/decision.ts";
import { detectDomain } from "../../domain/decisions/subject.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../../domain/guidance/warning.ts";
import { absoluteLanguage } from "../../domain/guidance/warnings/absolute-language.ts";
import { changedEvidence } from "../../domain/guidance/warnings/changed-evidence.ts";
import { confidenceWarnings } from "../../domain/guidance/warnings/confidence.ts";
import { contradictions } from "../../domain/guidance/warnings/contradictions.ts";
import { fewAlternatives } from "../../domain/guidance/warnings/few-alternatives.ts";
import { knownPatterns, minedPatterns } from "../../domain/guidance/warnings/known-patterns.ts";
import {
  closestFailure,
  type GivenUp,
  rejectedChoices,
} from "../../domain/guidance/warnings/rejected-choices.ts";
import { likelyThreats } from "../../domain/guidance/warnings/threats.ts";
import type { CandidateQuery } from "../../domain/recall/search-store.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { recalibrationFrom } from "../calibration/recommend-confidence.ts";
import { requireModule } from "../decisions/capture-decision.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import { precedentsAmong } from "../recall/similar-decisions.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import { applicableAntipatterns, fittingSkills, minedFrom } from "../skills/applicable-skills.ts";
import { threatsFor } from "../threats/find-threats.ts";
import type { GuidanceDeps } from "./deps.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { citedBy, contradictionsOf, givenUp } from "./what-became.ts";

/** Precedents come the most relevant first; what is further away is not worth a warning. */
export const MOST_PRECEDENTS = 20;
/** They come unasked here, so only the nearest. */
const MOST_THREATS = 2;
/** Of those that go by precedents, so that one matter that was decided often does not drown the rest. */
const MOST_OF_A_TYPE = 3;

export interface Warned extends Risk {
  /** The gravest first. */
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
    const ranked = await precedentsAmong(searched, MOST_PRECEDENTS, deps);
    const precedents = ranked.map(({ decision }) => decision);
    const fitting = await fittingSkills(searched, call.scope, deps);
    const warned = warnedOf([
      ...(await warningsFrom(intention, await givenUp(precedents, deps, call), deps, call)),
      ...minedPatterns((await applicableAntipatterns(fitting, deps)).map(minedFrom)),
      ...(await evidenceWarnings(precedents, deps)),
      ...(await threatWarnings(input.statement, searched.embedding.meaning, deps)),
    ]);
    rememberGuidance({ intention, sessionId, ...warned }, deps, call);
    return { ...warned, domain };
  },
});

/** Weighed together, whatever each goes by. A threat says how the code has to be written, and nothing against the decision. */
export function warnedOf(warnings: readonly Warning[]): Warned {
  return { warnings: byGravity(warnings), ...riskOf(warnings.filter(({ type }) => type !== "threat")) };
}

/**
 * Nobody asked for them, so only where the meaning vouches: by words alone 9 % of the titles of public decision
 * records have one, with the meaning 3 %. Warnings do not depend on whether the program was installed whole.
 */
export async function threatWarnings(
  statement: string,
  meaning: CandidateQuery["meaning"],
  deps: GuidanceDeps,
): Promise<Warning[]> {
  try {
    const { found, byMeaning } = await threatsFor(deps, { statement, meaning }, MOST_THREATS);
    return byMeaning ? likelyThreats(found) : [];
  } catch (error) {
    deps.log.warn("Threats could not be looked up.", { error });
    return [];
  }
}

/** What is known against it from words, precedents and outcomes alone, whatever the time and the repository are. */
export async function warningsFrom(
  intention: Intention,
  precedents: readonly GivenUp[],
  deps: GuidanceDeps,
  call: Call,
): Promise<Warning[]> {
  const { statement, alternatives } = intention;
  const decided = precedents.filter(({ decision }) => isSaid(decision));
  const active = decided.map(({ decision }) => decision).filter(({ standing }) => standing === "active");
  return [
    ...knownPatterns(statement, deps.antipatterns),
    ...rejectedChoices(intention, decided).slice(0, MOST_OF_A_TYPE),
    ...closestFailure(intention, decided),
    ...contradictions(intention, active, await contradictionsOf(active, deps, call)).slice(0, MOST_OF_A_TYPE),
    ...(await againstCalibration(intention, deps, call)),
    ...absoluteLanguage(intention),
    ...fewAlternatives(statement, alternatives),
  ];
}

/** What became of what the precedents cite. */
export async function evidenceWarnings(
  precedents: readonly Decision[],
  deps: GuidanceDeps,
): Promise<Warning[]> {
  const active = precedents.filter(({ standing }) => standing === "active");
  return changedEvidence(await citedBy(active, deps)).slice(0, MOST_OF_A_TYPE);
}

/** A draft is nobody's word yet, so it is not brought up unasked. */
export const isSaid = ({ standing }: Pick<Decision, "standing">): boolean => standing !== "draft";

async function againstCalibration(
  { domain, confidence }: Intention,
  deps: GuidanceDeps,
  { scope }: Call,
): Promise<Warning[]> {
  if (confidence === undefined) return [];
  const tally = await deps.store.tally(scope, domain);
  if (tally.outcomes < MIN_OUTCOMES) return [];
  const interval = credibleInterval(posterior(tally), await deps.betaMath());
  const recommendation = recommendationOf(await recalibrationFrom(tally, deps, scope), confidence);
  return confidenceWarnings(domain, recommendation, tally, interval);
}
