import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";

import { FORGES } from "../../repository/index.ts";
import type { Log } from "../../shared/ports.ts";
import type { Memory } from "../../store/file/memory.ts";
import { membriaWording } from "../../tools/membria/dialect.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { refuseForeignHost } from "./allowed-hosts.ts";
import { type Sent, writeAnswer } from "./answer.ts";
import type { Authenticate, Principal } from "./authenticate.ts";
import type { Endpoint, Exchange } from "./endpoint.ts";
import type { Page } from "./page/page.ts";
import { faultResponse, problemResponse, wrongMethod } from "./problem.ts";
import { type Webhooks, webhooksOff } from "./webhooks.ts";

export interface AppOptions {
  readonly endpoint: Endpoint;
  readonly authenticate: Authenticate;
  readonly metrics: (exchange: Exchange) => Promise<Response>;
  /** The page that a person sees in a browser. Undefined on a server without it. */
  readonly page?: Page | undefined;
  /** Undefined if the server has no secret to know the senders by. */
  readonly webhooks?: Webhooks | undefined;
  connectionOf(principal: Principal, request: Request): ConnectionFacts;
  readonly allowedHostnames: string[];
  readonly memory: Memory;
  readonly log: Log;
  /** Whether the server is shutting down. */
  isClosing(): boolean;
  /** Called for responses that stay open until the client disconnects. */
  onEndless(response: HttpBindings["outgoing"]): void;
}

type Environment = { Bindings: HttpBindings };

/** The paths of the server, and who may use them. */
export function createApp(options: AppOptions): Hono<Environment> {
  const { endpoint, authenticate, memory, log } = options;
  const app = new Hono<Environment>();

  // Outermost, so that refusals have the headers, too.
  options.page?.protect(app);
  app.use(async (context, next) => {
    const refusal = refuseForeignHost(context.req.raw, options.allowedHostnames);
    if (refusal) return refusal;
    if (options.isClosing()) return closing();
    await next();
    return undefined;
  });

  /** Serves a request only with a valid key, and reports the limits in the response headers. */
  const withKey = (serve: (exchange: Exchange) => Promise<Sent>) => async (context: Context<Environment>) => {
    const { raw: request } = context.req;
    const { outgoing } = context.env;
    const principal = await authenticate(request);
    if (principal instanceof Response) return principal;
    const connection = options.connectionOf(principal, request);
    const sent = await serve({
      request,
      principal,
      connection,
      onEnded: (listener) => void outgoing.once("close", listener),
      markEndless: () => options.onEndless(outgoing),
    });
    const limits = connection.limits.headers();
    if (!(sent instanceof Response)) {
      writeAnswer(outgoing, sent, limits);
      return RESPONSE_ALREADY_SENT;
    }
    for (const [name, value] of Object.entries(limits)) sent.headers.set(name, value);
    return sent;
  };

  options.page?.serve(app, options.onEndless);
  for (const path of ["/mcp", "/"]) {
    app.post(path, withKey(endpoint.post));
    app.on(["GET", "DELETE"], path, withKey(endpoint.other));
    app.all(path, wrongMethod("GET, POST, DELETE"));
  }
  app.post("/batch", withKey(endpoint.batch));
  app.all("/batch", wrongMethod("POST"));

  // Without a key: the signature says who sent it.
  for (const forge of FORGES) {
    const path = `/webhooks/${forge}`;
    const { webhooks } = options;
    app.post(path, ({ req }) => webhooks?.(forge, req.raw) ?? webhooksOff());
    app.all(path, wrongMethod("POST"));
  }

  app.get("/metrics", withKey(options.metrics));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    await memory.position();
    return context.json({ status: "ready" });
  });
  for (const path of ["/metrics", "/healthz", "/readyz"]) app.all(path, wrongMethod("GET"));

  app.notFound((context) =>
    problemResponse({
      status: 404,
      code: "NOT_FOUND",
      message: `Not found: ${JSON.stringify(context.req.path.slice(0, 80))}. The MCP endpoint is /mcp.`,
    }),
  );
  app.onError((error, context) => {
    // The client hung up, or sending the body took too long: nobody reads the response.
    if (context.req.raw.signal.aborted) return new Response(null, { status: 499 });
    const { fault, response } = faultResponse(error, membriaWording);
    if (fault.code === "internal") log.error("A request failed", { error });
    return response;
  });
  return app;
}

function closing(): Response {
  return problemResponse({
    status: 503,
    code: "UNAVAILABLE",
    message: "The server is shutting down. Try again in a moment.",
    headers: { Connection: "close", "Retry-After": "5" },
  });
}
