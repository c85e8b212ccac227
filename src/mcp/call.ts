import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { checkoutFrom, noCheckout } from "../app/checkout.ts";
import type { Call, Deps } from "../app/operation.ts";
import type { Actor, Role } from "../domain/actor.ts";
import type { Checkout } from "../domain/ports.ts";
import { parseProjectName } from "../domain/project.ts";
import { startScreening } from "../domain/screening.ts";
import { ALL_PROJECTS } from "../domain/store.ts";
import { clientOf } from "./client.ts";
import { consentOf } from "./person.ts";

const PROJECT_KEY = "membria/project";

export interface ResolvedProject {
  readonly project: string;
  readonly dueDays: number;
  /** Said in replies when the project is not what a person would expect. */
  readonly notice?: string | undefined;
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
}

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
  server: Request["server"],
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
  server: Request["server"],
  meta: Meta,
  envelope: Meta,
): Promise<Pick<Call, "actor" | "scope" | "dueDays" | "notices">> {
  const { project, dueDays, notice } = await projectFor(meta?.[PROJECT_KEY], connection, server);
  const { name, version } = clientOf(server, envelope);
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
  server: Request["server"],
): Promise<ResolvedProject> {
  if (asked === undefined) return connection.project(() => rootsOf(server));
  const project = asked === ALL_PROJECTS ? asked : parseProjectName(asked, `_meta["${PROJECT_KEY}"]`);
  return { project, dueDays: connection.dueDays };
}

export async function rootsOf(server: Request["server"]): Promise<readonly string[]> {
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
