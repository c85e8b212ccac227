import {
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Deps } from "../memory/index.ts";
import { AskPerson } from "../shared/operations/operation.ts";
import { cutTo } from "../shared/text.ts";
import { HOUR_MS } from "../shared/time.ts";
import type { Exposure } from "../tools/exposure.ts";
import { questionResult } from "./calls/ask-person.ts";
import type { ConnectionFacts } from "./calls/call.ts";
import { serveLogging } from "./calls/client-log.ts";
import type { ListenRelay } from "./changes/listen-relay.ts";
import { serveSubscriptions } from "./changes/subscriptions.ts";
import { serveCompletions } from "./lists/completions.ts";
import { instructions } from "./lists/instructions.ts";
import { servePrompts } from "./lists/prompts.ts";
import { serveResources } from "./lists/resources.ts";
import { openToolList } from "./lists/tool-list.ts";
import { answers } from "./loaded-later.ts";
import { requireFirstPage } from "./protocol-error.ts";

export interface ServerSettings {
  readonly version: string;
  readonly exposure: Exposure;
  readonly connection: ConnectionFacts;
  /** Brings the listen requests of 2026 clients from the transport. */
  readonly listening?: ListenRelay | undefined;
}

const LONGEST_NAME = 100;

/** How long clients may cache lists that change only with the program. */
const STATIC = { ttlMs: HOUR_MS, cacheScope: "public" } as const;

/** Creates the server of one connection. Both eras of the protocol use the same handlers. */
export function mcpServer(given: Deps, settings: ServerSettings) {
  const deps = { ...given, log: settings.connection.requests.connection };
  return ({ era }: Pick<McpRequestContext, "era">): McpServer => {
    const mcp = new McpServer(
      {
        name: "membria",
        title: "Membria",
        version: settings.version,
        description: "A memory of decisions, and of the threats that code of a certain kind has",
      },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: false },
          prompts: { listChanged: false },
          completions: {},
          logging: {},
        },
        cacheHints: { "resources/templates/list": STATIC, "prompts/list": STATIC },
        instructions: instructions(settings.exposure.toolNames),
      },
    );
    const clientLog = serveLogging(mcp, era);
    const handlerContext = {
      deps,
      era,
      connection: settings.connection,
      listening: settings.listening,
      clientLog,
    };
    const { exposure } = settings;
    const toolList = openToolList(mcp, handlerContext, exposure);
    mcp.server.setRequestHandler("tools/list", async ({ params }) => {
      requireFirstPage(params?.cursor);
      const { describeTool } = await answers();
      const tools = await toolList.list();
      return { tools: tools.map((tool) => describeTool(tool, exposure.toolNames)) };
    });
    mcp.server.setRequestHandler("tools/call", async ({ params }, context) => {
      const { callTool, findTool } = await answers();
      const tool = findTool(params.name);
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool: ${cutTo(LONGEST_NAME, params.name)}`,
        );
      const request = { server: mcp.server, context };
      return deps.background
        .answering(() => callTool(tool, params.arguments, deps, { ...settings, clientLog }, request))
        .catch(questionOrThrow);
    });
    serveResources(mcp, handlerContext);
    const watch = serveSubscriptions(mcp, handlerContext);
    mcp.server.onclose = () => {
      watch.stop();
      toolList.stop();
    };
    servePrompts(mcp, handlerContext);
    serveCompletions(mcp, handlerContext);
    return mcp;
  };
}

function questionOrThrow(error: unknown): ReturnType<typeof questionResult> {
  if (error instanceof AskPerson) return questionResult(error);
  throw error;
}
