import { TOOL_REMEDIES } from "../tools/remedies.ts";
import { fieldNamer, type RemedyWords, type Wording } from "../tools/wording.ts";
import type { Command } from "./command.ts";
import { kebab } from "./parse.ts";
import { COMMAND_REMEDIES } from "./remedies.ts";

/** The wording for whoever typed this command. Fields are named as in its help. */
export function wordingOf({ input, fields = {} }: Command, personTypes = () => true): Wording {
  const names = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, kebab(key)]));
  return {
    remedies: remediesFor(personTypes),
    field: fieldNamer(names, (field) => (Object.hasOwn(input.shape, field) ? kebab(field) : undefined)),
  };
}

/** An agent with a shell would run the command with which a person says whom they trust, so it is not named to it. */
const remediesFor = (personTypes: () => boolean): RemedyWords => ({
  ...COMMAND_REMEDIES,
  "trust-project": (...args) => (personTypes() ? COMMAND_REMEDIES : TOOL_REMEDIES)["trust-project"](...args),
});

/** For messages before a command is known, and for messages without a field. */
export const PLAIN_WORDING: Wording = { remedies: COMMAND_REMEDIES, field: (path) => path };
