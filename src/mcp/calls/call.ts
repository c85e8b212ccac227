import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Deps } from "../../app/deps.ts";
import { checkoutFrom, noCheckout } from "../../app/shared/checkout.ts";
import type { Call } from "../../app/shared/operation.ts";
import { parseProjectName } from "../../domain/access/project.ts";
import type { Actor, Role } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { PROJECT_KEY } from "../../tools/remedies.ts";
import { clientOf, UNKNOWN_CLIENT } from "./client.ts";
import type { CallLimits } from "./limits.ts";
import { consentOf } from "./person.ts";

export interface ResolvedProject {
  readonly project: string;
  readonly dueDays: number;
  /** Said in replies when the project is not what a person would expect. */
  readonly notice?: Notice | undefined;
  /** Whether the list of tools follows what the work is about. */
  readonly dynamicExposure?: boolean | undefined;
  /** The repository that the work on this project happens in. */
  readonly checkout?: Checkout | undefined;
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

/** What the other side said about itself when it connected. */
export type Peer = Pick<Request["server"], "getClientVersion" | "getClientCapabilities" | "listRoots">;

export interface Request {
  readonly server: McpServer["server"];
  readonly context: ServerContext;
}

/** A request in our own words: who asks, for which project, and how to stop. */
export async function callOf(deps: Deps, connection: ConnectionFacts, request: Request): Promise<Call> {
  const { server, context } = request;
  const { mcpReq } = context;
  return {
    ...(await callerOf(deps, connection, server, mcpReq._meta, mcpReq.envelope)),
    consent: consentOf(server, context),
    signal: mcpReq.signal,
    progress: progressOf(context),
  };
}

/** The repository around a request, looked for when it is first asked: that of our own project, and of no other. */
export function checkoutOf(connection: ConnectionFacts, { server, context }: Request): Checkout {
  return checkoutFrom(async () => {
    const own = await connection.project(() => rootsOf(server)).catch(() => undefined);
    const asked = context.mcpReq._meta?.[PROJECT_KEY];
    return (own && (asked === undefined || asked === own.project) && own.checkout) || noCheckout;
  });
}

/** The same for somebody who listens: nobody waits for the answer, and nobody can be asked. */
export async function listenerOf(
  deps: Deps,
  connection: ConnectionFacts,
  server: Peer,
  meta: Meta,
): Promise<Call> {
  return {
    ...(await callerOf(deps, connection, server, meta, meta)),
    consent: () => undefined,
    signal: new AbortController().signal,
    progress: () => {},
  };
}

type Meta = Readonly<Record<string, unknown>> | undefined;

async function callerOf(
  deps: Deps,
  connection: ConnectionFacts,
  server: Peer,
  meta: Meta,
  envelope: Meta,
): Promise<Pick<Call, "actor" | "scope" | "dueDays" | "notices">> {
  const { project, dueDays, notice } = await projectFor(meta?.[PROJECT_KEY], connection, server);
  const { name: claimed, version } = clientOf(server, envelope);
  const name = claimed === UNKNOWN_CLIENT && connection.caller ? connection.caller : claimed;
  const screen = startScreening(deps.secrets);
  const actor: Actor = {
    role: connection.role,
    author: { kind: "agent", name: screen.text("client", name) },
    client: screen.text("client", `${name}/${version}`),
  };
  return { actor, scope: project, dueDays, notices: notice ? [notice] : [] };
}

async function projectFor(
  asked: unknown,
  connection: ConnectionFacts,
  server: Peer,
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

export async function rootsOf(server: Peer): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  const { roots } = await server.listRoots(undefined, { timeout: 2_000 });
  return roots.map(({ uri }) => uri);
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
