import { once } from "node:events";
import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Fault } from "../../domain/shared/errors.ts";
import { MINUTE_MS } from "../../domain/shared/time.ts";
import type { Store } from "../../domain/store.ts";
import { within } from "../messages/within.ts";
import { type AppOptions, createApp } from "./app.ts";
import type { Endpoint } from "./endpoint.ts";
import { allowedNames, isLoopback, isWildcard } from "./neighbours.ts";
import { type Problem, problemResponse } from "./problem.ts";
import { turnstile } from "./turnstile.ts";

/** Where the server listens. */
export interface HttpAddress {
  readonly host: string;
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Somebody in front of it speaks TLS. */
  readonly behindProxy: boolean;
  /** Further names that requests may call it by. */
  readonly allowedHosts: readonly string[];
}

export interface HttpTimes {
  /** For the headers of a request, and for all of it: a body that trickles in is cut. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** For a connection between two requests. */
  readonly keepAliveMs: number;
  /** How long requests in flight may take to finish once the server closes. */
  readonly drainMs: number;
  readonly reviewMs: number;
}

const HTTP_TIMES: HttpTimes = {
  headersMs: 15_000,
  requestMs: MINUTE_MS,
  keepAliveMs: 65_000,
  drainMs: 10_000,
  reviewMs: 5_000,
};

const NO_REQUEST: Problem = {
  status: 400,
  code: "BAD_REQUEST",
  message: "The Host header and the path do not make a URL. Send Host: NAME or Host: NAME:PORT.",
};

export interface HttpOptions
  extends Omit<AppOptions, "allowedNames" | "isClosing" | "onEndless" | "endpoint"> {
  readonly endpoint: Endpoint;
  readonly store: Pick<Store, "position" | "follow">;
  readonly address: HttpAddress;
  readonly times?: Partial<HttpTimes> | undefined;
}

export interface HttpServer {
  readonly url: string;
  /** Takes nothing new, lets what is in flight finish, and closes. */
  close(): Promise<void>;
}

/** @throws Fault when it may not listen there, or cannot. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { address, endpoint, log } = options;
  const times = { ...HTTP_TIMES, ...options.times };
  requireProtected(address);
  let closing = false;
  const open = new Set<ServerResponse>();
  const endless = new WeakSet<object>();
  const app = createApp({
    ...options,
    allowedNames: allowedNames(address.host, address.allowedHosts),
    isClosing: () => closing,
    onEndless: (answer) => endless.add(answer),
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
  const enter = turnstile();
  server.on("request", (request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    enter(() => void listener(request, response));
  });
  await listen(server, address);

  const review = (): void =>
    void endpoint.review().catch((error: unknown) => log.warn("Sessions could not be reviewed", { error }));
  const timer = setInterval(review, times.reviewMs);
  timer.unref();
  // A key may be revoked by any process that has the memory open.
  const stopFollowing = options.store.follow((entries) => {
    if (entries.some(({ kind }) => kind === "key")) review();
  });

  let closed: Promise<void> | undefined;
  async function finish(): Promise<void> {
    closing = true;
    clearInterval(timer);
    stopFollowing();
    const gone = once(server, "close");
    server.close();
    const working = [...open].filter((response) => !endless.has(response));
    await within(times.drainMs, Promise.all(working.map((response) => once(response, "close"))));
    await endpoint.close();
    server.closeAllConnections();
    await gone;
  }

  return {
    url: urlOf(server.address() as AddressInfo, address),
    close: () => {
      closed ??= finish();
      return closed;
    },
  };
}

/** Keys and memories do not cross a network in the clear. */
function requireProtected({ host, tls, behindProxy, allowedHosts }: HttpAddress): void {
  if (isLoopback(host)) return;
  if (!tls && !behindProxy) {
    throw new Fault(
      "forbidden",
      `${host} can be reached from other machines, and nothing encrypts the way there.`,
      {
        reason: "unprotected_address",
        received: host,
        hint: "Give --tls-cert and --tls-key, or --behind-proxy if something in front of it speaks TLS, or leave --host out to listen on this machine only.",
      },
    );
  }
  if (isWildcard(host) && allowedHosts.length === 0) {
    throw new Fault(
      "invalid",
      `${host} stands for every address, so it does not say what callers will call this server.`,
      {
        reason: "host_name_required",
        received: host,
        hint: "Name it as they do: --allowed-host memory.example.com. It may be given more than once.",
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
      ? `Port ${port} on ${host} is taken by another program.`
      : `It is not possible to listen on ${host}, port ${port} (${error.code}).`,
    {
      reason: taken ? "port_taken" : "cannot_listen",
      received: port,
      hint: taken
        ? `It may be a Membria that runs already. Stop it, or choose another port: --port ${port + 1}.`
        : "Choose another --host or --port.",
      cause: error,
    },
  );
}

function urlOf({ port }: AddressInfo, { host, tls }: HttpAddress): string {
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return `${tls ? "https" : "http"}://${name}:${port}`;
}
