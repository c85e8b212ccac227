import type { CallToolResult } from "@modelcontextprotocol/server";
import { AskPerson, type Deps } from "../app/operation.ts";
import { Fault } from "../domain/errors.ts";
import { type Exposure, TOOL_VERSIONS } from "../tools/inventory.ts";
import type { Reply, Tool } from "../tools/tool.ts";
import { anonymiseArguments } from "./anonymise.ts";
import { type ConnectionFacts, callOf, checkoutOf, type Request } from "./call.ts";

const SLOW_CALL_MS = 1_000;
const VERSION_KEY = "membria/version";

export async function callTool(
  tool: Tool,
  args: unknown,
  deps: Deps,
  settings: { readonly exposure: Exposure; readonly connection: ConnectionFacts },
  request: Request,
): Promise<CallToolResult> {
  const { mcpReq } = request.context;
  const log = deps.log.with({ requestId: String(mcpReq.id) });
  const started = performance.now();
  const reply = await answer(tool, args, { ...deps, log }, settings, request);
  const meta = {
    tool: tool.name,
    arguments: anonymiseArguments(args),
    duration_ms: Math.round((performance.now() - started) * 10) / 10,
  };
  if (reply.fault?.code === "internal") log.error("Tool call failed", { ...meta, error: reply.fault.cause });
  else if (reply.fault)
    log.info("Tool call refused", { ...meta, code: reply.fault.code, reason: reply.fault.reason });
  else if (meta.duration_ms > SLOW_CALL_MS) log.warn("Slow tool call", meta);
  else log.info("Tool call", meta);
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.structured,
    ...(reply.fault && { isError: true }),
  };
}

async function answer(
  tool: Tool,
  args: unknown,
  deps: Deps,
  { exposure, connection }: { readonly exposure: Exposure; readonly connection: ConnectionFacts },
  request: Request,
): Promise<Reply> {
  const { mcpReq } = request.context;
  try {
    requireVersion(mcpReq._meta?.[VERSION_KEY]);
    if (exposure.readOnly && tool.effect !== "read") throw readOnlyServer(tool);
    // A server that only reads does not even remember what it was asked.
    const facts: ConnectionFacts = exposure.readOnly ? { ...connection, role: "viewer" } : connection;
    const call = await callOf(deps, facts, request);
    return await tool.call(args, { ...deps, checkout: checkoutOf(connection, request) }, call);
  } catch (error) {
    if (mcpReq.signal.aborted || error instanceof AskPerson) throw error;
    return tool.refuse(Fault.from(error));
  }
}

function requireVersion(asked: unknown): void {
  if (asked === undefined || TOOL_VERSIONS.some((version) => version === asked)) return;
  throw new Fault("invalid", `There is no version ${JSON.stringify(asked)} of this tool.`, {
    field: VERSION_KEY,
    received: asked,
    reason: "unknown_version",
    hint: `Known versions: ${TOOL_VERSIONS.join(", ")}. Leave it out for the newest.`,
  });
}

function readOnlyServer(tool: Tool): Fault {
  return new Fault("forbidden", `${tool.name} writes, and this server was started with --read-only.`, {
    reason: "read_only",
    hint: "Start it without --read-only to write.",
  });
}
