import * as z from "zod";
import { DAY_MS, type Decision } from "../../domain/decisions/decision.ts";
import { defineOperation } from "../shared/operation.ts";

const SHOWN = 10;
/** More outcomes than this in one period are counted as at least so many. */
const MOST_OUTCOMES = 1_000;

export const reviewPeriod = defineOperation({
  name: "review-period",
  summary: "What was decided and what came out of decisions in the last days, and what is due.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ days: z.number().int().min(1).max(366).default(7) }),
  async run({ days }, { store, clock }, { scope }) {
    const now = clock.now();
    const since = new Date(now.getTime() - days * DAY_MS);
    const [captured, recent, due] = await Promise.all([
      store.listDecisions({ scope, since }, SHOWN),
      store.recentOutcomes(scope, MOST_OUTCOMES),
      store.dueDecisions(scope, now, SHOWN),
    ]);
    const outcomes = recent.filter(({ at }) => at >= since);
    const settled = await Promise.all(
      outcomes.slice(0, SHOWN).map(({ decisionId }) => store.findDecision(scope, decisionId)),
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
