import { PERSON_COMMANDS } from "../tools/person-commands.ts";
import type { RemedyWords } from "../tools/wording.ts";

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
  "list-keys": () => "`membria keys list` shows the keys.",
  "list-imports": () => "`membria import list` shows the imports.",
  "list-guidance": () => "`membria guidance` lists what there is.",
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
  "switch-model": (remedy) => `\`${PERSON_COMMANDS["switch-model"](remedy)}\` would change that.`,
  "fit-model": (remedy) => `\`${PERSON_COMMANDS["fit-model"](remedy)}\` finds out.`,
  "retract-decision": (remedy) => `Run: ${PERSON_COMMANDS["retract-decision"](remedy)}`,
  "edit-decision": (remedy) => `Run: ${PERSON_COMMANDS["edit-decision"](remedy)}`,
  "replace-decision": (remedy) => `Run: ${PERSON_COMMANDS["replace-decision"](remedy)}`,
  "accept-proposal": (remedy) => `Run: ${PERSON_COMMANDS["accept-proposal"](remedy)}`,
  "reject-link": (remedy) => `Run: ${PERSON_COMMANDS["reject-link"](remedy)}`,
  "erase-memory": (remedy) => `To erase this one: ${PERSON_COMMANDS["erase-memory"](remedy)}`,
  "restore-backup": (remedy) => `Restore it with: ${PERSON_COMMANDS["restore-backup"](remedy)}`,
  "undo-import-all-the-same": (remedy) =>
    `To undo it anyway: ${PERSON_COMMANDS["undo-import-all-the-same"](remedy)}`,
  "trust-project": (remedy) =>
    `If this repository may use its memory, run: ${PERSON_COMMANDS["trust-project"](remedy)}`,
  "rotate-key": (remedy) => `Give it a new secret with: ${PERSON_COMMANDS["rotate-key"](remedy)}`,
};
