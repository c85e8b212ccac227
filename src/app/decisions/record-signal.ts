import * as z from "zod";
import { posterior } from "../../domain/calibration/calibration.ts";
import { estimateSuccess, SIGNAL_TYPES, VALENCES } from "../../domain/decisions/signal.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, jsonObject, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const recordSignal = defineOperation({
  name: "record-signal",
  summary: "Record something that happened to a decision before its outcome is known.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    type: z.enum(SIGNAL_TYPES),
    valence: z.enum(VALENCES),
    description: boundedText(1, LIMITS.text).optional(),
    metrics: jsonObject().default({}),
  }),
  async run({ ref, type, valence, description, metrics }, deps: DecisionDeps, call) {
    const screen = startScreening(deps.secrets);
    const reported = {
      id: deps.ids.next(ID_PREFIX.signal),
      type,
      valence,
      description: screen.optional("description", description),
      metrics: screen.json("metrics", metrics) ?? {},
    };
    const recorded = await deps.store.recordSignal(call.scope, ref, reported, actOf(deps, call));
    return {
      ...recorded,
      estimatedSuccess: estimateSuccess(posterior(recorded.tally).mean, recorded.all),
      notices: describeChanges(screen.changes),
    };
  },
  shares: { records: ({ decision, signal }) => [signal.id, decision.id] },
});
