import { createHash, timingSafeEqual } from "node:crypto";
import { problemResponse } from "../problem.ts";
import type { Visitor } from "./visitor.ts";

const CSRF_HEADER = "membria-csrf";

/** How a browser reaches the server. */
interface Server {
  readonly isSecure: boolean;
  readonly behindProxy: boolean;
}

/**
 * Refuses what another site makes a browser send. A browser says where a request comes from, in `Origin` or in
 * `Sec-Fetch-Site`, and no script can change either. What says neither is no browser of today, and no page of ours.
 */
export function refuseForeignSite(request: Request, server: Server): Response | undefined {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const saysOwn = site === "same-origin";
  const isOwn =
    origin === null ? saysOwn : origin === ownOrigin(request, server) || (server.behindProxy && saysOwn);
  return isOwn && (site === null || saysOwn) ? undefined : foreign();
}

/** What only looks is refused if a browser says that another site asks. Without a word from a browser nobody is misled. */
export function refuseForeignReader(request: Request): Response | undefined {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none" ? undefined : foreign();
}

const ownOrigin = (request: Request, { isSecure }: Server): string =>
  `${isSecure ? "https" : "http"}://${request.headers.get("host") ?? ""}`;

/** Refuses a request without the token that only the page of this session was given. */
export function refuseWithoutToken(request: Request, { csrf }: Visitor): Response | undefined {
  const given = request.headers.get(CSRF_HEADER);
  if (given !== null && sameText(given, csrf)) return undefined;
  return problemResponse({
    status: 403,
    code: "FORBIDDEN",
    message:
      given === null
        ? "The header Membria-CSRF is missing. GET /page/session says what belongs there."
        : "The header Membria-CSRF is not the one of this session. Load the page again.",
    details: { reason: given === null ? "csrf_missing" : "csrf_wrong" },
  });
}

/** Takes the same time wherever the texts differ, and however long they are. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

const foreign = (): Response =>
  problemResponse({
    status: 403,
    code: "FORBIDDEN",
    message: "Only the page of this server may do this: the request comes from elsewhere.",
    details: { reason: "foreign_site" },
  });

/** Scripts and styles come from this server alone, and none stands in the document itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** On everything that a browser gets from the page. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** What is not said otherwise is kept nowhere: it may be somebody's memory. */
export function addPageHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}
