import * as z from "zod";
import { DecisionRef } from "../domain/ids.ts";
import { actOf, defineOperation } from "./operation.ts";

export const eraseDecision = defineOperation({
  name: "erase-decision",
  summary: "Remove a decision's text for good, and keep only the fact that it was erased.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({ ref: DecisionRef }),
  run: ({ ref }, deps, call) => deps.store.eraseDecision(call.scope, ref, actOf(deps, call)),
});
