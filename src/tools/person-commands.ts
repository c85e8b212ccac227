import type { Remedy } from "../domain/shared/remedy.ts";

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
