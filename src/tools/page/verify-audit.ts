import * as z from "zod";
import { verifyLog } from "../../app/log/verify-log.ts";
import { type LogHealthResult, logHealthResult } from "./health-parts.ts";
import { definePageCall } from "./page-call.ts";

export const verifyAuditCall = definePageCall({
  name: "verify-audit",
  effect: "read",
  input: z.strictObject({}),
  run: async (_, { perform }): Promise<LogHealthResult> => logHealthResult(await perform(verifyLog, {})),
});
