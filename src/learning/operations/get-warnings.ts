/** Collects the warnings against a proposed decision, from its precedents, its wording and known patterns. */
import * as z from "zod";
import { countWords } from "../../calibration/index.ts";
import {
  type AntipatternExamples,
  Confidence,
  chooseDomain,
  hasFailed,
  mentionsRemedy,
  type StatedChoice,
} from "../../decisions/index.ts";
import { type CandidateQuery, embedStatement, searchForStatement } from "../../recall/index.ts";
import { DomainSlug } from "../../shared/names.ts";
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
import { failedOf, type TrackRecord, workedOf } from "../rules/track-record.ts";
import { byGravity, type Intention, type Risk, riskOf, type Warning } from "../rules/warning.ts";
import { applicableAntipatterns, skillOfWay, toLearnedAntipattern } from "./applicable-skills.ts";
import type { GuidanceDeps } from "./deps.ts";
import { estimateDecision, type Outlook } from "./estimate-decision.ts";
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

export interface WarningReport extends Risk {
  /** Gravest first. */
  readonly warnings: readonly Warning[];
  /** Failures that are related, whatever the risk is: the ids of what has to be read first. */
  readonly related: readonly string[];
}

export const getWarnings = defineOperation({
  name: "get-warnings",
  summary: "What speaks against a decision before it is made.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    statement: boundedText(1, LIMITS.statement),
    /** The area it belongs to; detected unless given. */
    domain: DomainSlug.optional(),
    module: z.string().optional(),
    confidence: Confidence.optional(),
    alternatives: textList().optional(),
    reasoning: boundedText(0, LIMITS.text).optional(),
    sessionId: boundedText(1, LIMITS.name).optional(),
  }),
  async run({ module, sessionId, domain: stated, ...input }, deps: GuidanceDeps, call) {
    const domain = chooseDomain({ module, domain: stated, ...input }, deps);
    const intention = { ...input, domain };
    const searched = await searchForStatement(input.statement, call.scope, deps);
    const precedents = await findPrecedents(searched, deps, call);
    const outlook = await estimateDecision(
      { choice: choiceIn(intention), domain, confidence: input.confidence },
      searched,
      precedents.settled,
      deps,
      call,
    );
    const fitting = await skillOfWay(outlook, call.scope, deps);
    const warnings = [
      ...(await antipatternWarnings(input.statement, searched.embedding.meaning, outlook.record, deps)),
      ...(await warningsFrom(intention, precedents, outlook, deps, call)),
      ...learnedPatterns((await applicableAntipatterns(fitting, deps)).map(toLearnedAntipattern)),
      ...(await evidenceWarnings(precedents, deps)),
      ...(await threatWarnings(input.statement, searched.embedding.meaning, deps)),
    ];
    const shown = withNewThreats(warnings, sessionId, deps, call);
    const report = reportWarnings(shown, outlook.record, precedents.found);
    rememberGuidance({ intention, sessionId, ...report }, deps, call);
    return { ...report, domain, record: outlook.record };
  },
});

/** Sorts the warnings, computes the risk, and names what is related and has to be read first. */
export function reportWarnings(
  warnings: readonly Warning[],
  record: TrackRecord,
  found: Precedents["found"],
): WarningReport {
  const related = relatedFailures(record, found);
  return { warnings: byGravity(warnings), related, ...riskOf(warnings, record.risk, related.length > 0) };
}

/** Failures of the same way, and relevant ones of which it cannot be told that they went another way. */
const relatedFailures = (record: TrackRecord, found: Precedents["found"]): string[] => [
  ...new Set([
    ...failedOf(record.thisWay).map(({ id }) => id),
    ...found
      .filter(({ decision }) => hasFailed(decision) && !record.goneOtherwise.has(decision.id))
      .map(({ decision }) => decision.id),
  ]),
];

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
  { record, judged }: Outlook,
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
    ...(intention.confidence === undefined ? [] : confidenceWarnings(judged, supportOf(record))),
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

const supportOf = ({ thisWay: { counts, decisions } }: TrackRecord): string =>
  decisions.length > 0
    ? `Of the same way ${countWords(counts)}`
    : "From the outcomes of other decisions, none of the same way";

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
  const hasWorked = workedOf(thisWay).length > 0 && failedOf(thisWay).length === 0;
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
