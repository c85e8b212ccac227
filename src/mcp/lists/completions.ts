import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Completers } from "../../resources/completion.ts";
import { callOf } from "../calls/call.ts";
import type { HandlerContext } from "../handler-context.ts";
import { answers } from "../loaded-later.ts";
import { withProtocolErrors } from "../protocol-error.ts";
import { unknownPrompt } from "./prompts.ts";

export function serveCompletions(
  { server }: McpServer,
  { deps, connection, clientLog }: HandlerContext,
): void {
  server.setRequestHandler("completion/complete", async ({ params, method }, context) => {
    const { ref, argument } = params;
    const { values, hasMore } = await withProtocolErrors(
      async () => {
        connection.limits.spend("requests");
        const completers = await (ref.type === "ref/prompt" ? ofPrompt(ref.name) : ofTemplate(ref.uri));
        // A client may ask for any name, also for one that every object inherits, such as `constructor`.
        const completer = Object.hasOwn(completers, argument.name) ? completers[argument.name] : undefined;
        if (!completer) return { values: [], hasMore: false };
        const call = await callOf(deps, connection, { server, context });
        return deps.background.answering(() => completer(argument.value, deps, call));
      },
      {
        log: clientLog.of(connection.requests.of(context.mcpReq.id), context),
        signal: context.mcpReq.signal,
        about: { method, ref: ref.type },
      },
    );
    return { completion: { values: [...values], hasMore } };
  });
}

async function ofPrompt(name: string): Promise<Completers> {
  const { findPrompt, PROMPTS } = await answers();
  const prompt = findPrompt(name);
  if (!prompt) throw unknownPrompt(name, PROMPTS);
  return prompt.completers;
}

async function ofTemplate(uri: string): Promise<Completers> {
  const { findTemplate } = await answers();
  const resource = findTemplate(uri);
  if (resource) return resource.completers;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown resource template: ${uri.slice(0, 200)}. resources/templates/list has all of them.`,
  );
}
