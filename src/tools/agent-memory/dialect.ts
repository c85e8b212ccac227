import * as z from "zod";
import type { Fault, FaultCode } from "../../shared/errors.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { type Dialect, vocabulary } from "../tool.ts";

const CODES = [
  "permission_denied",
  "isolation_violation",
  "rate_limit_exceeded",
  "pi1_violation",
  "invalid",
  "not_found",
  "conflict",
  "unavailable",
  "internal",
] as const;
type Code = (typeof CODES)[number];

const BY_FAULT: Readonly<Record<FaultCode, Code>> = {
  invalid: "invalid",
  not_found: "not_found",
  conflict: "conflict",
  forbidden: "permission_denied",
  limited: "rate_limit_exceeded",
  unavailable: "unavailable",
  insufficient: "conflict",
  internal: "internal",
};

/** The document's named errors are reasons of ours; everything else goes by its code. */
function codeOf({ code, reason }: Fault): Code {
  return CODES.find((named) => named === reason) ?? BY_FAULT[code];
}

const agentMemoryDialect: Dialect = {
  errorSchema: z.object({
    status: z.literal("error"),
    message: z.string(),
    code: z.enum(CODES),
  }),
  remedies: TOOL_REMEDIES,
  formatFault: (fault) => ({
    structured: { status: "error", message: fault.sentence, code: codeOf(fault) },
    text: `${codeOf(fault)}: ${fault.sentence}`,
  }),
};

/** The version of the document that these tools follow. Clients find it in the `_meta` of each of them. */
const API_VERSION = "1.0.0";

export const agentMemoryTool = vocabulary("agent-memory", agentMemoryDialect, {
  coolsDown: true,
  apiVersion: API_VERSION,
});
