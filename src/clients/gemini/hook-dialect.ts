import { readSnakeCase, specificOutput } from "../event-fields.ts";
import type { HookDialect } from "../hook-dialect.ts";

/** What hooks said at the start of the session, which it puts before the first prompt. */
const SAID_BEFORE = /^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)+/;

/**
 * Before a tool it takes no text for the model. It reports that it may shorten the conversation before every request, and
 * does so for certain when a person asks for it. A conversation that it resumes lacks the prompts with what was told there.
 */
export const geminiHooks: HookDialect = {
  read(event, input) {
    const read = readSnakeCase(event, input);
    if (!read) return undefined;
    if (read.prompt !== undefined) return { ...read, prompt: read.prompt.replace(SAID_BEFORE, "") };
    if (input["hook_event_name"] === "BeforeTool") return { ...read, isUnheard: true };
    const forgets = event === "pre-compact" ? input["trigger"] === "manual" : input["source"] === "resume";
    return forgets ? { ...read, compacted: true } : read;
  },
  write: (_, text, input) => specificOutput(text, input),
};
