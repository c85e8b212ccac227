import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { problemResponse } from "./problem.ts";

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"]);

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);

export const isWildcard = (host: string): boolean => WILDCARDS.has(host);

/** The names that requests may call the server by: those of this machine, its own address, and what was added. */
export function allowedNames(host: string, further: readonly string[]): string[] {
  const own = isWildcard(host) ? [] : [host.includes(":") && !host.startsWith("[") ? `[${host}]` : host];
  return [...new Set([...localhostAllowedHostnames(), ...own, ...further].map((name) => name.toLowerCase()))];
}

/**
 * A page in a browser can have its name resolve to this machine and send requests here. Its requests carry its own name
 * in `Host` and `Origin`, and are refused by it.
 */
export function strangerResponse(request: Request, allowed: string[]): Response | undefined {
  const host = validateHostHeader(request.headers.get("host"), allowed);
  const origin = validateOriginHeader(request.headers.get("origin"), allowed);
  if (host.ok && origin.ok) return undefined;
  const header = host.ok ? "Origin" : "Host";
  return problemResponse({
    status: 403,
    code: "FORBIDDEN",
    message: `The ${header} header names a place that this server does not answer to. Use one of ${allowed.join(", ")}, or start it with --allowed-host NAME.`,
    details: { reason: `foreign_${header.toLowerCase()}` },
  });
}
