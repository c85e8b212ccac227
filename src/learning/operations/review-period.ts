/** Reviews the last days of a memory, and what is unusual in them. */
import * as z from "zod";
import type { Decision } from "../../decisions/index.ts";
import { decisionPage, dueDecisions, findDecision } from "../../decisions/index.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type AnomalyFacts, detectAll, SHOWN_IDS } from "../rules/anomaly.ts";
import { DETECTORS } from "../rules/anomaly-detectors.ts";
import { CHANGE_WINDOW } from "../rules/change-point.ts";
import { capturedSince, recentOutcomes, recentOutcomesByDomain } from "../sql/anomalies.ts";
import { listSkills } from "../sql/skills.ts";
import type { AnomalyDeps } from "./deps.ts";

const MOST_SHOWN = 10;
/** A period with more outcomes than this reports this number. */
const MOST_OUTCOMES = 1_000;

export const reviewPeriod = defineOperation({
  name: "review-period",
  summary: "What was decided and what came out of decisions in the last days, and what is due.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ days: z.number().int().min(1).max(366).default(7) }),
  async run({ days }, { memory, clock }: AnomalyDeps, { scope }) {
    const now = clock.now();
    const since = new Date(now.getTime() - days * DAY_MS);
    const [captured, recent, due] = await Promise.all([
      decisionPage(memory, { scope, since }, MOST_SHOWN),
      recentOutcomes(memory, scope, MOST_OUTCOMES),
      dueDecisions(memory, scope, now, MOST_SHOWN),
    ]);
    const outcomes = recent.filter(({ at }) => at >= since);
    const settled = await Promise.all(
      outcomes.slice(0, MOST_SHOWN).map(({ decisionId }) => findDecision(memory, scope, decisionId)),
    );
    return {
      since,
      captured,
      outcomes: {
        items: settled.filter((decision): decision is Decision => decision !== undefined),
        total: outcomes.length,
        failed: outcomes.filter(({ score }) => score < 0.5).length,
      },
      due,
    };
  },
});

const WEEKS = 4;

export const detectAnomalies = defineOperation({
  name: "detect-anomalies",
  summary: "What is not as it was or should be in this memory, with evidence and a next step.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps: AnomalyDeps, call) {
    const anomalies = detectAll(DETECTORS, await readFacts(deps, call));
    return { anomalies, detectors: DETECTORS, checkedAt: deps.clock.now() };
  },
});

async function readFacts(deps: AnomalyDeps, call: Call): Promise<AnomalyFacts> {
  const { memory, clock } = deps;
  const { scope } = call;
  const [recent, due, skills, captures] = await Promise.all([
    recentOutcomesByDomain(memory, scope, CHANGE_WINDOW),
    dueDecisions(memory, scope, clock.now(), SHOWN_IDS),
    listSkills(memory, scope),
    countCaptures(deps, call),
  ]);
  const overdue = { total: due.total, longest: due.items };
  return { now: clock.now(), recent, overdue, skills, captures };
}

async function countCaptures(
  { memory, clock }: AnomalyDeps,
  { scope }: Call,
): Promise<AnomalyFacts["captures"]> {
  const now = clock.now().getTime();
  const ago = (days: number): Date => new Date(now - days * DAY_MS);
  const bounds = Array.from({ length: WEEKS + 1 }, (_, week) => ago(1 + 7 * week));
  const { counts, first } = await capturedSince(memory, scope, bounds);
  const { items } = await decisionPage(memory, { scope, since: ago(1) }, SHOWN_IDS);
  const weeks = counts.slice(1).map((count, week) => count - (counts[week] ?? 0));
  // Weeks before the first decision would make the usual number look too low.
  const weeksInUse = bounds.slice(0, WEEKS).filter((end) => first !== undefined && first < end).length;
  return { lastDay: counts[0] ?? 0, newest: items.map(({ id }) => id), weeks: weeks.slice(0, weeksInUse) };
}
