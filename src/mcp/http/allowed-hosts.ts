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

/** The host names that requests may use: those of this machine, the server's address, and the configured ones. */
export function allowedHostnames(host: string, configured: readonly string[]): string[] {
  const own = isWildcard(host) ? [] : [host.includes(":") && !host.startsWith("[") ? `[${host}]` : host];
  return [
    ...new Set([...localhostAllowedHostnames(), ...own, ...configured].map((name) => name.toLowerCase())),
  ];
}

/**
 * Protects against DNS rebinding: a web page can make its own host name resolve to this machine and send requests here,
 * but their `Host` and `Origin` headers still carry that name.
 */
export function refuseForeignHost(request: Request, allowed: string[]): Response | undefined {
  const host = validateHostHeader(request.headers.get("host"), allowed);
  const origin = validateOriginHeader(request.headers.get("origin"), allowed);
  if (host.ok && origin.ok) return undefined;
  const header = host.ok ? "Origin" : "Host";
  return problemResponse({
    status: 403,
    code: "FORBIDDEN",
    message: `The ${header} header names a host that this server does not accept. Use one of ${allowed.join(", ")}, or start the server with --allowed-host NAME.`,
    details: { reason: `foreign_${header.toLowerCase()}` },
  });
}
