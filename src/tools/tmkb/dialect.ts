/** The errors of the document, which refuses arguments in sentences of its own. */

import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { type Dialect, vocabulary } from "../tool.ts";

/** The document defines error messages but no codes. */
const tmkbDialect: Dialect = {
  errorSchema: z.object({ error: z.object({ message: z.string() }) }),
  parse: parseTmkbArguments,
  remedies: TOOL_REMEDIES,
  formatFault(fault) {
    const message = fault.code === "invalid" ? fault.message : fault.sentence;
    return { structured: { error: { message } }, text: message };
  },
};

export const tmkbTool = vocabulary("tmkb", tmkbDialect);

const LONGEST_ECHO = 100;

/** Parses arguments and refuses them in the sentences of the document, one at a time. */
function parseTmkbArguments<S extends z.ZodObject>(schema: S, args: unknown): z.output<S> {
  const given = args ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues as [z.core.$ZodIssue];
  const [key] = issue.path;
  const field = key === undefined ? undefined : String(key);
  const received = field === undefined ? given : (given as Record<string, unknown>)[field];
  throw new Fault("invalid", sentence(issue, field, received, Object.keys(schema.shape)), {
    field,
    received: typeof received === "string" ? cut(received) : undefined,
    reason: issue.code === "unrecognized_keys" ? "unknown_argument" : "invalid_argument",
  });
}

function sentence(
  issue: z.core.$ZodIssue,
  field: string | undefined,
  received: unknown,
  known: readonly string[],
): string {
  if (issue.code === "unrecognized_keys") {
    const more = issue.keys.length > 1 ? ` and ${issue.keys.length - 1} more` : "";
    return `Unknown parameter '${cut(issue.keys[0] ?? "")}'${more}. Supported parameters: ${known.join(", ")}`;
  }
  if (field === undefined) return "The arguments must be an object with a context";
  if (issue.code === "invalid_value") {
    const values = field === "verbosity" ? "values" : `${field}s`;
    return `Invalid ${field} '${shown(received)}'. Supported ${values}: ${issue.values.join(", ")}`;
  }
  if (received === undefined) return `${field} parameter is required`;
  if (issue.code === "invalid_type") return `${field} must be a string; received ${shown(received)}`;
  return typeof received === "string" && received.trim() === ""
    ? `${field} must be non-empty`
    : `${field} ${issue.message}`;
}

/** An object may have a `toString` of its own, which is no function. */
const shown = (value: unknown): string => cut(typeof value === "string" ? value : JSON.stringify(value));

const cut = (text: string): string =>
  text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}…`;
