import * as z from "zod";
import { posterior } from "../../domain/calibration/calibration.ts";
import { estimateSuccess } from "../../domain/decisions/signal.ts";
import { triggeredBy } from "../../domain/decisions/triggered-antipatterns.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/decision-history.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { semanticLinks } from "../links/semantic-links.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { similarTo } from "./similar-decisions.ts";

const SIMILAR_LIMIT = 5;

export const getDecision = defineOperation({
  name: "get-decision",
  summary: "Read one decision whole, with what resembles it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RecallDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const similar = await similarTo(decision, deps, SIMILAR_LIMIT);
    const { outcomes, signals } = await historyOf(decision, deps);
    const rate = posterior(await deps.store.tally(decision.project, decision.domain)).mean;
    return {
      decision,
      links: await semanticLinks([decision], call.scope, deps),
      similar,
      outcomes,
      signals,
      revisions: await deps.store.revisionsOf(decision.project, decision.id),
      estimatedSuccess: estimateSuccess(rate, signals),
      antipatterns: triggeredBy(decision.statement, await deps.antipatterns()),
    };
  },
});
