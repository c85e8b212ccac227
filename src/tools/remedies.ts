/** The sentences for remedies that an agent reads, and the commands for what only a person may do. */

import type { Remedy } from "../shared/errors.ts";
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

type Of<K extends Remedy["remedy"]> = Extract<Remedy, { remedy: K }>;

const LONGEST_TO_PASTE = 1_000;

/** The commands for things that only a person may do. An agent passes them on; the command line shows them directly. */
export const PERSON_COMMANDS = {
  "accept-proposal": ({ id }: Of<"accept-proposal">) => `membria proposals accept ${id}`,
  "approve-link-all-the-same": ({ id }: Of<"approve-link-all-the-same">) =>
    `membria links approve ${id} --despite-conflicts`,
  "bring-back-memory": (_: Of<"bring-back-memory">) => "membria recover",
  "create-key": (_: Of<"create-key">) => "membria keys create --name NAME",
  "edit-decision": ({ id }: Of<"edit-decision">) => `membria edit ${id}`,
  "erase-memory": ({ id }: Of<"erase-memory">) => `membria forget ${id} --yes`,
  "export-json": (_: Of<"export-json">) => "membria export json FILE",
  "fit-model": (_: Of<"fit-model">) => "membria embed --fit",
  "join-team": (_: Of<"join-team">) => "membria team join --invite -",
  "leave-team": ({ project }: Of<"leave-team">) => `membria team leave --project ${project}`,
  "merge-decisions": ({ keep, duplicate }: Of<"merge-decisions">) => `membria merge ${keep} ${duplicate}`,
  "move-project": ({ from, to, merges }: Of<"move-project">) =>
    `membria projects ${merges ? "merge" : "move"} ${from} ${to}`,
  "reject-link": ({ id }: Of<"reject-link">) => `membria links reject ${id}`,
  "relearn-skills": (_: Of<"relearn-skills">) => "membria skills --relearn",
  "reopen-decision": ({ id }: Of<"reopen-decision">) => `membria reopen ${id}`,
  "replace-decision": decideCommand,
  "restore-backup": ({ file, project }: Of<"restore-backup">) =>
    `membria links restore ${file} --project ${project}`,
  "restore-decision": ({ id }: Of<"restore-decision">) => `membria restore ${id}`,
  "retract-decision": ({ id }: Of<"retract-decision">) => `membria retract ${id}`,
  "rotate-key": ({ id }: Of<"rotate-key">) => `membria keys rotate ${id}`,
  "supersede-by": ({ supersedes, by }: Of<"supersede-by">) =>
    supersedes.map((id) => `membria supersede ${id} --by ${by}`).join(" && "),
  "switch-model": (_: Of<"switch-model">) => "membria embed --switch",
  "sync-team": (_: Of<"sync-team">) => "membria team sync",
  "trust-project": (_: Of<"trust-project">) => "membria trust",
  "undo-project-move": (_: Of<"undo-project-move">) => "membria projects undo",
  "undo-import-all-the-same": ({ run }: Of<"undo-import-all-the-same">) => `membria import undo ${run} --yes`,
};

/** The complete `membria decide` command, which works in any folder. */
function decideCommand({ statement, topic, reasoning, supersedes, project }: Of<"replace-decision">): string {
  const flags = [
    ...(topic ? [`--topic=${quoted(topic)}`] : []),
    ...supersedes.map((id) => `--supersedes=${id}`),
    ...(reasoning && reasoning.length <= LONGEST_TO_PASTE ? [`--reasoning=${quoted(reasoning)}`] : []),
    `--project=${quoted(project)}`,
  ].join(" ");
  // A statement that looks like a flag has to come after `--`.
  return statement.startsWith("-")
    ? `membria decide ${flags} -- ${quoted(statement)}`
    : `membria decide ${quoted(statement)} ${flags}`;
}

/** For a POSIX shell, so that the person can paste it whatever the text contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
