import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { AskPerson, type Call, type Deps } from "../app/operation.ts";
import type { Actor, Role } from "../domain/actor.ts";
import { Fault } from "../domain/errors.ts";
import { parseProjectName } from "../domain/project.ts";
import { startScreening } from "../domain/screening.ts";
import { ALL_PROJECTS } from "../domain/store.ts";
import { type Exposure, TOOL_VERSIONS } from "../tools/inventory.ts";
import type { Reply, Tool } from "../tools/tool.ts";
import { clientOf, UNKNOWN_CLIENT } from "./client.ts";
import type { CallLimits } from "./limits.ts";
import { observeCall } from "./observe-call.ts";
import { consentOf } from "./person.ts";

const PROJECT_KEY = "membria/project";
const VERSION_KEY = "membria/version";
const LIMITS_KEY = "membria/rateLimit";
/** What the limit on captures is about, in whichever vocabulary. */
const CAPTURE = "capture-decision";

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
  /** The only project it may touch, where it is bound to one. */
  readonly confinedTo?: string | undefined;
  /** Who calls, where the client does not say. */
  readonly caller?: string | undefined;
  readonly limits: CallLimits;
  /** What the `_meta` of a result says about the connection. */
  readonly meta?: (() => Record<string, unknown>) | undefined;
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
  observeCall({ tool, args, fault: reply.fault, durationMs: performance.now() - started }, log);
  const { limits, meta } = settings.connection;
  const warning = limits.warning();
  const about = { ...meta?.(), ...(warning && { [LIMITS_KEY]: { warning } }) };
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.structured,
    ...(reply.fault && { isError: true }),
    ...(Object.keys(about).length > 0 && { _meta: about }),
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
    connection.limits.spend("requests");
    requireVersion(mcpReq._meta?.[VERSION_KEY]);
    if (exposure.readOnly && tool.effect !== "read") throw readOnlyServer(tool);
    const resolved = await projectFor(mcpReq._meta?.[PROJECT_KEY], connection, server);
    const call: Call = {
      actor: actorOf(deps, connection, { server, context }),
      scope: resolved.project,
      dueDays: resolved.dueDays,
      notices: resolved.notice ? [resolved.notice] : [],
      consent: consentOf(server, context),
      signal: mcpReq.signal,
      progress: progressOf(context),
    };
    return await (tool.operation === CAPTURE
      ? captured(connection.limits, () => tool.call(args, deps, call))
      : tool.call(args, deps, call));
  } catch (error) {
    if (mcpReq.signal.aborted || error instanceof AskPerson) throw error;
    return tool.refuse(Fault.from(error));
  }
}

/** A capture that its arguments stopped is a request and nothing more. */
async function captured(limits: CallLimits, call: () => Promise<Reply>): Promise<Reply> {
  limits.spend("captures");
  const reply = await call();
  if (reply.fault?.code === "invalid") limits.giveBack("captures");
  return reply;
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
  requireWithin(connection.confinedTo, project);
  return { project, dueDays: connection.dueDays };
}

/** A key for one project opens no other, whatever a call asks for. */
export function requireWithin(confinedTo: string | undefined, project: string): void {
  if (confinedTo === undefined || confinedTo === project) return;
  throw new Fault(
    "forbidden",
    `This key opens the project ${confinedTo} only, and ${project} was asked for.`,
    {
      field: PROJECT_KEY,
      received: project,
      reason: "project_forbidden",
      hint: "Leave the project out, or use a key that is not bound to one.",
    },
  );
}

async function rootsOf(server: Request["server"]): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  const { roots } = await server.listRoots(undefined, { timeout: 2_000 });
  return roots.map(({ uri }) => uri);
}

function actorOf(
  deps: Deps,
  { role, caller }: Pick<ConnectionFacts, "role" | "caller">,
  { server, context }: Request,
): Actor {
  const { name: claimed, version } = clientOf(server, context);
  const name = claimed === UNKNOWN_CLIENT && caller ? caller : claimed;
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
