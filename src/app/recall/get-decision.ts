import * as z from "zod";
import { posterior } from "../../domain/calibration/calibration.ts";
import { triggeredBy } from "../../domain/decisions/antipattern.ts";
import { decisionNotFound } from "../../domain/decisions/decision.ts";
import { estimateSuccess } from "../../domain/decisions/signal.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/history-of.ts";
import { semanticLinks } from "../links/semantic-links.ts";
import { defineOperation } from "../shared/operation.ts";
import { similarTo } from "./similar-decisions.ts";

const SIMILAR_LIMIT = 5;

export const getDecision = defineOperation({
  name: "get-decision",
  summary: "Read one decision whole, with what resembles it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps, call) {
    const decision = await deps.store.findDecision(call.scope, ref);
    if (!decision) throw decisionNotFound(ref, call.scope);
    const similar = await similarTo(decision, deps, SIMILAR_LIMIT);
    const { outcomes, signals } = await historyOf(decision, deps);
    const rate = posterior(await deps.store.tally(decision.project, decision.domain)).mean;
    return {
      decision,
      links: await semanticLinks([decision], deps, call),
      similar,
      outcomes,
      signals,
      estimatedSuccess: estimateSuccess(rate, signals),
      antipatterns: triggeredBy(decision.statement, deps.antipatterns),
    };
  },
});
