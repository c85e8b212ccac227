import {
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Deps } from "../app/deps.ts";
import { AskPerson } from "../app/shared/operation.ts";
import { HOUR_MS } from "../domain/shared/time.ts";
import { describeTool, type Exposure, findTool } from "../tools/inventory.ts";
import type { ConnectionFacts } from "./calls/call.ts";
import { callTool } from "./calls/call-tool.ts";
import { ask } from "./calls/person.ts";
import type { Listening } from "./changes/listening.ts";
import { serveSubscriptions } from "./changes/subscriptions.ts";
import { serveCompletions } from "./lists/completions.ts";
import { requireFirstPage } from "./lists/first-page.ts";
import { INSTRUCTIONS } from "./lists/instructions.ts";
import { servePrompts } from "./lists/prompts.ts";
import { serveResources } from "./lists/resources.ts";
import { openToolList } from "./lists/tool-list.ts";

export interface ServerSettings {
  readonly version: string;
  readonly exposure: Exposure;
  readonly connection: ConnectionFacts;
  /** Where the transport says what 2026 clients listen to. */
  readonly listening?: Listening | undefined;
}

/** For how long clients may keep what only changes with the program. */
const STATIC = { ttlMs: HOUR_MS, cacheScope: "public" } as const;

/** A server for one connection. Both eras of the protocol are served by the same handlers. */
export function mcpServer(deps: Deps, settings: ServerSettings) {
  return ({ era }: Pick<McpRequestContext, "era">): McpServer => {
    const mcp = new McpServer(
      { name: "membria", title: "Membria", version: settings.version },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: false },
          prompts: { listChanged: false },
          completions: {},
        },
        cacheHints: { "resources/templates/list": STATIC, "prompts/list": STATIC },
        instructions: INSTRUCTIONS,
      },
    );
    const serving = { deps, era, connection: settings.connection, listening: settings.listening };
    const { exposure } = settings;
    const toolList = openToolList(mcp, serving, exposure);
    mcp.server.setRequestHandler("tools/list", async ({ params }) => {
      requireFirstPage(params?.cursor);
      const tools = await toolList.list();
      return { tools: tools.map((tool) => describeTool(tool, exposure.toolNames)) };
    });
    mcp.server.setRequestHandler("tools/call", ({ params }, context) => {
      const tool = findTool(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return callTool(tool, params.arguments, deps, settings, { server: mcp.server, context }).catch(
        askingPerson,
      );
    });
    serveResources(mcp, serving);
    const watch = serveSubscriptions(mcp, serving);
    mcp.server.onclose = () => {
      watch.stop();
      toolList.stop();
    };
    servePrompts(mcp, serving);
    serveCompletions(mcp, serving);
    return mcp;
  };
}

function askingPerson(error: unknown): ReturnType<typeof ask> {
  if (error instanceof AskPerson) return ask(error);
  throw error;
}
