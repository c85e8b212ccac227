import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Fault } from "../domain/errors.ts";
import { findPrompt, PROMPTS } from "../prompts/inventory.ts";
import { callOf } from "./call.ts";
import { requireFirstPage } from "./first-page.ts";
import { protocolError } from "./protocol-error.ts";
import type { Serving } from "./serving.ts";

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

  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = findPrompt(params.name);
    if (!prompt) throw unknownPrompt(params.name);
    try {
      const call = await callOf(deps, connection, { server, context });
      const text = await prompt.text(params.arguments, deps, call);
      return {
        description: prompt.description,
        messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
      };
    } catch (error) {
      const fault = Fault.from(error);
      if (fault.code === "internal")
        deps.log.error("Prompt failed", { prompt: prompt.name, error: fault.cause });
      throw protocolError(fault);
    }
  });
}

export function unknownPrompt(name: string): ProtocolError {
  const names = PROMPTS.map((prompt) => prompt.name).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt: ${name.slice(0, 100)}. There are ${names}.`,
  );
}
