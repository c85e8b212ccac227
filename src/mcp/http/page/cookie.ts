import { SESSION_LIFETIME_MS } from "../../../access/index.ts";

const LONGEST_COOKIE = 200;

/** Cookies know no ports, so the name has it: servers of several memories on one machine keep theirs apart. */
const nameFor = (request: Request): string => `membria_session_${new URL(request.url).port || "default"}`;

/** The secret of the session that the browser sends; undefined if it sends none, or more than one. */
export function readCookie(request: Request): string | undefined {
  const name = nameFor(request);
  const values = (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim().split("="))
    .filter(([key]) => key === name)
    .map(([, value = ""]) => value);
  const [value] = values;
  return values.length === 1 && value !== undefined && value.length <= LONGEST_COOKIE ? value : undefined;
}

export const setCookie = (request: Request, secret: string, isSecure: boolean): string =>
  cookieText(request, secret, SESSION_LIFETIME_MS / 1000, isSecure);

export const clearCookie = (request: Request, isSecure: boolean): string =>
  cookieText(request, "", 0, isSecure);

/** No script can read it, and no other site can have it sent. */
const cookieText = (request: Request, value: string, seconds: number, isSecure: boolean): string =>
  [
    `${nameFor(request)}=${value}`,
    "HttpOnly",
    "SameSite=Strict",
    "Path=/",
    `Max-Age=${seconds}`,
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
