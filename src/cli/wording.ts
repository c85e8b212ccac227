/** Messages in the words of the command line: fields are flags, and remedies are commands. */

import { askPersonTo, PERSON_COMMANDS, TOOL_REMEDIES } from "../tools/remedies.ts";
import { fieldNamer, type RemedyWords, type Wording } from "../tools/wording.ts";
import type { Command } from "./command.ts";
import { kebab } from "./parse.ts";

/** The wording for whoever typed this command. Fields are named as in its help. */
export function wordingOf({ input, fields = {} }: Command, personTypes = () => true): Wording {
  const names = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, kebab(key)]));
  return {
    remedies: remediesFor(personTypes),
    field: fieldNamer(names, (field) => (Object.hasOwn(input.shape, field) ? kebab(field) : undefined)),
  };
}

/** Remedies that need a person's word. An agent with a shell would run the command, so it is not named to it or to a script. */
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

/** Remedies for a person at a terminal, as commands and flags. */
export const COMMAND_REMEDIES: RemedyWords = {
  "send-plain-text": ({ field }, name) => `Give ${name(field)} as plain text.`,
  "send-one-of": ({ fields }, name) => `Add one or more of ${fields.map(name).join(", ")}.`,
  "create-folder": () => "To begin a new folder, add --create.",
  "prefer-side": () => "Say which side holds: --prefer file, --prefer memory or --prefer newer.",
  "name-project": () => "Name the project with --project NAME.",
  "set-project": () =>
    'Set one with --project NAME, MEMBRIA_PROJECT or {"project": "NAME"} in .membria.json.',
  "list-decisions": () => "`membria list` shows the existing ones.",
  "list-due": () => "`membria due` lists those that are due.",
  "list-skills": () => "`membria skills all` lists what was learned.",
  "list-insights": () => "An export contains all of them: membria export json",
  "list-pending-links": () => "`membria links` lists those that are waiting.",
  "list-proposals": () => "`membria proposals` lists the open ones.",
  "list-candidates": () => "`membria review` shows what waits.",
  "list-keys": () => "`membria keys list` shows the keys.",
  "list-imports": () => "`membria import list` shows the imports.",
  "list-backups": () => "`membria backup --list` shows the copies.",
  "list-projects": () => "`membria projects` lists those that have memories.",
  "list-guidance": () => "`membria guidance` lists what there is.",
  "list-members": () => "`membria team members` lists them.",
  "show-team": () => "`membria team status` shows how it is.",
  "name-team-server": () =>
    "Name it, as in `membria team create redis://HOST:6379`, or set MEMBRIA_GRAPH_URL.",
  "choose-shared": () =>
    "Say what is shared: --from now for what is written from now on, --from all for everything.",
  "confirm-fingerprint": ({ fingerprint }) =>
    `If it is what the one who invited you told you, add --fingerprint ${fingerprint.replaceAll(" ", "")}`,
  "use-server-anyway": () => "To use it all the same, add --force.",
  "join-team": (remedy) => `With an invitation: ${PERSON_COMMANDS["join-team"](remedy)}`,
  "leave-team": (remedy) => `Leave the team first: ${PERSON_COMMANDS["leave-team"](remedy)}`,
  "show-latest-checkpoint": () => "`membria resume` shows the latest checkpoint.",
  "get-confidence-guidance": () => "`membria calibration` says by how much.",
  "run-doctor": () => "`membria doctor` shows where it is and what is wrong with it.",
  "examine-damage": () => "`membria doctor` says what is damaged and how to get the memory back.",
  "bring-back-memory": (remedy) => `To bring it back: ${PERSON_COMMANDS["bring-back-memory"](remedy)}`,
  "record-outcome": () => "`membria outcome` records how one worked out.",
  "relearn-skills": (remedy) => `\`${PERSON_COMMANDS["relearn-skills"](remedy)}\` catches up.`,
  "save-checkpoint": () => "`membria checkpoint` saves one.",
  "supersede-decision": ({ id }) => `\`membria decide\` with --supersedes ${id} replaces it.`,
  "propose-link": () => "`membria links propose` proposes one.",
  "reject-pending-link": () => "`membria links reject` rejects it permanently.",
  "approve-link-all-the-same": (remedy) =>
    `To approve it anyway: ${PERSON_COMMANDS["approve-link-all-the-same"](remedy)}`,
  "back-up-links": () => "`membria links backup` makes one.",
  "create-key": (remedy) => `Create a new one with: ${PERSON_COMMANDS["create-key"](remedy)}`,
  "export-json": (remedy) => `Make one with: ${PERSON_COMMANDS["export-json"](remedy)}`,
  "import-json": ({ file }) => `It is an export. To bring it in: membria import json ${file}`,
  "overwrite-file": () => "To replace it, add --force.",
  "switch-model": (remedy) => `\`${PERSON_COMMANDS["switch-model"](remedy)}\` would change that.`,
  "fit-model": (remedy) => `\`${PERSON_COMMANDS["fit-model"](remedy)}\` finds out.`,
  "sync-team": (remedy) => `To share it now: ${PERSON_COMMANDS["sync-team"](remedy)}`,
  "retract-decision": (remedy) => `Run: ${PERSON_COMMANDS["retract-decision"](remedy)}`,
  "edit-decision": (remedy) => `Run: ${PERSON_COMMANDS["edit-decision"](remedy)}`,
  "restore-decision": (remedy) => `To bring it back: ${PERSON_COMMANDS["restore-decision"](remedy)}`,
  "merge-decisions": (remedy) => `Run: ${PERSON_COMMANDS["merge-decisions"](remedy)}`,
  "supersede-by": (remedy) => `Run: ${PERSON_COMMANDS["supersede-by"](remedy)}`,
  "reopen-decision": (remedy) => `Run: ${PERSON_COMMANDS["reopen-decision"](remedy)}`,
  "replace-decision": (remedy) => `Run: ${PERSON_COMMANDS["replace-decision"](remedy)}`,
  "accept-proposal": (remedy) => `Run: ${PERSON_COMMANDS["accept-proposal"](remedy)}`,
  "reject-link": (remedy) => `Run: ${PERSON_COMMANDS["reject-link"](remedy)}`,
  "erase-memory": (remedy) => `To erase this one: ${PERSON_COMMANDS["erase-memory"](remedy)}`,
  "restore-backup": (remedy) => `Restore it with: ${PERSON_COMMANDS["restore-backup"](remedy)}`,
  "undo-import-all-the-same": (remedy) =>
    `To undo it anyway: ${PERSON_COMMANDS["undo-import-all-the-same"](remedy)}`,
  "move-project": (remedy) => `To have it here: ${PERSON_COMMANDS["move-project"](remedy)}`,
  "undo-project-move": (remedy) => `\`${PERSON_COMMANDS["undo-project-move"](remedy)}\` takes it back.`,
  "trust-project": (remedy) =>
    `If this repository may use its memory, run: ${PERSON_COMMANDS["trust-project"](remedy)}`,
  "rotate-key": (remedy) => `Give it a new secret with: ${PERSON_COMMANDS["rotate-key"](remedy)}`,
};

/** For messages before a command is known, and for messages without a field. */
export const PLAIN_WORDING: Wording = { remedies: COMMAND_REMEDIES, field: (path) => path };
