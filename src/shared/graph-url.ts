import { Fault } from "./errors.ts";

/** Where a team's server is, and who we are there. */
export interface GraphAddress {
  /** `redis://HOST:PORT`, or `rediss://` for an encrypted connection. It has no user and no password, so it may be shown. */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** What people write, and the protocol that it means. */
const SCHEMES: Readonly<Record<string, string>> = {
  "redis:": "redis:",
  "rediss:": "rediss:",
  "falkor:": "redis:",
  "falkors:": "rediss:",
};
const DEFAULT_PORT = "6379";

/** @throws Fault `invalid` with a URL that would work; the received one is never repeated, it may contain a password. */
export function parseGraphUrl(text: string): GraphAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url) throw invalid("The URL of the team's server cannot be read.", "HOST");
  const host = url.hostname || "HOST";
  const scheme = SCHEMES[url.protocol];
  if (!scheme) throw invalid(`The team's server cannot be reached by ${url.protocol}//.`, host);
  if (!url.hostname) throw invalid("The URL of the team's server names no host.", host);
  if (!["", "/", "/0"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    throw invalid("The URL of the team's server has something after the port.", host);
  }
  return {
    url: `${scheme}//${url.hostname}:${url.port || DEFAULT_PORT}`,
    username: decoded(url.username),
    password: decoded(url.password),
  };
}

function decoded(part: string): string | undefined {
  if (part === "") return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(
      "The user or the password in the URL of the team's server has a % that encodes nothing.",
      "HOST",
    );
  }
}

function invalid(message: string, host: string): Fault {
  return new Fault("invalid", message, {
    reason: "invalid_graph_url",
    hint: `A URL that works looks like redis://${host}:${DEFAULT_PORT} or, with a user, redis://USER:PASSWORD@${host}:${DEFAULT_PORT}.`,
  });
}
