import {
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { AskPerson, type Deps } from "../app/operation.ts";
import { describeTool, type Exposure, findTool, listedTools } from "../tools/inventory.ts";
import { type ConnectionFacts, callTool } from "./call-tool.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { ask } from "./person.ts";

export interface ServerSettings {
  readonly version: string;
  readonly exposure: Exposure;
  readonly connection: ConnectionFacts;
}

/** A server for one connection. Both eras of the protocol are served by the same handlers. */
export function mcpServer(deps: Deps, settings: ServerSettings) {
  return (_era: Pick<McpRequestContext, "era">): McpServer => {
    const mcp = new McpServer(
      { name: "membria", title: "Membria", version: settings.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    mcp.server.setRequestHandler("tools/list", ({ params }) => {
      requireFirstPage(params?.cursor);
      const { exposure } = settings;
      return { tools: listedTools(exposure).map((tool) => describeTool(tool, exposure.toolNames)) };
    });
    mcp.server.setRequestHandler("tools/call", ({ params }, context) => {
      const tool = findTool(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return callTool(tool, params.arguments, deps, settings, { server: mcp.server, context }).catch(
        askingPerson,
      );
    });
    return mcp;
  };
}

function askingPerson(error: unknown): ReturnType<typeof ask> {
  if (error instanceof AskPerson) return ask(error);
  throw error;
}

/** Our lists fit on one page, so a cursor can only be made up. */
function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Invalid cursor: the list has one page. Leave the cursor out.",
  );
}
