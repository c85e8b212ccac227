import { CLIENT_INFO_META_KEY, type Implementation, type McpServer } from "@modelcontextprotocol/server";

const LONGEST_NAME = 100;
export const UNKNOWN_CLIENT = "unknown";

/** Who is calling: a 2026 request says so itself, an older client said so in `initialize`. */
export function clientOf(
  server: Pick<McpServer["server"], "getClientVersion">,
  envelope: Readonly<Record<string, unknown>> | undefined,
): { name: string; version: string } {
  const claimed = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = claimed ?? server.getClientVersion();
  return { name: oneLine(info?.name), version: oneLine(info?.version) };
}

/** Names stand in sentences of ours, outside of any quotation, so they cannot begin a line of their own. */
function oneLine(name = ""): string {
  const line = name.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return [...line].slice(0, LONGEST_NAME).join("") || UNKNOWN_CLIENT;
}
