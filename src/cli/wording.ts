import { namedBy, type Wording } from "../tools/wording.ts";
import type { Command } from "./command.ts";
import { kebab } from "./parse.ts";
import { COMMAND_REMEDIES } from "./remedies.ts";

/** How a person is spoken to who typed this command: fields are its arguments and flags, named as its help does. */
export function wordingOf({ input, fields = {} }: Command): Wording {
  const names = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, kebab(key)]));
  return {
    remedies: COMMAND_REMEDIES,
    field: namedBy(names, (field) => (field in input.shape ? kebab(field) : undefined)),
  };
}

/** Where no command was understood yet, or nothing is said about a field. */
export const PLAIN_WORDING: Wording = { remedies: COMMAND_REMEDIES, field: (path) => path };
