import { CLIENT_INFO_META_KEY, type Implementation, type McpServer } from "@modelcontextprotocol/server";
import { oneLine } from "../../domain/shared/text.ts";

const LONGEST_NAME = 100;
export const UNKNOWN_CLIENT = "unknown";

/** Name and version of the client: from the request itself in 2026-07-28, from `initialize` before that. */
export function clientOf(
  server: Pick<McpServer["server"], "getClientVersion">,
  envelope: Readonly<Record<string, unknown>> | undefined,
): { name: string; version: string } {
  const claimed = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = claimed ?? server.getClientVersion();
  return { name: shown(info?.name), version: shown(info?.version) };
}

const shown = (claimed = ""): string => oneLine(claimed, LONGEST_NAME) || UNKNOWN_CLIENT;
