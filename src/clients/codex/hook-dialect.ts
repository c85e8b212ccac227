import { readKeepingStart, specificOutput } from "../event-fields.ts";
import type { HookDialect } from "../hook-dialect.ts";

export const codexHooks: HookDialect = {
  read: readKeepingStart,
  write: (_, text, input) => specificOutput(text, input),
};
