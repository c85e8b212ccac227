import * as z from "zod";
import type { FaultCode } from "../../domain/shared/errors.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { type Dialect, vocabulary } from "../tool.ts";
import type { RemedyWords } from "../wording.ts";

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

/** The flat MAMA tools and those of MAMA 1.1 fail in the same words. */
const mamaDialect: Omit<Dialect, "remedies"> = {
  errorSchema: z.object({
    error: z.object({
      code: z.enum(CODES),
      message: z.string(),
      details: z.object({
        reason: z.string(),
        field: z.string().optional(),
        provided: z.unknown().optional(),
        expected: z.string().optional(),
        retry_after: z.number().optional(),
      }),
    }),
  }),
  speak(fault) {
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
          },
        },
      },
      text: `Error: ${fault.sentence}`,
    };
  },
};

const MAMA_REMEDIES: RemedyWords = {
  ...TOOL_REMEDIES,
  "list-decisions": () => "list_decisions lists the ones there are.",
  "record-outcome": () => "update_outcome records how one worked out.",
  "save-checkpoint": () => "save_checkpoint saves one.",
  "show-latest-checkpoint": () => "load_checkpoint loads the latest one.",
};

const MEMORY_REMEDIES: RemedyWords = {
  ...TOOL_REMEDIES,
  "list-decisions": () => "memory_search_recent lists the latest ones.",
  "record-outcome": () => "memory_evolve_outcome records how one worked out.",
};

export const mamaTool = vocabulary("mama", { ...mamaDialect, remedies: MAMA_REMEDIES });
export const memoryTool = vocabulary("memory", { ...mamaDialect, remedies: MEMORY_REMEDIES });
