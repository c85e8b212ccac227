import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { Deps } from "../../../app/deps.ts";
import type { PageFiles } from "../../../domain/access/page-files.ts";
import type { Limits } from "../../calls/limits.ts";
import { type AnswerSettings, answerCall } from "./answer-call.ts";
import { addPageHeaders } from "./headers.ts";
import { acceptsHtml, serveAsset, serveShell } from "./serve-files.ts";
import { describeSession } from "./session-result.ts";
import type { FindVisitor, Visitor } from "./visitor.ts";

type Environment = { Bindings: HttpBindings };
type Handler = (context: Context<Environment>) => Promise<Response>;

/** What a person sees in a browser, and the paths by which the browser asks for it. */
export interface Page {
  protect(app: Hono<Environment>): void;
  serve(app: Hono<Environment>, onEndless: (response: HttpBindings["outgoing"]) => void): void;
}

export interface PageOptions extends AnswerSettings {
  readonly files: PageFiles;
  readonly findVisitor: FindVisitor;
  readonly limits: Limits;
}

/** The addresses that the page shows something at. It reads them itself. */
const VIEWS = [
  "/",
  "/today",
  "/decisions",
  "/decisions/:id",
  "/calibration",
  "/graph",
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

  const withVisitor =
    (serve: (visitor: Visitor, context: Context<Environment>) => Promise<Response>): Handler =>
    async (context) => {
      const visitor = await findVisitor(context.req.raw);
      return visitor instanceof Response ? visitor : serve(visitor, context);
    };

  return {
    protect(app) {
      app.use("/page/*", async (context, next) => {
        await next();
        addPageHeaders(context.res.headers);
      });
    },
    serve(app) {
      for (const path of VIEWS) {
        app.get(path, async ({ req: { raw } }, next) =>
          acceptsHtml(raw) ? withHeaders(await serveShell(files, raw)) : ((await next()) as undefined),
        );
      }
      app.get("/page/assets/:name", ({ req }) => serveAsset(files, req.param("name"), req.raw));
      app.get(
        "/page/session",
        withVisitor(async (visitor, { req }) =>
          Response.json(await describeSession(visitor, deps, { ...options, signal: req.raw.signal })),
        ),
      );
      app.post(
        "/page/call/:name",
        withVisitor((visitor, { req }) =>
          answerCall(req.param("name") ?? "", req.raw, visitor, options.limits.of(visitor.id), deps, options),
        ),
      );
    },
  };
}

function withHeaders(response: Response): Response {
  addPageHeaders(response.headers);
  return response;
}
