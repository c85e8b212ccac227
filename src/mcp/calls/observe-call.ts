import type { Fault } from "../../shared/errors.ts";
import { GENERATED_ID } from "../../shared/ids.ts";
import type { Metrics } from "../../shared/metrics.ts";
import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import type { Tool } from "../../tools/tool.ts";

const SLOW_CALL_MS = 1_000;

/** A finished tool call. */
interface ObservedCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly fault: Fault | undefined;
  readonly durationMs: number;
}

/** Logs and counts every finished tool call, on every transport. Texts of the call are never logged. */
export function observeCall(
  { tool, args, fault, durationMs }: ObservedCall,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): void {
  metrics.requestServed("tools/call", durationMs / 1000);
  metrics.toolCalled(tool.name, fault?.code);
  const meta = {
    tool: tool.name,
    arguments: anonymiseArguments(args, tool.inputSchema),
    duration_ms: roundTo(1, durationMs),
  };
  if (fault?.code === "internal") log.error("Tool call failed", { ...meta, error: fault.cause });
  else if (fault) log.info("Tool call refused", { ...meta, code: fault.code, reason: fault.reason });
  else if (durationMs > SLOW_CALL_MS) log.warn("Slow tool call", meta);
  else log.info("Tool call", meta);
}

const MAX_ITEMS = 20;
const MAX_KEYS = 50;
const MAX_DEPTH = 8;

/** The parts of a JSON schema that say which values are ours and not the caller's. */
interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * The shape of a call without anything that the caller chose: calls can be told apart in the log, and nothing that was
 * written shows. What remains are the names of the schema, its enumerated values, truth values, numbers within the
 * limits of the schema, and ids that Membria made. Of everything else only the kind and the length are shown.
 */
export function anonymiseArguments(args: unknown, schema: object): unknown {
  return anonymise(args, schema, 0);
}

function anonymise(value: unknown, schema: Schema, depth: number): unknown {
  if (value === null) return value;
  if (typeof value === "boolean") return schema.type === "boolean" ? value : "<boolean>";
  if (typeof value === "number") return isWithinLimits(value, schema) ? value : "<number>";
  if (typeof value === "string") {
    return schema.enum?.includes(value) || GENERATED_ID.test(value) ? value : `<text ${value.length}>`;
  }
  if (typeof value !== "object" || depth >= MAX_DEPTH) return `<${typeof value}>`;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => anonymise(item, schema.items ?? {}, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `<${value.length - MAX_ITEMS} more>`] : items;
  }
  const known = schema.properties ?? {};
  const entries = Object.entries(value);
  const shown = entries.slice(0, MAX_KEYS).map(([key, item]) => {
    const property = Object.hasOwn(known, key) ? known[key] : undefined;
    return [property ? key : `<name ${key.length}>`, anonymise(item, property ?? {}, depth + 1)] as const;
  });
  const more = entries.length - shown.length;
  return Object.fromEntries(more > 0 ? [...shown, ["<more>", more]] : shown);
}

const isWithinLimits = (value: number, { minimum, maximum }: Schema): boolean =>
  minimum !== undefined && maximum !== undefined && value >= minimum && value <= maximum;
