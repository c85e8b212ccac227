import * as z from "zod";
import { type AnomalyFacts, detectAll, SHOWN_IDS } from "../domain/anomaly.ts";
import { DETECTORS } from "../domain/anomaly-detectors.ts";
import { DAY_MS } from "../domain/decision.ts";
import { type Call, type Deps, defineOperation } from "./operation.ts";

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
  const [tallies, recent, due, captures] = await Promise.all([
    store.tallies(scope),
    store.recentOutcomes(scope, RECENT_OUTCOMES),
    store.dueDecisions(scope, clock.now(), SHOWN_IDS),
    capturesOf(deps, call),
  ]);
  return { tallies, recent, overdue: { total: due.total, longest: due.items }, captures };
}

async function capturesOf({ store, clock }: Deps, { scope }: Call): Promise<AnomalyFacts["captures"]> {
  const now = clock.now().getTime();
  const since = (days: number) =>
    store.listDecisions({ scope, since: new Date(now - days * DAY_MS) }, SHOWN_IDS);
  const [day, ...earlier] = await Promise.all(
    Array.from({ length: WEEKS + 1 }, (_, week) => since(1 + 7 * week)),
  );
  const all = await store.listDecisions({ scope }, 1);
  const totals = [day?.total ?? 0, ...earlier.map(({ total }) => total)];
  const weeks = totals.slice(1).map((total, week) => total - (totals[week] ?? 0));
  const beganEarlier = all.total > (totals.at(-1) ?? 0);
  const known = beganEarlier ? weeks.length : weeks.findLastIndex((count) => count > 0) + 1;
  return {
    lastDay: day?.total ?? 0,
    newest: day?.items.map(({ id }) => id) ?? [],
    weeks: weeks.slice(0, known),
  };
}
