import { fieldNamer, type Wording } from "../tools/wording.ts";
import type { Command } from "./command.ts";
import { kebab } from "./parse.ts";
import { COMMAND_REMEDIES } from "./remedies.ts";

/** The wording for the person who typed this command. Fields are named as in its help. */
export function wordingOf({ input, fields = {} }: Command): Wording {
  const names = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, kebab(key)]));
  return {
    remedies: COMMAND_REMEDIES,
    field: fieldNamer(names, (field) => (Object.hasOwn(input.shape, field) ? kebab(field) : undefined)),
  };
}

/** For messages before a command is known, and for messages without a field. */
export const PLAIN_WORDING: Wording = { remedies: COMMAND_REMEDIES, field: (path) => path };
