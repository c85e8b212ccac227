import { askPersonTo, TOOL_REMEDIES } from "../tools/remedies.ts";
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

/** What needs a person's word. An agent with a shell would run the command, so it is not named to it or to a script. */
const PERSON_ONLY = {
  "retract-decision": TOOL_REMEDIES["retract-decision"],
  "edit-decision": TOOL_REMEDIES["edit-decision"],
  "restore-decision": TOOL_REMEDIES["restore-decision"],
  "merge-decisions": TOOL_REMEDIES["merge-decisions"],
  "supersede-by": TOOL_REMEDIES["supersede-by"],
  "reopen-decision": TOOL_REMEDIES["reopen-decision"],
  "replace-decision": TOOL_REMEDIES["replace-decision"],
  "accept-proposal": TOOL_REMEDIES["accept-proposal"],
  "reject-link": TOOL_REMEDIES["reject-link"],
  "erase-memory": TOOL_REMEDIES["erase-memory"],
  "trust-project": TOOL_REMEDIES["trust-project"],
  "join-team": TOOL_REMEDIES["join-team"],
  "leave-team": TOOL_REMEDIES["leave-team"],
  "choose-shared": TOOL_REMEDIES["choose-shared"],
  "confirm-fingerprint": TOOL_REMEDIES["confirm-fingerprint"],
  "use-server-anyway": TOOL_REMEDIES["use-server-anyway"],
  "approve-link-all-the-same": ({ id }) => askPersonTo(`approve ${id}`),
} as const satisfies Partial<RemedyWords>;

/** Who types is found out with the first such remedy, because the settings may be what is wrong. */
function remediesFor(personTypes: () => boolean): RemedyWords {
  const words = Object.entries(PERSON_ONLY).map(([remedy, asked]) => [
    remedy,
    (...args: readonly unknown[]) => {
      const word = personTypes() ? COMMAND_REMEDIES[remedy as keyof RemedyWords] : asked;
      return (word as (...given: readonly unknown[]) => string)(...args);
    },
  ]);
  return {
    ...COMMAND_REMEDIES,
    ...(Object.fromEntries(words) as Pick<RemedyWords, keyof typeof PERSON_ONLY>),
  };
}

/** For messages before a command is known, and for messages without a field. */
export const PLAIN_WORDING: Wording = { remedies: COMMAND_REMEDIES, field: (path) => path };
