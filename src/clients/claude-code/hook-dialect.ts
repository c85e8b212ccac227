import { readKeepingStart, specificOutput } from "../event-fields.ts";
import type { HookDialect } from "../hook-dialect.ts";

export const claudeCodeHooks: HookDialect = {
  read: readKeepingStart,
  write: (_, text, input) => specificOutput(text, input),
};
