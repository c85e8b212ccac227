import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { defineOperation } from "../shared/operation.ts";
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
  async run({ days }, { store, clock }: AnomalyDeps, { scope }) {
    const now = clock.now();
    const since = new Date(now.getTime() - days * DAY_MS);
    const [captured, recent, due] = await Promise.all([
      store.listDecisions({ scope, since }, MOST_SHOWN),
      store.recentOutcomes(scope, MOST_OUTCOMES),
      store.dueDecisions(scope, now, MOST_SHOWN),
    ]);
    const outcomes = recent.filter(({ at }) => at >= since);
    const settled = await Promise.all(
      outcomes.slice(0, MOST_SHOWN).map(({ decisionId }) => store.findDecision(scope, decisionId)),
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
