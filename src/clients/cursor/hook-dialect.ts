import { capturedBy, filesIn, readSnakeCase, textAt } from "../event-fields.ts";
import type { HookDialect } from "../hook-dialect.ts";

/** From its documentation: it names a conversation and the roots of the workspace, and takes context in snake case. */
export const cursorHooks: HookDialect = {
  read(event, input) {
    const session = textAt(input, "conversation_id", "session_id");
    if (session === undefined) return undefined;
    const roots = input["workspace_roots"];
    const [root] = Array.isArray(roots) ? (roots as unknown[]) : [];
    const tool = textAt(input, "tool_name");
    const named = filesIn(input["tool_input"] ?? input, tool);
    return {
      ...readSnakeCase(event, { ...input, session_id: session }),
      session,
      folder: textAt(input, "cwd") ?? (typeof root === "string" ? root : undefined),
      files: event === "pre-edit" || event === "post-tool" ? named : undefined,
      captured:
        event === "post-tool" ? capturedBy(tool, input["result_json"] ?? input["tool_output"]) : undefined,
      reply: event === "stop" ? textAt(input, "text", "last_assistant_message") : undefined,
    };
  },
  write: (_, text) => JSON.stringify({ additional_context: text }),
};
