import { once } from "node:events";
import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

import { Fault } from "../../shared/errors.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Memory } from "../../store/file/memory.ts";
import { waitAtMost } from "../messages/wait-at-most.ts";
import { allowedHostnames, isLoopback, isWildcard } from "./allowed-hosts.ts";
import { type AppOptions, createApp } from "./app.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Problem, problemResponse } from "./problem.ts";

/** Where the server listens. */
export interface HttpAddress {
  readonly host: string;
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** A proxy in front of the server terminates TLS. */
  readonly behindProxy: boolean;
  /** More host names that requests may use. */
  readonly allowedHosts: readonly string[];
}

export interface HttpTimes {
  /** Time limits for the headers and for the whole request, so that a slow body is cut off. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number;
  /** How long requests in flight may take to finish once the server closes. */
  readonly drainMs: number;
  readonly reviewMs: number;
  /** How often a stream of the page says that it is still there. */
  readonly pingMs: number;
}

export const HTTP_TIMES: HttpTimes = {
  headersMs: 15_000,
  requestMs: MINUTE_MS,
  keepAliveMs: 65_000,
  drainMs: 10_000,
  reviewMs: 5_000,
  pingMs: 20_000,
};

const NO_REQUEST: Problem = {
  status: 400,
  code: "BAD_REQUEST",
  message: "The Host header and the path do not make a URL. Send Host: NAME or Host: NAME:PORT.",
};

interface HttpOptions extends Omit<AppOptions, "allowedHostnames" | "isClosing" | "onEndless" | "endpoint"> {
  readonly endpoint: Endpoint;
  readonly memory: Memory;
  readonly address: HttpAddress;
  readonly times?: Partial<HttpTimes> | undefined;
  /** After how long without a request and an open stream it is idle; undefined if that does not matter. */
  readonly idleMs?: number | undefined;
}

export interface HttpServer {
  readonly url: string;
  /** Resolves when it was idle for so long; never without `idleMs`. */
  readonly idle: Promise<void>;
  /** Refuses new requests, waits for those in flight, and closes. */
  close(): Promise<void>;
}

/** @throws Fault when it must not or cannot listen on the address. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { address, endpoint, log } = options;
  const times = { ...HTTP_TIMES, ...options.times };
  requireProtected(address);
  let closing = false;
  const open = new Set<ServerResponse>();
  const endless = new WeakSet<object>();
  const app = createApp({
    ...options,
    allowedHostnames: allowedHostnames(address.host, address.allowedHosts),
    isClosing: () => closing,
    onEndless: (response) => endless.add(response),
  });
  const settings = {
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, times.requestMs / 2),
  };
  const server: Server = address.tls
    ? createHttpsServer({ ...settings, ...address.tls, minVersion: "TLSv1.2" })
    : createHttpServer(settings);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => problemResponse(NO_REQUEST),
  });
  const schedule = oneRequestPerTurn();
  const idle = idleTimer(options.idleMs, () => open.size === 0);
  server.on("request", (request, response) => {
    open.add(response);
    idle.look();
    response.once("close", () => {
      open.delete(response);
      idle.look();
    });
    schedule(() => void listener(request, response));
  });
  await listen(server, address);

  const review = (): void =>
    void Promise.all([endpoint.review(), options.page?.review()]).catch((error: unknown) =>
      log.warn("Sessions could not be reviewed", { error }),
    );
  const timer = setInterval(review, times.reviewMs);
  timer.unref();
  // A key may be revoked by any process that has the memory open.
  const stopFollowing = options.memory.follow((entries) => {
    if (entries.some(({ kind }) => kind === "key")) review();
  });

  let closed: Promise<void> | undefined;
  async function finish(): Promise<void> {
    closing = true;
    clearInterval(timer);
    idle.stop();
    stopFollowing();
    const serverClosed = once(server, "close");
    server.close();
    const working = [...open].filter((response) => !endless.has(response));
    await waitAtMost(times.drainMs, Promise.all(working.map((response) => once(response, "close"))));
    options.page?.close();
    await endpoint.close();
    server.closeAllConnections();
    await serverClosed;
  }

  return {
    url: urlOf(server.address() as AddressInfo, address),
    idle: idle.reached,
    close: () => {
      closed ??= finish();
      return closed;
    },
  };
}

/** Keys and stored texts must not cross a network unencrypted. */
function requireProtected({ host, tls, behindProxy, allowedHosts }: HttpAddress): void {
  if (isLoopback(host)) return;
  if (!tls && !behindProxy) {
    throw new Fault(
      "forbidden",
      `${host} can be reached from other machines, and the connection would not be encrypted.`,
      {
        reason: "unprotected_address",
        received: host,
        hint: "Give --tls-cert and --tls-key, or --behind-proxy if a proxy in front of the server terminates TLS. Leave --host out to listen on this machine only.",
      },
    );
  }
  if (isWildcard(host) && allowedHosts.length === 0) {
    throw new Fault(
      "invalid",
      `${host} means every address, so the server cannot know which host names requests will use.`,
      {
        reason: "host_name_required",
        received: host,
        hint: "Name them, for example: --allowed-host memory.example.com. The flag may be repeated.",
      },
    );
  }
}

async function listen(server: Server, { host, port }: HttpAddress): Promise<void> {
  try {
    server.listen(port, host.replace(/^\[|\]$/g, ""));
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Fault {
  const taken = error.code === "EADDRINUSE";
  return new Fault(
    "unavailable",
    taken
      ? `Port ${port} on ${host} is in use by another program.`
      : `The server cannot listen on ${host}, port ${port} (${error.code}).`,
    {
      reason: taken ? "port_taken" : "cannot_listen",
      received: port,
      hint: taken
        ? `It may be another Membria server. Stop it, or choose another port: --port ${port + 1}`
        : "Choose another --host or --port.",
      cause: error,
    },
  );
}

function urlOf({ port }: AddressInfo, { host, tls }: HttpAddress): string {
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return `${tls ? "https" : "http"}://${name}:${port}`;
}

/** Notices that nothing happened for a while. */
interface IdleTimer {
  readonly reached: Promise<void>;
  /** Called whenever something begins or ends. */
  look(): void;
  stop(): void;
}

function idleTimer(idleMs: number | undefined, isIdle: () => boolean): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const stop = (): void => clearTimeout(timer);
  const look = (): void => {
    stop();
    if (idleMs !== undefined && isIdle()) timer = setTimeout(reach, idleMs);
  };
  look();
  return { reached, look, stop };
}

/**
 * Starts one request per turn of the event loop, in the order of arrival. Node accepts one connection per turn, so a
 * turn that serves all waiting requests first would keep new connections waiting for many turns.
 */
export function oneRequestPerTurn(): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  const startNext = (): void => {
    const start = waiting.shift();
    if (waiting.length > 0) setImmediate(startNext);
    start?.();
  };
  return (start) => {
    waiting.push(start);
    if (waiting.length === 1) setImmediate(startNext);
  };
}
