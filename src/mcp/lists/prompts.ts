import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { findPrompt, PROMPTS } from "../../prompts/inventory.ts";
import { callOf } from "../calls/call.ts";
import { answering } from "../protocol-error.ts";
import type { Serving } from "../serving.ts";
import { requireFirstPage } from "./first-page.ts";

export function servePrompts({ server }: McpServer, { deps, connection }: Serving): void {
  server.setRequestHandler("prompts/list", ({ params }) => {
    requireFirstPage(params?.cursor);
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
    const prompt = findPrompt(params.name);
    if (!prompt) throw unknownPrompt(params.name);
    const text = await answering(
      async () => prompt.text(params.arguments, deps, await callOf(deps, connection, { server, context })),
      { log: deps.log, signal: context.mcpReq.signal, about: { method, prompt: prompt.name } },
    );
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}

export function unknownPrompt(name: string): ProtocolError {
  const names = PROMPTS.map((prompt) => prompt.name).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt: ${name.slice(0, 100)}. There are ${names}.`,
  );
}
