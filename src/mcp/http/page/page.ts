import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { PageFiles } from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import type { Limits } from "../../calls/limits.ts";
import { createKeyBoundConnections } from "../key-bound-connections.ts";
import { wrongMethod } from "../problem.ts";
import { type AnswerSettings, answerCall } from "./answer-call.ts";
import { eventStreams } from "./events.ts";
import { ownScope } from "./page-call.ts";
import { acceptsHtml, serveAsset, serveShell } from "./page-files.ts";
import { addPageHeaders, refuseForeignReader, refuseForeignSite, refuseWithoutToken } from "./same-origin.ts";
import { describeSession, signIn, signOut } from "./sign-in.ts";
import type { FindVisitor, Visitor } from "./visitor.ts";

type Environment = { Bindings: HttpBindings };
type Handler = (context: Context<Environment>) => Promise<Response>;
type Serve = (visitor: Visitor, context: Context<Environment>) => Promise<Response>;

/** What a person sees in a browser, and the paths by which the browser asks for it. */
export interface Page {
  /** Adds what every response of the page has, whatever else the app does with the request. */
  protect(app: Hono<Environment>): void;
  serve(app: Hono<Environment>, onEndless: (response: HttpBindings["outgoing"]) => void): void;
  /** Ends the streams of sessions that have ended. */
  review(): Promise<void>;
  close(): void;
}

export interface PageOptions extends AnswerSettings {
  readonly files: PageFiles;
  readonly findVisitor: FindVisitor;
  readonly limits: Limits;
  /** Whether the browser reaches the server over TLS. */
  readonly isSecure: boolean;
  /** Whether a proxy may have replaced the name of the host. */
  readonly behindProxy: boolean;
  readonly readOnly: boolean;
  /** How often a stream says that it is still there. */
  readonly pingMs: number;
}

/** The addresses that the page shows something at. It reads them itself. */
const VIEWS = [
  "/",
  "/today",
  "/decisions",
  "/decisions/:id",
  "/calibration",
  "/graph",
  "/graph/:id",
  "/skills",
  "/skills/:id",
  "/threats",
  "/threats/:id",
  "/sessions",
  "/sessions/:id",
  "/audit",
  "/keys",
  "/team",
  "/health",
];

export function createPage(deps: Deps, options: PageOptions): Page {
  const { files, findVisitor } = options;
  const keyBound = createKeyBoundConnections();
  const events = eventStreams(deps, keyBound, options.pingMs);

  /** What only looks. */
  const reading =
    (serve: Serve): Handler =>
    async (context) => {
      const refusal = refuseForeignReader(context.req.raw);
      if (refusal) return refusal;
      const visitor = await findVisitor(context.req.raw);
      return visitor instanceof Response ? visitor : serve(visitor, context);
    };

  /** What may change something: only for the page of this server, and of this session. */
  const acting =
    (serve: Serve): Handler =>
    async (context) => {
      const { raw: request } = context.req;
      const foreign = refuseForeignSite(request, options);
      if (foreign) return foreign;
      const visitor = await findVisitor(request);
      if (visitor instanceof Response) return visitor;
      return refuseWithoutToken(request, visitor) ?? serve(visitor, context);
    };

  const describe = (visitor: Visitor, { signal }: Request) =>
    describeSession(visitor, deps, { ...options, signal });

  return {
    protect(app) {
      app.use("/page/*", async (context, next) => {
        await next();
        addPageHeaders(context.res.headers);
      });
    },
    serve(app, onEndless) {
      for (const path of VIEWS) {
        app.get(path, async ({ req: { raw } }, next) =>
          acceptsHtml(raw) ? withHeaders(await serveShell(files, raw)) : ((await next()) as undefined),
        );
      }
      app.get("/page/assets/:name", ({ req }) => serveAsset(files, req.param("name"), req.raw));
      app.all("/page/assets/:name", wrongMethod("GET"));

      app.get(
        "/page/session",
        reading(async (visitor, { req }) => Response.json(await describe(visitor, req.raw))),
      );
      // Whoever has a ticket has no session yet, and so no token.
      app.post(
        "/page/session",
        async ({ req: { raw } }) =>
          refuseForeignSite(raw, options) ?? signIn(raw, deps, options, (visitor) => describe(visitor, raw)),
      );
      app.delete(
        "/page/session",
        acting((visitor, { req }) => signOut(req.raw, visitor, deps, options)),
      );
      app.all("/page/session", wrongMethod("GET, POST, DELETE"));

      app.post(
        "/page/call/:name",
        acting((visitor, { req }) =>
          answerCall(req.param("name") ?? "", req.raw, visitor, options.limits.of(visitor.id), deps, options),
        ),
      );
      app.all("/page/call/:name", wrongMethod("POST"));

      app.get(
        "/page/events",
        reading(async (visitor, { req, env: { outgoing } }) => {
          const scope = await ownScope(req.query("project") ?? null, visitor, options.place);
          onEndless(outgoing);
          return events.open(visitor, scope, (gone) => void outgoing.once("close", gone));
        }),
      );
      app.all("/page/events", wrongMethod("GET"));
    },
    review: keyBound.closeInvalid,
    close: keyBound.closeAll,
  };
}

function withHeaders(response: Response): Response {
  addPageHeaders(response.headers);
  return response;
}
