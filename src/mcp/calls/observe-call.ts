import type { Fault } from "../../shared/errors.ts";
import type { Metrics } from "../../shared/metrics.ts";
import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import type { Tool } from "../../tools/tool.ts";
import { anonymiseArguments } from "./anonymise.ts";

const SLOW_CALL_MS = 1_000;

/** A finished tool call. */
export interface ObservedCall {
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
