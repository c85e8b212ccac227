import { PERSON_COMMANDS } from "./person-commands.ts";
import type { RemedyWords } from "./wording.ts";

/** The `_meta` key that names the project of a call. */
export const PROJECT_KEY = "membria/project";

const askPersonToRun = (command: string): string => `Ask the person to run: ${command}`;

/** For what needs a person's word. No command is named, because an agent with a shell would run it. */
export const askPersonTo = (what: string): string => `Ask the person, who can ${what} at a terminal.`;

/** Remedies for an agent, with tools that are always available. A vocabulary replaces them with its own tools. */
export const TOOL_REMEDIES: RemedyWords = {
  "send-plain-text": ({ field }, name) => `Send ${name(field)} as plain text.`,
  "send-one-of": ({ fields }, name) => `Add one or more of ${fields.map(name).join(", ")}.`,
  "create-folder": () => "Create the folder first.",
  "prefer-side": () => "Say which side holds.",
  "name-project": () => `The project of a call is named in _meta["${PROJECT_KEY}"].`,
  "set-project": () =>
    `Set one with MEMBRIA_PROJECT or {"project": "NAME"} in .membria.json, or name it in _meta["${PROJECT_KEY}"].`,
  "list-decisions": () => "search_decisions finds the existing ones.",
  "list-due": () => "membria://decisions/due lists those that are due.",
  "list-skills": () => "membria_get_skills with domain: all lists what was learned.",
  "list-insights": () => "memory_search_recent with type: insight lists the existing ones.",
  "list-pending-links": () => "get_pending_links lists those that are waiting.",
  "list-proposals": () => "A person can list the open ones with `membria proposals`.",
  "list-candidates": () => "A person can go through them with `membria review`.",
  "list-keys": () => "A person can list the keys with `membria keys list`.",
  "list-imports": () => "A person can list the imports with `membria import list`.",
  "list-backups": () => "A person can list the copies with `membria backup --list`.",
  "list-projects": () => "A person can list the projects with `membria projects`.",
  "list-guidance": () => "A person can list it with `membria guidance`.",
  "list-members": () => "A person can list the members with `membria team members`.",
  "show-team": () => "`membria team status` shows how it is.",
  "name-team-server": () => "Set MEMBRIA_GRAPH_URL.",
  "choose-shared": () => askPersonTo("choose what is shared"),
  "confirm-fingerprint": () => askPersonTo("compare it with who invited them"),
  "use-server-anyway": () => askPersonTo("use it all the same"),
  "join-team": () => askPersonTo("join"),
  "leave-team": ({ project }) => askPersonTo(`leave the team of ${project}`),
  "show-latest-checkpoint": () => "memory_load_checkpoint loads the latest one.",
  "get-confidence-guidance": () => "membria_get_confidence_guidance says by how much.",
  "run-doctor": () => "`membria doctor` shows where it is and what is wrong with it.",
  "examine-damage": () => askPersonToRun("membria doctor"),
  "bring-back-memory": (remedy) => askPersonToRun(PERSON_COMMANDS["bring-back-memory"](remedy)),
  "record-outcome": () => "membria_record_outcome records how one worked out.",
  "relearn-skills": (remedy) => `\`${PERSON_COMMANDS["relearn-skills"](remedy)}\` catches up.`,
  "save-checkpoint": () => "memory_save_checkpoint saves one.",
  "supersede-decision": ({ id }) => `supersede_decision replaces ${id}.`,
  "propose-link": () => "propose_link proposes one.",
  "reject-pending-link": () => "reject_link rejects it permanently.",
  "approve-link-all-the-same": (remedy) =>
    `To approve it anyway, call again with despite_conflicts: true. ${askPersonTo(`approve ${remedy.id}`)}`,
  "back-up-links": () => "create_link_backup makes one.",
  "create-key": (remedy) => askPersonToRun(PERSON_COMMANDS["create-key"](remedy)),
  "export-json": (remedy) => askPersonToRun(PERSON_COMMANDS["export-json"](remedy)),
  "import-json": ({ file }) => askPersonToRun(`membria import json ${file}`),
  "overwrite-file": () => "Name another file.",
  "switch-model": (remedy) => `\`${PERSON_COMMANDS["switch-model"](remedy)}\` would change that.`,
  "fit-model": (remedy) => `\`${PERSON_COMMANDS["fit-model"](remedy)}\` finds out.`,
  "sync-team": (remedy) => `\`${PERSON_COMMANDS["sync-team"](remedy)}\` shares it now.`,
  "retract-decision": ({ id }) => askPersonTo(`retract ${id}`),
  "edit-decision": ({ id }) => askPersonTo(`edit ${id}`),
  "restore-decision": ({ id }) => askPersonTo(`restore ${id}`),
  "merge-decisions": ({ keep, duplicate }) => askPersonTo(`merge ${duplicate} into ${keep}`),
  "supersede-by": ({ supersedes, by }) => askPersonTo(`let ${by} replace ${supersedes.join(", ")}`),
  "reopen-decision": ({ id }) => askPersonTo(`reopen ${id}`),
  "replace-decision": ({ supersedes }) => askPersonTo(`replace ${supersedes.join(", ")}`),
  "accept-proposal": ({ id }) => askPersonTo(`accept ${id}`),
  "reject-link": ({ id }) => askPersonTo(`reject ${id}`),
  "erase-memory": ({ id }) => askPersonTo(`erase ${id}`),
  "restore-backup": (remedy) => askPersonToRun(PERSON_COMMANDS["restore-backup"](remedy)),
  "undo-import-all-the-same": (remedy) => askPersonToRun(PERSON_COMMANDS["undo-import-all-the-same"](remedy)),
  "move-project": ({ from, to }) => askPersonTo(`move ${from} to ${to}`),
  "undo-project-move": () => askPersonTo("take that back"),
  "trust-project": () => askPersonTo("trust that name for this repository"),
  "rotate-key": (remedy) => `Give it a new secret with: ${PERSON_COMMANDS["rotate-key"](remedy)}`,
};
