import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { AskPerson, type Call, type Deps } from "../app/operation.ts";
import type { Actor, Role } from "../domain/actor.ts";
import { Fault } from "../domain/errors.ts";
import { parseProjectName } from "../domain/project.ts";
import { startScreening } from "../domain/screening.ts";
import { ALL_PROJECTS } from "../domain/store.ts";
import { type Exposure, TOOL_VERSIONS } from "../tools/inventory.ts";
import type { Reply, Tool } from "../tools/tool.ts";
import { anonymiseArguments } from "./anonymise.ts";
import { clientOf } from "./client.ts";
import { consentOf } from "./person.ts";

const SLOW_CALL_MS = 1_000;
const PROJECT_KEY = "membria/project";
const VERSION_KEY = "membria/version";

export interface ResolvedProject {
  readonly project: string;
  readonly dueDays: number;
  /** Said in replies when the project is not what a person would expect. */
  readonly notice?: string | undefined;
}

/** What is known of the connection that a call comes over. */
export interface ConnectionFacts {
  readonly role: Role;
  /** For a project that a call names itself. */
  readonly dueDays: number;
  project(roots: () => Promise<readonly string[]>): Promise<ResolvedProject>;
}

interface Request {
  readonly server: McpServer["server"];
  readonly context: ServerContext;
}

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
  { server, context }: Request,
): Promise<Reply> {
  const { mcpReq } = context;
  try {
    requireVersion(mcpReq._meta?.[VERSION_KEY]);
    if (exposure.readOnly && tool.effect !== "read") throw readOnlyServer(tool);
    const resolved = await projectFor(mcpReq._meta?.[PROJECT_KEY], connection, server);
    const call: Call = {
      // A server that only reads does not even remember what it was asked.
      actor: actorOf(deps, exposure.readOnly ? "viewer" : connection.role, { server, context }),
      scope: resolved.project,
      dueDays: resolved.dueDays,
      notices: resolved.notice ? [resolved.notice] : [],
      consent: consentOf(server, context),
      signal: mcpReq.signal,
      progress: progressOf(context),
    };
    return await tool.call(args, deps, call);
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

async function projectFor(
  asked: unknown,
  connection: ConnectionFacts,
  server: Request["server"],
): Promise<ResolvedProject> {
  if (asked === undefined) return connection.project(() => rootsOf(server));
  const project = asked === ALL_PROJECTS ? asked : parseProjectName(asked, `_meta["${PROJECT_KEY}"]`);
  return { project, dueDays: connection.dueDays };
}

async function rootsOf(server: Request["server"]): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  const { roots } = await server.listRoots(undefined, { timeout: 2_000 });
  return roots.map(({ uri }) => uri);
}

function actorOf(deps: Deps, role: Role, { server, context }: Request): Actor {
  const { name, version } = clientOf(server, context);
  const screen = startScreening(deps.secrets);
  return {
    role,
    author: { kind: "agent", name: screen.text("client", name) },
    client: screen.text("client", `${name}/${version}`),
  };
}

function progressOf({ mcpReq }: ServerContext): Call["progress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (progress, total, message) => {
    const params = {
      progressToken,
      progress,
      ...(total !== undefined && { total }),
      ...(message && { message }),
    };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
