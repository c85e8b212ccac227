import * as z from "zod";
import { type AnomalyFacts, detectAll, SHOWN_IDS } from "../../domain/anomalies/anomaly.ts";
import { DETECTORS } from "../../domain/anomalies/anomaly-detectors.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { type Call, type Deps, defineOperation } from "../shared/operation.ts";

/** Enough to see a change in every domain that is in use, and little enough to read each time. */
const RECENT_OUTCOMES = 2_000;
const WEEKS = 4;

export const detectAnomalies = defineOperation({
  name: "detect-anomalies",
  summary: "What is not as it was or should be in this memory, with evidence and a next step.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps, call) {
    const anomalies = detectAll(DETECTORS, await factsOf(deps, call), await deps.betaMath());
    return { anomalies, detectors: DETECTORS, checkedAt: deps.clock.now() };
  },
});

async function factsOf(deps: Deps, call: Call): Promise<AnomalyFacts> {
  const { store, clock } = deps;
  const { scope } = call;
  const [tallies, recent, due, skills, captures] = await Promise.all([
    store.tallies(scope),
    store.recentOutcomes(scope, RECENT_OUTCOMES),
    store.dueDecisions(scope, clock.now(), SHOWN_IDS),
    store.listSkills(scope),
    capturesOf(deps, call),
  ]);
  const overdue = { total: due.total, longest: due.items };
  return { now: clock.now(), tallies, recent, overdue, skills, captures };
}

async function capturesOf({ store, clock }: Deps, { scope }: Call): Promise<AnomalyFacts["captures"]> {
  const now = clock.now().getTime();
  const ago = (days: number): Date => new Date(now - days * DAY_MS);
  const bounds = Array.from({ length: WEEKS + 1 }, (_, week) => ago(1 + 7 * week));
  const { counts, first } = await store.capturedSince(scope, bounds);
  const { items } = await store.listDecisions({ scope, since: ago(1) }, SHOWN_IDS);
  const weeks = counts.slice(1).map((count, week) => count - (counts[week] ?? 0));
  // A week in which the memory did not exist yet says nothing about what is usual.
  const known = bounds.slice(0, WEEKS).filter((end) => first !== undefined && first < end).length;
  return { lastDay: counts[0] ?? 0, newest: items.map(({ id }) => id), weeks: weeks.slice(0, known) };
}
