import type { Remedy } from "../domain/shared/remedy.ts";

type Of<K extends Remedy["remedy"]> = Extract<Remedy, { remedy: K }>;

const LONGEST_TO_PASTE = 1_000;

/** What a person types for what only a person does. An agent passes it on, and the command line says it itself. */
export const PERSON_COMMANDS = {
  "accept-proposal": ({ id }: Of<"accept-proposal">) => `membria proposals accept ${id}`,
  "approve-link-all-the-same": ({ id }: Of<"approve-link-all-the-same">) =>
    `membria links approve ${id} --despite-conflicts`,
  "create-key": (_: Of<"create-key">) => "membria keys create --name NAME",
  "erase-memory": ({ id }: Of<"erase-memory">) => `membria forget ${id} --yes`,
  "export-json": (_: Of<"export-json">) => "membria export json FILE",
  "reject-link": ({ id }: Of<"reject-link">) => `membria links reject ${id}`,
  "relearn-skills": (_: Of<"relearn-skills">) => "membria skills --relearn",
  "replace-decision": replacing,
  "restore-backup": ({ file, project }: Of<"restore-backup">) =>
    `membria links restore ${file} --project ${project}`,
  "retract-decision": ({ id }: Of<"retract-decision">) => `membria retract ${id}`,
  "rotate-key": ({ id }: Of<"rotate-key">) => `membria keys rotate ${id}`,
  "switch-model": (_: Of<"switch-model">) => "membria embed --switch",
  "undo-import-all-the-same": ({ run }: Of<"undo-import-all-the-same">) => `membria import undo ${run} --yes`,
};

/** What the person would type, wherever they are, to do what the agent may not. */
function replacing({ statement, topic, reasoning, supersedes, project }: Of<"replace-decision">): string {
  const flags = [
    ...(topic ? [`--topic=${quoted(topic)}`] : []),
    ...supersedes.map((id) => `--supersedes=${id}`),
    ...(reasoning && reasoning.length <= LONGEST_TO_PASTE ? [`--reasoning=${quoted(reasoning)}`] : []),
    `--project=${quoted(project)}`,
  ].join(" ");
  // What begins like a flag comes after all of them.
  return statement.startsWith("-")
    ? `membria decide ${flags} -- ${quoted(statement)}`
    : `membria decide ${quoted(statement)} ${flags}`;
}

/** For a POSIX shell, so that the person can paste it whatever the text contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
