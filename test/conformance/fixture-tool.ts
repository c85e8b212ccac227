import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

export interface FixtureCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly server: McpServer["server"];
  readonly context: ServerContext;
}

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  call(call: FixtureCall): Promise<CallToolResult | InputRequiredResult>;
}

export const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });

export function capabilitiesOf({ server, context }: FixtureCall): ClientCapabilities {
  const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
}
