import * as z from "zod";
import type { MinedAntipattern } from "../domain/antipattern.ts";
import { credibleInterval, MIN_OUTCOMES, posterior } from "../domain/calibration.ts";
import { Confidence, type Decision } from "../domain/decision.ts";
import { detectDomain } from "../domain/subject.ts";
import { boundedText, LIMITS, textList } from "../domain/text.ts";
import type { FoundThreat } from "../domain/threat-index.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../domain/warning.ts";
import { absoluteLanguage } from "../domain/warnings/absolute-language.ts";
import { changedEvidence } from "../domain/warnings/changed-evidence.ts";
import { confidenceWarnings } from "../domain/warnings/confidence.ts";
import { contradictions } from "../domain/warnings/contradictions.ts";
import { fewAlternatives } from "../domain/warnings/few-alternatives.ts";
import { knownPatterns, minedPatterns } from "../domain/warnings/known-patterns.ts";
import { rejectedChoices } from "../domain/warnings/rejected-choices.ts";
import { likelyThreats } from "../domain/warnings/threats.ts";
import { requireModule } from "./capture-decision.ts";
import { threatsFor } from "./find-threats.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { type Call, type Deps, defineOperation } from "./operation.ts";
import { precedentsOf } from "./similar-decisions.ts";
import { citedBy, contradictionsOf, givenUp } from "./what-became.ts";

/** Precedents come the most relevant first; what is further away is not worth a warning. */
const MOST_PRECEDENTS = 20;
/** Of those that go by precedents, so that one matter that was decided often does not drown the rest. */
const MOST_OF_A_TYPE = 3;
/** They come unasked here, so only the nearest. */
const MOST_THREATS = 2;

/** What warnings are asked for, and what the caller knows about it already. */
export interface Proposed extends Intention {
  /** What `precedentsOf` answered; asked here unless given. */
  readonly precedents?: readonly Decision[] | undefined;
  /** Mined antipatterns that apply to it. */
  readonly mined?: readonly MinedAntipattern[] | undefined;
  /** What `threatsFor` answered; asked here unless given. */
  readonly threats?: readonly FoundThreat[] | undefined;
}

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
  async run({ module, sessionId, ...input }, deps, call) {
    const domain = requireModule(module, deps.modules, "module") ?? detectDomain(input.statement);
    const intention = { ...input, domain };
    const warned = await warningsFor(deps, call, intention);
    rememberGuidance({ intention, sessionId, ...warned }, deps, call);
    return { ...warned, domain };
  },
});

/** Everything that is known against it. */
export async function warningsFor(deps: Deps, call: Call, proposed: Proposed): Promise<Warned> {
  const { statement, alternatives, mined = [] } = proposed;
  const found = proposed.precedents ?? (await precedentsOf(statement, call.scope, deps));
  // A draft is nobody's word yet, so it is not brought up unasked.
  const precedents = found.filter(({ standing }) => standing !== "draft").slice(0, MOST_PRECEDENTS);
  const active = precedents.filter(({ standing }) => standing === "active");
  const against = [
    ...knownPatterns(statement, deps.antipatterns),
    ...minedPatterns(mined),
    ...rejectedChoices(proposed, await givenUp(precedents, deps)).slice(0, MOST_OF_A_TYPE),
    ...contradictions(proposed, active, await contradictionsOf(active, deps)).slice(0, MOST_OF_A_TYPE),
    ...(await againstCalibration(proposed, deps, call)),
    ...absoluteLanguage(proposed),
    ...fewAlternatives(statement, alternatives),
    ...changedEvidence(await citedBy(active, deps)).slice(0, MOST_OF_A_TYPE),
  ];
  const threats = likelyThreats(proposed.threats ?? (await threatsOf(statement, deps)));
  // A threat says how the code has to be written, and nothing against the decision.
  return { warnings: byGravity([...against, ...threats]), ...riskOf(against) };
}

/**
 * Nobody asked for them, so only where the meaning vouches: by words alone 9 % of the titles of public decision
 * records have one, with the meaning 3 %. Warnings do not depend on whether the program was installed whole.
 */
async function threatsOf(statement: string, deps: Deps): Promise<readonly FoundThreat[]> {
  try {
    const { found, byMeaning } = await threatsFor(deps, { statement }, MOST_THREATS);
    return byMeaning ? found : [];
  } catch (error) {
    deps.log.warn("Threats could not be looked up.", { error });
    return [];
  }
}

async function againstCalibration(
  { domain, confidence }: Intention,
  deps: Deps,
  { scope }: Call,
): Promise<Warning[]> {
  if (confidence === undefined) return [];
  const tally = await deps.store.tally(scope, domain);
  if (tally.outcomes < MIN_OUTCOMES) return [];
  const interval = credibleInterval(posterior(tally), await deps.betaMath());
  return confidenceWarnings(domain, confidence, tally, interval);
}
