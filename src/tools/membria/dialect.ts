import * as z from "zod";
import type { FaultCode } from "../../shared/errors.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { type Dialect, vocabulary } from "../tool.ts";
import { type FieldNames, fieldNamer, type Wording } from "../wording.ts";

/** The codes of the document; those from -32004 on are our own. */
const CODES: Readonly<Record<FaultCode, { code: number; message: string }>> = {
  invalid: { code: -32602, message: "Invalid params" },
  unavailable: { code: -32001, message: "Graph unavailable" },
  insufficient: { code: -32002, message: "Calibration insufficient" },
  not_found: { code: -32003, message: "Decision not found" },
  limited: { code: -32004, message: "Rate limit exceeded" },
  forbidden: { code: -32005, message: "Forbidden" },
  conflict: { code: -32006, message: "Conflict" },
  internal: { code: -32603, message: "Internal error" },
};

export const membriaDialect: Dialect = {
  errorSchema: z.object({
    error: z.object({
      code: z.number().int(),
      message: z.string(),
      data: z.object({
        reason: z.string(),
        field: z.string().optional(),
        problem: z.string(),
        received: z.unknown().optional(),
        suggestion: z.string().optional(),
        retry_after: z.number().optional(),
      }),
    }),
  }),
  remedies: TOOL_REMEDIES,
  formatFault(fault) {
    const { code, message } = CODES[fault.code];
    return {
      structured: {
        error: {
          code,
          message,
          data: {
            reason: fault.reason ?? (fault.code === "unavailable" ? "graph_unavailable" : fault.code),
            ...(fault.field !== undefined && { field: fault.field }),
            problem: fault.message,
            ...(fault.received !== undefined && { received: fault.received }),
            ...(fault.hint !== undefined && { suggestion: fault.hint }),
            ...(fault.retryAfter !== undefined && { retry_after: fault.retryAfter }),
          },
        },
      },
      text: `${message} (${code}): ${fault.sentence}`,
    };
  },
};

/** The wording for messages outside of any tool. */
export const membriaWording: Wording = wordingWith({});

/** The same for a resource or a prompt, which has its own argument names. */
export function wordingWith(names: FieldNames): Wording {
  return { remedies: membriaDialect.remedies, field: fieldNamer(names, () => undefined) };
}

export const membriaTool = vocabulary("membria", membriaDialect);
