import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type McpServer,
  type RequestId,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { parseProjectName } from "../../access/index.ts";
import type { Deps } from "../../memory/index.ts";
import type { Actor, Role } from "../../shared/actor.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { personName } from "../../shared/names.ts";
import { checkoutFrom, noCheckout } from "../../shared/operations/checkout.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Checkout } from "../../shared/ports.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import { LIMITS, oneLine, type Screened } from "../../shared/text.ts";
import { PROJECT_KEY } from "../../tools/remedies.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import type { CallLimits } from "./limits.ts";
import type { QuestionStates } from "./question-states.ts";

export interface ResolvedProject {
  readonly project: string;
  readonly dueDays: number;
  /** Added to replies when the project is not the one a person would expect. */
  readonly notice?: Notice | undefined;
  /** Whether the tool list depends on the context of the work. */
  readonly dynamicExposure?: boolean | undefined;
  /** What has to be done before this caller first writes. */
  readonly beforeWrite?: ((actor: Actor) => Promise<void>) | undefined;
  /** The directory that is noted with what is written, for a project that many directories share. */
  readonly writtenFrom?: string | undefined;
  /** What moved here because the project has another name now. It is given once. */
  readonly takeMoved?: (() => Notice | undefined) | undefined;
  /** The team that the repository suggests. It is given once. */
  readonly takeSuggestion?: (() => Notice | undefined) | undefined;
  /** The repository of this project. */
  readonly checkout?: Checkout | undefined;
}

/** What the server knows about the connection of a call. */
export interface ConnectionFacts {
  readonly role: Role;
  /** Days until an outcome is due, for a project that the call names itself. */
  readonly dueDays: number;
  /**
   * While a client takes long to answer with its roots, it is the project of the working directory, unless
   * `waitForRoots` is set.
   */
  project(
    roots: () => Promise<readonly string[]>,
    options?: { readonly waitForRoots?: boolean },
  ): Promise<ResolvedProject>;
  /**
   * Called for each call of a tool, with its project. Returns what the reply says about it, if nothing has
   * said it yet.
   */
  sayProject?(project: string): Notice | undefined;
  /** The only project that the connection may use, if it is bound to one. */
  readonly confinedTo?: string | undefined;
  /** The name of the caller, if the client does not give one. */
  readonly caller?: string | undefined;
  /** The person on whose behalf the client acts, if known. What the client says about itself has no say in it. */
  person?(roots: () => Promise<readonly string[]>): Promise<string | undefined>;
  /** The id of the access key, over HTTP. */
  readonly key?: string | undefined;
  readonly limits: CallLimits;
  readonly requests: RequestLogs;
  /** For the questions to a person. Missing if the client may not report that somebody agreed; then nobody is asked. */
  readonly questionStates?: QuestionStates | undefined;
  /** Facts about the connection for the `_meta` of a result. */
  readonly meta?: (() => Record<string, unknown>) | undefined;
}

/** What the client told about itself when it connected. */
export type Peer = Pick<Request["server"], "getClientVersion" | "getClientCapabilities" | "listRoots">;

export interface Request {
  readonly server: McpServer["server"];
  readonly context: ServerContext;
}

/**
 * Turns an MCP request into the `Call` of an operation: who asks, for which project, and how to cancel. Only the call of
 * a tool can ask the person, which `call-tool.ts` adds.
 */
export async function callOf(deps: Deps, connection: ConnectionFacts, request: Request): Promise<Call> {
  const { server, context } = request;
  const { mcpReq } = context;
  return {
    ...(await callerOf(deps, connection, server, mcpReq._meta, mcpReq.envelope, mcpReq.id)),
    ...NOBODY_TO_ASK,
    signal: mcpReq.signal,
    progress: progressOf(context),
  };
}

/** The repository of a request, found when it is first needed. A call for another project than the connection's has none. */
export function checkoutOf(connection: ConnectionFacts, { server, context }: Request): Checkout {
  return checkoutFrom(async () => {
    const own = await connection.project(() => rootsOf(server, context.mcpReq.id)).catch(() => undefined);
    const requested = context.mcpReq._meta?.[PROJECT_KEY];
    return (own && (requested === undefined || requested === own.project) && own.checkout) || noCheckout;
  });
}

/** A `Call` for a subscriber, which cannot be cancelled, asked for consent or shown progress. */
export async function listenerCall(
  deps: Deps,
  connection: ConnectionFacts,
  server: Peer,
  meta: Meta,
): Promise<Call> {
  return {
    ...(await callerOf(deps, connection, server, meta, meta)),
    ...NOBODY_TO_ASK,
    signal: new AbortController().signal,
    progress: () => {},
  };
}

const NOBODY_TO_ASK = { consent: () => undefined, mayReportConsent: false } as const;

type Meta = Readonly<Record<string, unknown>> | undefined;

async function callerOf(
  deps: Deps,
  connection: ConnectionFacts,
  server: Peer,
  meta: Meta,
  envelope: Meta,
  requestId?: RequestId,
): Promise<
  Pick<
    Call,
    "actor" | "scope" | "confinedTo" | "dueDays" | "notices" | "lateNotices" | "beforeWrite" | "sharing"
  >
> {
  const roots = () => rootsOf(server, requestId);
  const resolved = await projectFor(meta?.[PROJECT_KEY], connection, roots);
  const { project, dueDays, notice, beforeWrite, writtenFrom, takeMoved, takeSuggestion } = resolved;
  const screen = startScreening(deps.secrets);
  const { name: claimed, version } = clientOf(server, envelope, screen);
  const name = claimed === UNKNOWN_CLIENT && connection.caller ? connection.caller : claimed;
  const person = personName(await connection.person?.(roots), deps.secrets);
  const actor: Actor = {
    role: connection.role,
    author: { kind: "agent", name: screen.text("client", name), ...(person && { person }) },
    client: screen.text("client", `${name}/${version}`),
    ...(connection.key !== undefined && { key: connection.key }),
    ...(writtenFrom !== undefined && { place: writtenFrom }),
  };
  const { confinedTo } = connection;
  return {
    actor,
    scope: project,
    confinedTo,
    dueDays,
    notices: notice ? [notice] : [],
    lateNotices: () => [
      ...[takeMoved?.(), takeSuggestion?.()].filter((told) => told !== undefined),
      ...deps.lateNotices.take({ actor, scope: project }),
    ],
    ...(beforeWrite && { beforeWrite: () => beforeWrite(actor) }),
    sharing: deps.team.sharingOf(project),
  };
}

async function projectFor(
  requested: unknown,
  connection: ConnectionFacts,
  roots: () => Promise<readonly string[]>,
): Promise<ResolvedProject> {
  if (requested === undefined) return connection.project(roots);
  const project =
    requested === ALL_PROJECTS ? requested : parseProjectName(requested, `_meta["${PROJECT_KEY}"]`);
  requireOwnProject(connection.confinedTo, project);
  return { project, dueDays: connection.dueDays };
}

/** A key that is bound to a project cannot be used for another one. */
export function requireOwnProject(confinedTo: string | undefined, project: string): void {
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

/** A late answer still helps later calls, and nothing waits for it. */
const ROOTS_TIMEOUT_MS = 60_000;

/** Over HTTP a question reaches the client with the answer to one of its requests, and otherwise only if it listens. */
export async function rootsOf(server: Peer, relatedRequestId?: RequestId): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  const { roots } = await server.listRoots(undefined, {
    timeout: ROOTS_TIMEOUT_MS,
    ...(relatedRequestId !== undefined && { relatedRequestId }),
  });
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

const LONGEST_NAME = 100;
/** Screening takes them out, and the words on both sides of one must stay two. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;
/** As screening leaves it. */
const UNKNOWN_CLIENT = "unknown" as Screened;

/** Name and version of the client: from the request itself in 2026-07-28, from `initialize` before that. */
export function clientOf(
  server: Pick<McpServer["server"], "getClientVersion">,
  envelope: Readonly<Record<string, unknown>> | undefined,
  screen: Screening,
): { name: Screened; version: Screened } {
  const claimed = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = claimed ?? server.getClientVersion();
  // Screening takes time for every character, and what is longer is no name.
  const shown = (named = ""): Screened =>
    named.length > LIMITS.name
      ? UNKNOWN_CLIENT
      : oneLine(screen.text("client", named.replace(OTHER_LINE_ENDS, "\n")), LONGEST_NAME) || UNKNOWN_CLIENT;
  return { name: shown(info?.name), version: shown(info?.version) };
}
