import { readSnakeCase } from "../event-fields.ts";
import type { HookDialect } from "../hook-dialect.ts";

/** Our own plugin sends the events, in the form of Claude Code, and adds the text to the conversation. */
export const opencodeHooks: HookDialect = {
  read: readSnakeCase,
  write: (_, text) => JSON.stringify({ additionalContext: text }),
};
