/** The words of the page for remedies and for the names of its arguments. */

import type * as z from "zod";
import { snakeCaseName } from "../../decisions/index.ts";
import { PERSON_COMMANDS } from "../remedies.ts";
import { type FieldNames, fieldNamer, type RemedyWords, type Wording } from "../wording.ts";

const at = (command: string): string => `At a terminal: ${command}`;

/** Remedies for a person on the page: what it can do itself is named as the page names it, the rest as a command. */
const PAGE_REMEDIES: RemedyWords = {
  "send-plain-text": ({ field }, name) => `Give ${name(field)} as plain text.`,
  "send-one-of": ({ fields }, name) => `Fill in one or more of ${fields.map(name).join(", ")}.`,
  "create-folder": () => "Create the folder first.",
  "prefer-side": () => "Say which side holds.",
  "name-project": () => "Choose one project.",
  "set-project": () => "Choose one project.",
  "list-decisions": () => "Decisions lists the existing ones.",
  "list-due": () => "Today lists those that are due.",
  "list-skills": () => "Skills lists what was learned.",
  "list-insights": () => at("membria export json"),
  "list-pending-links": () => "Today lists those that wait.",
  "list-proposals": () => "Today lists the open ones.",
  "list-candidates": () => "Today lists what waits.",
  "list-keys": () => "Keys lists them.",
  "list-imports": () => at("membria import list"),
  "list-backups": () => at("membria backup --list"),
  "list-projects": () => at("membria projects"),
  "list-guidance": () => at("membria guidance"),
  "list-members": () => "Team lists the members.",
  "show-team": () => "Team shows how it is.",
  "name-team-server": () => at("membria team create redis://HOST:6379"),
  "choose-shared": () => "Say at a terminal what is shared.",
  "confirm-fingerprint": () => "Compare it with who invited you, at a terminal.",
  "use-server-anyway": () => "It can be used all the same from a terminal.",
  "join-team": (remedy) => at(PERSON_COMMANDS["join-team"](remedy)),
  "leave-team": (remedy) => at(PERSON_COMMANDS["leave-team"](remedy)),
  "show-latest-checkpoint": () => "Sessions shows the latest one.",
  "get-confidence-guidance": () => "Calibration says by how much.",
  "run-doctor": () => "Health shows what is wrong.",
  "examine-damage": () => at("membria doctor"),
  "bring-back-memory": (remedy) => at(PERSON_COMMANDS["bring-back-memory"](remedy)),
  "record-outcome": () => "Record how one worked out on its page.",
  "relearn-skills": (remedy) => at(PERSON_COMMANDS["relearn-skills"](remedy)),
  "save-checkpoint": () => at("membria checkpoint"),
  "supersede-decision": ({ id }) => `Replace ${id} on its page.`,
  "propose-link": () => "Propose one on the page of a decision.",
  "reject-pending-link": () => "Reject it.",
  "approve-link-all-the-same": () => "Approve it once more to say that you have seen the conflict.",
  "back-up-links": () => at("membria links backup"),
  "create-key": (remedy) => at(PERSON_COMMANDS["create-key"](remedy)),
  "export-json": (remedy) => at(PERSON_COMMANDS["export-json"](remedy)),
  "import-json": ({ file }) => at(`membria import json ${file}`),
  "overwrite-file": () => "Name another file.",
  "switch-model": (remedy) => at(PERSON_COMMANDS["switch-model"](remedy)),
  "fit-model": (remedy) => at(PERSON_COMMANDS["fit-model"](remedy)),
  "sync-team": (remedy) => at(PERSON_COMMANDS["sync-team"](remedy)),
  "retract-decision": ({ id }) => `Retract ${id} on its page.`,
  "edit-decision": ({ id }) => `Edit ${id} on its page.`,
  "restore-decision": ({ id }) => `Restore ${id} on its page.`,
  "merge-decisions": (remedy) => at(PERSON_COMMANDS["merge-decisions"](remedy)),
  "supersede-by": ({ supersedes, by }) =>
    `Say on the page of ${supersedes.join(", ")} that ${by} replaces it.`,
  "reopen-decision": ({ id }) => `Reopen ${id} on its page.`,
  "replace-decision": ({ supersedes }) => `Replace ${supersedes.join(", ")} on its page.`,
  "accept-proposal": ({ id }) => `Accept ${id} in Today.`,
  "reject-link": ({ id }) => `Reject ${id}.`,
  "erase-memory": (remedy) => at(PERSON_COMMANDS["erase-memory"](remedy)),
  "restore-backup": (remedy) => at(PERSON_COMMANDS["restore-backup"](remedy)),
  "undo-import-all-the-same": (remedy) => at(PERSON_COMMANDS["undo-import-all-the-same"](remedy)),
  "move-project": (remedy) => at(PERSON_COMMANDS["move-project"](remedy)),
  "undo-project-move": (remedy) => at(PERSON_COMMANDS["undo-project-move"](remedy)),
  "trust-project": (remedy) => at(PERSON_COMMANDS["trust-project"](remedy)),
  "rotate-key": (remedy) => at(PERSON_COMMANDS["rotate-key"](remedy)),
};

/** The words for what the page is told, with the names of this call's arguments. */
export function pageWording(input: z.ZodObject, fields: FieldNames = {}): Wording {
  const sameName = (field: string): string | undefined =>
    [field, snakeCaseName(field)].find((name) => Object.hasOwn(input.shape, name));
  return { remedies: PAGE_REMEDIES, field: fieldNamer(fields, sameName) };
}

/** For messages about no call in particular. */
export const PLAIN_PAGE_WORDING: Wording = { remedies: PAGE_REMEDIES, field: (path) => path };
