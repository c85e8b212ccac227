import type { HookEvent } from "../../domain/hooks/hook-events.ts";
import { capturedBy, filesIn, readSnakeCase, textAt } from "../event-fields.ts";
import type { Fields, HookDialect, ReadEvent } from "../hook-dialect.ts";

/**
 * Its own events have fields in camel case; those that it knows by the names of Claude Code have them in snake case. The
 * only answer it takes is a field at the top, and at its own event for a prompt it takes none. After a conversation was
 * shortened it reports nothing, so that it counts as shortened when that begins.
 */
export const copilotHooks: HookDialect = {
  read(event, input) {
    const read =
      textAt(input, "sessionId") === undefined ? readSnakeCase(event, input) : readOwn(event, input);
    return read && (event === "pre-compact" ? { ...read, compacted: true } : read);
  },
  write: (_, text) => JSON.stringify({ additionalContext: text }),
};

function readOwn(event: HookEvent, input: Fields): ReadEvent {
  const edits = event === "pre-edit" || event === "post-tool";
  const tool = textAt(input, "toolName");
  return {
    session: textAt(input, "sessionId") ?? "",
    folder: textAt(input, "cwd"),
    prompt: event === "prompt" ? textAt(input, "prompt") : undefined,
    isUnheard: event === "prompt",
    files: edits ? filesIn(input["toolArgs"], tool) : undefined,
    captured: event === "post-tool" ? capturedBy(tool, input["toolResult"]) : undefined,
    reply: event === "stop" ? textAt(input, "lastAssistantMessage", "last_assistant_message") : undefined,
    continued: input["stop_hook_active"] === true || input["stopHookActive"] === true,
  };
}
