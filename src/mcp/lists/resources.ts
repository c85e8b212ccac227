import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { callOf } from "../calls/call.ts";
import type { HandlerContext } from "../handler-context.ts";
import { answers } from "../loaded-later.ts";
import { requireFirstPage, withProtocolErrors } from "../protocol-error.ts";

/**
 * How a request names a resource. MCP has `uri` alone. The Membria document also sends `arguments`, and in its general
 * format a `name`: an address, or the name that the resource is listed under.
 */
export const ResourceParams = z.looseObject({
  uri: z.string().optional(),
  name: z.string().optional(),
  arguments: z.looseObject({}).optional(),
});
export type ResourceParams = z.output<typeof ResourceParams>;

/** Lists and reads resources. */
export function serveResources({ server }: McpServer, handlerContext: HandlerContext): void {
  const { deps, connection, clientLog } = handlerContext;

  server.setRequestHandler("resources/list", ({ params, method }, context) =>
    withProtocolErrors(
      async () => {
        const { listResources } = await answers();
        const call = await callOf(deps, connection, { server, context });
        return deps.background.answering(() => listResources(params?.cursor, deps, call));
      },
      {
        log: clientLog.of(connection.requests.of(context.mcpReq.id), context),
        signal: context.mcpReq.signal,
        about: { method },
      },
    ),
  );

  server.setRequestHandler("resources/templates/list", async ({ params }) => {
    requireFirstPage(params?.cursor);
    const { describeResource, resourcesFor, templateOf } = await answers();
    const templates = resourcesFor(connection.role).map((resource) => ({
      ...describeResource(resource),
      uriTemplate: templateOf(resource),
    }));
    return { resourceTemplates: templates.filter(({ uriTemplate }) => uriTemplate.includes("{")) };
  });

  server.setRequestHandler("resources/read", { params: ResourceParams }, async (params, context) => {
    const call = () => callOf(deps, connection, { server, context });
    const log = clientLog.of(connection.requests.of(context.mcpReq.id), context);
    const { signal } = context.mcpReq;
    const { readResource } = await answers();
    const { uri, contents } = await readResource(params, call, handlerContext, { signal, log });
    const text = JSON.stringify(contents);
    return { contents: [{ uri, mimeType: "application/json", text }] };
  });
}
