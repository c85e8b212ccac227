import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Fault } from "../domain/errors.ts";
import { findPrompt } from "../prompts/inventory.ts";
import type { Completers } from "../resources/completion.ts";
import { findTemplate } from "../resources/inventory.ts";
import { callOf } from "./call.ts";
import { unknownPrompt } from "./prompts.ts";
import { protocolError } from "./protocol-error.ts";
import type { Serving } from "./serving.ts";

export function serveCompletions({ server }: McpServer, { deps, connection }: Serving): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { argument } = params;
    const completers =
      params.ref.type === "ref/prompt" ? ofPrompt(params.ref.name) : ofTemplate(params.ref.uri);
    const completer = completers[argument.name];
    if (!completer) return { completion: { values: [], hasMore: false } };
    try {
      const call = await callOf(deps, connection, { server, context });
      const { values, hasMore } = await completer(argument.value, deps, call);
      return { completion: { values: [...values], hasMore } };
    } catch (error) {
      throw protocolError(Fault.from(error));
    }
  });
}

function ofPrompt(name: string): Completers {
  const prompt = findPrompt(name);
  if (!prompt) throw unknownPrompt(name);
  return prompt.completers;
}

function ofTemplate(uri: string): Completers {
  const resource = findTemplate(uri);
  if (resource) return resource.completers;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown resource template: ${uri.slice(0, 200)}. resources/templates/list has those that there are.`,
  );
}
