/** Lists skills and antipatterns, and what single replaced failures teach. */
import * as z from "zod";
import { credibleInterval, MIN_OUTCOMES, posterior } from "../../calibration/index.ts";
import { Confidence } from "../../decisions/index.ts";
import { RELEVANCE_THRESHOLD, searchForStatement, settledCandidates } from "../../recall/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { ALL_DOMAINS, DomainQuery } from "../../shared/names.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { CONFIDENT, skillConfidence } from "../rules/skill.ts";
import {
  AGREEING_OUTCOMES,
  isOneSubject,
  pairIdOf,
  pairWords,
  type SkillWords,
} from "../rules/skill-naming.ts";
import { liveSkills, liveSkillsAmong, ofKind, skillOfWay } from "./applicable-skills.ts";
import type { SkillDeps } from "./deps.ts";
import { describeAntipattern, describeSkill, type SkillWithLife } from "./describe-skill.ts";
import { waysAround } from "./estimate-decision.ts";

/** Shows all skills to callers who ask for them. Trials withhold skills only from unrequested context. */
export const getSkills = defineOperation({
  name: "get-skills",
  summary:
    "What worked and what failed again and again, learned from the outcomes of similar decisions, and what replaced a failure and worked.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainQuery,
    statement: boundedText(1, LIMITS.statement).optional(),
    minConfidence: Confidence.default(CONFIDENT),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  async run({ domain, statement, minConfidence, limit }, deps: SkillDeps, call) {
    const { live, analysed } =
      statement === undefined
        ? await allSkills(domain, deps, call)
        : await skillsFor(statement, domain, deps, call);
    const all = ofKind(live, "skill");
    const confident = all.filter(({ confidence }) => confidence >= minConfidence);
    const antipatterns = ofKind(live, "antipattern");
    const skills = await Promise.all(confident.slice(0, limit).map((skill) => describeSkill(skill, deps)));
    const counted = new Set(skills.flatMap(({ evidence }) => evidence));
    // A decision that is already counted in a skill is not named twice.
    const pairs = analysed.filter(
      ({ confidence, evidence }) => confidence >= minConfidence && !counted.has(evidence[0]),
    );
    const room = limit - skills.length;
    const highestBelow = Math.max(
      0,
      ...all.filter((skill) => !confident.includes(skill)).map(({ confidence }) => confidence),
    );
    return {
      domain,
      skills,
      /** They come after the others, because each was seen only once. */
      analysed: pairs.slice(0, room),
      antipatterns: await Promise.all(
        antipatterns.slice(0, limit).map((antipattern) => describeAntipattern(antipattern, deps)),
      ),
      more:
        Math.max(0, confident.length - limit) +
        Math.max(0, pairs.length - room) +
        Math.max(0, antipatterns.length - limit),
      notices:
        confident.length + pairs.length > 0
          ? []
          : [
              all.length > 0
                ? `${all.length === 1 ? "1 skill is" : `${all.length} skills are`} less sure than asked for (${minConfidence}); the surest has ${highestBelow.toFixed(2)}. More outcomes make it surer, or ask for less.`
                : await whyNone(domain, statement !== undefined, deps, call),
            ],
    };
  },
});

interface FoundSkills {
  readonly live: readonly SkillWithLife[];
  readonly analysed: readonly AnalysedSkill[];
}

async function allSkills(domain: string, deps: SkillDeps, { scope }: Call): Promise<FoundSkills> {
  return {
    live: await liveSkills(scope, domain, deps),
    analysed: await analysedSkills(scope, domain, deps),
  };
}

async function skillsFor(
  statement: string,
  domain: string,
  deps: SkillDeps,
  { scope }: Call,
): Promise<FoundSkills> {
  const searched = await searchForStatement(statement, scope, deps);
  const settled = await settledCandidates(searched, deps);
  const known = await waysAround({ statement, alternatives: [] }, searched, settled, deps);
  const fitting = await skillOfWay(known, scope, deps);
  const relevant = settled.filter(({ relevance }) => relevance >= RELEVANCE_THRESHOLD);
  return {
    live: await liveSkillsAmong(
      fitting.filter(({ record }) => domain === ALL_DOMAINS || record.domain === domain),
      deps,
    ),
    analysed: applicableAmong(
      await analysedSkills(scope, domain, deps),
      new Map(relevant.map(({ decision, relevance }) => [decision.id, relevance])),
    ),
  };
}

async function whyNone(
  domain: string,
  hasStatement: boolean,
  { store }: SkillDeps,
  { scope }: Call,
): Promise<Notice> {
  const where = domain === ALL_DOMAINS ? "" : ` in ${domain}`;
  if ((await store.listSkills(scope, domain)).length > 0) {
    return hasStatement
      ? `No skill${where} is about the proposed decision. Without one all of them are listed.`
      : `No skill${where}: what similar decisions taught so far is what not to do, or was retired.`;
  }
  const most = await store.largestForming(scope, domain);
  const rule = `A skill needs ${MIN_OUTCOMES} outcomes of similar decisions`;
  return most === 0
    ? {
        text: `No skill${where} yet: no outcome is known. ${rule}.`,
        remedies: [{ remedy: "record-outcome" }],
      }
    : `No skill${where} yet. ${rule}; the most alike so far have ${most}, so ${MIN_OUTCOMES - most} more like them ${MIN_OUTCOMES - most === 1 ? "is" : "are"} missing.`;
}

/** More than anybody reads. */
const MOST_PAIRS = 100;

/** A skill that was not counted but found: a decision failed, and the one that replaced it worked. */
export interface AnalysedSkill extends SkillWords {
  readonly id: string;
  readonly domain: string;
  readonly confidence: number;
  readonly interval: readonly [number, number];
  /** How relevant it is to the statement, if the caller gave one. */
  readonly applicability?: number | undefined;
  /** The decision that worked, then the one that failed. */
  readonly evidence: readonly [string, string];
  /** When the success was recorded. */
  readonly generatedAt: Date;
}

/** The lessons of replaced failures, newest first. They are found when asked for, and nothing of them is stored. */
export async function analysedSkills(
  scope: Scope,
  domain: string,
  { store, betaMath }: Pick<SkillDeps, "store" | "betaMath">,
): Promise<readonly AnalysedSkill[]> {
  const pairs = (await store.replacedFailures(scope, MOST_PAIRS, domain)).filter(isOneSubject);
  if (pairs.length === 0) return [];
  const interval = credibleInterval(posterior(AGREEING_OUTCOMES), await betaMath());
  return pairs.map((pair) => ({
    ...pairWords(pair),
    id: pairIdOf(pair),
    domain: pair.worked.domain,
    confidence: skillConfidence(AGREEING_OUTCOMES),
    interval,
    evidence: [pair.worked.decisionId, pair.failed.decisionId],
    generatedAt: pair.worked.at,
  }));
}

/** Those of which one of the two decisions is relevant to a statement, most relevant first. */
function applicableAmong(
  found: readonly AnalysedSkill[],
  relevance: ReadonlyMap<string, number>,
): readonly AnalysedSkill[] {
  return found
    .map((skill) => ({
      ...skill,
      applicability: Math.max(...skill.evidence.map((id) => relevance.get(id) ?? 0)),
    }))
    .filter(({ applicability }) => applicability > 0)
    .sort((a, b) => b.applicability - a.applicability || (a.id < b.id ? -1 : 1));
}
