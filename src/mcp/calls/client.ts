import { CLIENT_INFO_META_KEY, type Implementation, type McpServer } from "@modelcontextprotocol/server";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, oneLine, type Screened } from "../../shared/text.ts";

const LONGEST_NAME = 100;
/** Screening takes them out, and the words on both sides of one must stay two. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;
/** As screening leaves it. */
export const UNKNOWN_CLIENT = "unknown" as Screened;

/** Name and version of the client: from the request itself in 2026-07-28, from `initialize` before that. */
export function clientOf(
  server: Pick<McpServer["server"], "getClientVersion">,
  envelope: Readonly<Record<string, unknown>> | undefined,
  screen: Screening,
): { name: Screened; version: Screened } {
  const claimed = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = claimed ?? server.getClientVersion();
  // Screening takes time for every character, and what is longer is no name.
  const shown = (named = ""): Screened =>
    named.length > LIMITS.name
      ? UNKNOWN_CLIENT
      : oneLine(screen.text("client", named.replace(OTHER_LINE_ENDS, "\n")), LONGEST_NAME) || UNKNOWN_CLIENT;
  return { name: shown(info?.name), version: shown(info?.version) };
}
