import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Prompt } from "../../prompts/prompt.ts";
import { callOf, checkoutOf } from "../calls/call.ts";
import type { HandlerContext } from "../handler-context.ts";
import { answers } from "../loaded-later.ts";
import { requireFirstPage, withProtocolErrors } from "../protocol-error.ts";

export function servePrompts({ server }: McpServer, { deps, connection, clientLog }: HandlerContext): void {
  server.setRequestHandler("prompts/list", async ({ params }) => {
    requireFirstPage(params?.cursor);
    const { PROMPTS } = await answers();
    return {
      prompts: PROMPTS.map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: [...args],
      })),
    };
  });

  server.setRequestHandler("prompts/get", async ({ params, method }, context) => {
    const about: Record<string, unknown> = { method };
    return withProtocolErrors(
      async () => {
        connection.limits.spend("requests");
        const { findPrompt, PROMPTS } = await answers();
        const prompt = findPrompt(params.name);
        if (!prompt) throw unknownPrompt(params.name, PROMPTS);
        about["prompt"] = prompt.name;
        const request = { server, context };
        const call = await callOf(deps, connection, request);
        const own = { ...deps, checkout: checkoutOf(connection, request) };
        const text = await deps.background.answering(() => prompt.text(params.arguments, own, call));
        return {
          description: prompt.description,
          messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
        };
      },
      {
        log: clientLog.of(connection.requests.of(context.mcpReq.id), context),
        signal: context.mcpReq.signal,
        about,
      },
    );
  });
}

export function unknownPrompt(name: string, known: readonly Prompt[]): ProtocolError {
  const names = known.map((prompt) => prompt.name).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt: ${name.slice(0, 100)}. Known prompts: ${names}.`,
  );
}
