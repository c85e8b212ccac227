import { CLIENT_INFO_META_KEY, type Implementation, type McpServer } from "@modelcontextprotocol/server";

const LONGEST_NAME = 100;
export const UNKNOWN_CLIENT = "unknown";

/** Name and version of the client: from the request itself in 2026-07-28, from `initialize` before that. */
export function clientOf(
  server: Pick<McpServer["server"], "getClientVersion">,
  envelope: Readonly<Record<string, unknown>> | undefined,
): { name: string; version: string } {
  const claimed = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = claimed ?? server.getClientVersion();
  return { name: oneLine(info?.name), version: oneLine(info?.version) };
}

/** Names appear unquoted in our own sentences, so they must not contain a line break. */
function oneLine(name = ""): string {
  const line = name.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return [...line].slice(0, LONGEST_NAME).join("") || UNKNOWN_CLIENT;
}
