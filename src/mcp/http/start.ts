import type { LimitMode, PageFiles } from "../../access/index.ts";
import type { MetricsPage } from "../../calibration/index.ts";
import type { Deps } from "../../memory/index.ts";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { type Limits, rateLimits } from "../calls/limits.ts";
import { createQuestionStates } from "../calls/question-states.ts";
import { followListen } from "../changes/subscriptions.ts";
import { createRequestLogs } from "../messages/request-logs.ts";
import { mcpServer, type ServerSettings } from "../server.ts";
import { isLoopback } from "./allowed-hosts.ts";
import { allowEveryone, authenticateByKey } from "./authenticate.ts";
import { connectionOf, type FindFolderProject, noteProjectUses } from "./connection-facts.ts";
import { createEndpoint, type Endpoint } from "./endpoint.ts";
import { metricsEndpoint } from "./metrics.ts";
import { createPage, type Page } from "./page/page.ts";
import type { PagePlace } from "./page/page-call.ts";
import { anybody, signedInVisitors } from "./page/visitor.ts";
import { HTTP_TIMES, type HttpAddress, type HttpServer, type HttpTimes, serveOverHttp } from "./serve.ts";
import { createSessions } from "./sessions.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export interface HttpSettings extends Pick<ServerSettings, "version" | "exposure"> {
  readonly address: HttpAddress;
  readonly dueDays: number;
  /** The project of callers that do not name one. */
  readonly project?: string | undefined;
  /** Finds the project of a connection by the folder of its client. Not asked unless only this machine reaches the server. */
  readonly folderProject?: (() => FindFolderProject) | undefined;
  /** The person behind callers without a key of their own. */
  readonly person?: string | undefined;
  readonly rateLimit: LimitMode;
  /** A token that is accepted besides the keys of the memory. */
  readonly authToken?: string | undefined;
  /** The secret with which services that host repositories sign. Without it there are no paths for them. */
  readonly webhookSecret?: string | undefined;
  /** If set, no key is needed and every caller has this role. */
  readonly withoutKeys?: Role | undefined;
  readonly metrics: MetricsPage;
  /** The web page. Without it the server has none. */
  readonly page?: { readonly files: PageFiles; readonly place: PagePlace } | undefined;
  readonly maxSessions?: number | undefined;
  readonly times?: Partial<HttpTimes> | undefined;
  /** After how long without a request and an open stream the server is idle. */
  readonly idleMs?: number | undefined;
}

const TOKEN_BYTES = 32;

/** Starts the HTTP server. `notify` reaches clients of both eras. @throws Fault */
export async function startHttp(
  given: Deps,
  settings: HttpSettings,
): Promise<HttpServer & Pick<Endpoint, "notify">> {
  const { address, version, exposure, withoutKeys, metrics } = settings;
  const deps = { ...given, metrics };
  if (withoutKeys && !isLoopback(address.host)) throw unprotectedWithoutKeys(address.host);
  const limits = rateLimits(settings.rateLimit, deps.clock);
  const questionStates = createQuestionStates(deps);
  const noteProjectUse = noteProjectUses(deps.log);
  const isLocal = isLoopback(address.host) && !address.behindProxy;
  const endpoint = createEndpoint({
    server: (connection) => mcpServer(deps, { version, exposure, connection }),
    follow: (listen, connection, notify) => followListen(listen, { deps, connection }, notify),
    sessions: createSessions(deps.clock, settings.maxSessions),
    entropy: deps.entropy,
    log: deps.log,
  });
  const http = await serveOverHttp({
    endpoint,
    address,
    times: settings.times,
    idleMs: settings.idleMs,
    authenticate: withoutKeys ? allowEveryone(withoutKeys) : authenticateByKey(deps, settings.authToken),
    connectionOf: (principal, request) =>
      connectionOf(principal, request, {
        ...settings,
        folderProject: isLocal ? settings.folderProject : undefined,
        noteProjectUse,
        limits,
        questionStates,
        requests: createRequestLogs(deps.log, deps.entropy),
      }),
    metrics: metricsEndpoint(deps, metrics),
    page: pageOf(deps, settings, limits),
    webhooks: webhooksOf(deps, settings),
    memory: deps.memory,
    log: deps.log,
  });
  return { ...http, notify: endpoint.notify };
}

function pageOf(
  deps: Deps,
  { page, version, dueDays, withoutKeys, exposure, address, times }: HttpSettings,
  limits: Limits,
): Page | undefined {
  if (!page) return undefined;
  const isReadOnly = exposure.readOnly;
  return createPage(deps, {
    ...page,
    version,
    dueDays,
    limits,
    findVisitor: withoutKeys
      ? anybody(Buffer.from(deps.entropy.bytes(TOKEN_BYTES)).toString("base64url"))
      : signedInVisitors(deps, { readOnly: isReadOnly }),
    pingMs: times?.pingMs ?? HTTP_TIMES.pingMs,
    behindProxy: address.behindProxy,
    isSecure: address.tls !== undefined || address.behindProxy,
    readOnly: isReadOnly,
  });
}

function webhooksOf(
  deps: Deps,
  { webhookSecret: secret, project, dueDays, exposure }: HttpSettings,
): Webhooks | undefined {
  // A server that only reads takes nothing from anybody.
  return secret === undefined || exposure.readOnly
    ? undefined
    : createWebhooks(deps, { secret, project, dueDays });
}

function unprotectedWithoutKeys(host: string): Fault {
  return new Fault(
    "forbidden",
    `${host} can be reached from other machines, and without keys anybody could write.`,
    {
      reason: "unprotected_address",
      received: host,
      hint: "--insecure-no-auth works on this machine only: leave --host out.",
    },
  );
}
