import type { McpServer, RequestMethod, ServerContext } from "@modelcontextprotocol/server";
import type { MakeServer } from "../../src/mcp/http/modern-handler.ts";
import { PROMPTS } from "./prompts.ts";
import { contentsAt, RESOURCES, TEMPLATE } from "./resources.ts";
import { TOOLS } from "./tools.ts";

type Message = { readonly params?: Record<string, unknown> };
type Handler = (request: Message, context: ServerContext) => Promise<Record<string, unknown>>;

/** The server of the product with additional fixtures. */
export function withFixtures(own: MakeServer): MakeServer {
  return (connection) => (context) => {
    const mcp = own(connection)(context);
    mcp.server.registerCapabilities({ logging: {} });
    addTools(mcp);
    addResources(mcp);
    addPrompts(mcp);
    return mcp;
  };
}

/** Answers before the product does, or, given what the product would answer, adds to it. */
function over(
  mcp: McpServer,
  method: RequestMethod,
  answer: (request: Message, context: ServerContext, own: () => ReturnType<Handler>) => unknown,
): void {
  // The SDK has no way to ask for a handler that is set.
  const { _requestHandlers: handlers } = mcp.server as unknown as { _requestHandlers: Map<string, Handler> };
  const before = handlers.get(method) as Handler;
  const layered = (request: Message, context: ServerContext) =>
    answer(request, context, () => before(request, context));
  mcp.server.setRequestHandler(method, layered as never);
}

/** On the first page only. */
function listWith(mcp: McpServer, method: RequestMethod, key: string, fixtures: readonly unknown[]): void {
  over(mcp, method, async ({ params }, _, own) => {
    const listed = await own();
    const items = listed[key] as unknown[];
    return params?.["cursor"] === undefined ? { ...listed, [key]: [...items, ...fixtures] } : listed;
  });
}

function addTools(mcp: McpServer): void {
  const listed = Object.entries(TOOLS).map(([name, { description, inputSchema }]) => ({
    name,
    description,
    inputSchema: inputSchema ?? { type: "object", properties: {} },
  }));
  listWith(mcp, "tools/list", "tools", listed);
  // Where the SDK looks for parameters that a header repeats; no tool of the product has any.
  mcp.toolInputSchemaJson = (name) => TOOLS[name]?.inputSchema;
  over(mcp, "tools/call", ({ params }, context, own) => {
    const tool = TOOLS[String(params?.["name"])];
    const args = (params?.["arguments"] ?? {}) as Record<string, unknown>;
    return tool ? tool.call({ args, server: mcp.server, context }) : own();
  });
}

function addResources(mcp: McpServer): void {
  listWith(mcp, "resources/list", "resources", RESOURCES);
  listWith(mcp, "resources/templates/list", "resourceTemplates", [TEMPLATE]);
  over(mcp, "resources/read", ({ params }, _, own) => {
    const contents = contentsAt(String(params?.["uri"]));
    return contents ? { contents: [contents] } : own();
  });
  for (const method of ["resources/subscribe", "resources/unsubscribe"] as const) {
    over(mcp, method, ({ params }, _, own) => (contentsAt(String(params?.["uri"])) ? {} : own()));
  }
}

function addPrompts(mcp: McpServer): void {
  const listed = Object.entries(PROMPTS).map(([name, { description, arguments: args = [] }]) => ({
    name,
    description,
    arguments: [...args],
  }));
  listWith(mcp, "prompts/list", "prompts", listed);
  over(mcp, "prompts/get", ({ params }, context, own) => {
    const prompt = PROMPTS[String(params?.["name"])];
    return prompt ? prompt.get((params?.["arguments"] ?? {}) as Record<string, string>, context) : own();
  });
  over(mcp, "completion/complete", ({ params }, _, own) => {
    const { name = "" } = (params?.["ref"] ?? {}) as { name?: string };
    return name in PROMPTS ? { completion: { values: ["paris", "park"], hasMore: false } } : own();
  });
}
