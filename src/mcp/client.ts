import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

const LONGEST_NAME = 100;

/** Who is calling: a 2026 request says so itself, an older client said so in `initialize`. */
export function clientOf(
  server: McpServer["server"],
  { mcpReq }: ServerContext,
): { name: string; version: string } {
  const claimed = (mcpReq.envelope as Record<string, Implementation> | undefined)?.[CLIENT_INFO_META_KEY];
  const info = claimed ?? server.getClientVersion();
  return {
    name: info?.name?.slice(0, LONGEST_NAME) || "unknown",
    version: info?.version?.slice(0, LONGEST_NAME) || "unknown",
  };
}
