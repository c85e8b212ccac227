import * as z from "zod";
import type { Fault, FaultCode } from "../../shared/errors.ts";
import type { Dialect } from "../tool.ts";

const CODES = ["VALIDATION_ERROR", "NOT_FOUND", "UNAUTHORIZED", "INTERNAL_ERROR", "DATABASE_ERROR"] as const;

const BY_FAULT: Readonly<Record<FaultCode, (typeof CODES)[number]>> = {
  invalid: "VALIDATION_ERROR",
  conflict: "VALIDATION_ERROR",
  insufficient: "VALIDATION_ERROR",
  not_found: "NOT_FOUND",
  forbidden: "UNAUTHORIZED",
  limited: "UNAUTHORIZED",
  unavailable: "DATABASE_ERROR",
  internal: "INTERNAL_ERROR",
};

/** The flat MAMA tools and those of MAMA 1.1 share one error format. */
export const mamaDialect: Omit<Dialect, "remedies"> = {
  errorSchema: z.object({
    error: z.object({
      code: z.enum(CODES),
      message: z.string(),
      details: z.looseObject({
        reason: z.string(),
        field: z.string().optional(),
        provided: z.unknown().optional(),
        expected: z.string().optional(),
        retry_after: z.number().optional(),
      }),
    }),
  }),
  formatFault(fault) {
    const code = BY_FAULT[fault.code];
    return {
      structured: {
        error: {
          code,
          message: fault.message,
          details: {
            reason: fault.reason ?? fault.code,
            ...(fault.field !== undefined && { field: fault.field }),
            ...(fault.received !== undefined && { provided: fault.received }),
            ...(fault.hint !== undefined && { expected: fault.hint }),
            ...(fault.retryAfter !== undefined && { retry_after: fault.retryAfter }),
            ...(code === "NOT_FOUND" && missing(fault)),
          },
        },
      },
      text: `Error: ${fault.sentence}`,
    };
  },
};

/** A missing record also stands under the name of its argument, as in the document: `details.decisionId`. */
const missing = ({ field, received }: Fault) =>
  field === undefined || received === undefined ? {} : { [field]: received };
