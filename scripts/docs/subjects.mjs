import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

/**
 * The subjects of src in the order in which they may build on each other, and what each is about. A subject imports only from
 * those before it.
 */
export const SUBJECTS = {
  shared:
    "what all need: errors, text and its screening, ids, actors, scopes, time, ports; `operations`: what an operation is",
  store:
    "the SQLite file (`file`), the log of changes that is its truth (`log`), and what every operation gets (`operations`)",
  access:
    "keys, projects and the repositories bound to them, rate limits, sessions of the page, who wrote what",
  calibration: "tallies of outcomes, how far confidence can be trusted, statistics",
  decisions: "decisions and their outcomes, links, proposals, revisions, what is to be checked again",
  sessions: "checkpoints, insights, restarts, what a prompt is about",
  repository: "git, places in the code, reports and webhooks: what the repository says of decisions",
  recall: "search by words and meaning, embedding, similar decisions",
  threats: "what code of a certain kind tends to get wrong",
  learning: "skills, warnings, advice before a decision, anomalies",
  candidates:
    "decisions that seem to have been made in conversations, commits and files, for a person to review",
  hooks: "what the hooks of clients report, and what a session is reminded of",
  portability: "imports, exports, ADR files, projects and their names, erasing",
  team: "sharing a project with other machines: members, signed changes, the two logs",
  repair: "migrations, the replay of the log, rebuilding what is derived, copies, damaged files",
  memory: "puts the subjects together: the opened memory, all dependencies, what follows a write",
};

export const ORDER = Object.keys(SUBJECTS);

/** Everybody imports files of these directly. The others are reached through their index.ts. */
export const GROUND = ["shared", "store"];

/** `recall` of `recall/rules/ranking.ts`; undefined for what is in no subject. */
export function subjectOf(path) {
  const folder = path.split("/", 1)[0];
  return path.includes("/") && ORDER.includes(folder) ? folder : undefined;
}

/** Every import of one subject from another, as `{ from, to }` with the paths below `src`. */
export function importsBetweenSubjects(sources) {
  return sources.flatMap(({ path, text }) => {
    const subject = subjectOf(path);
    if (!subject) return [];
    return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)]
      .map(([, specifier]) => posix.join(posix.dirname(path), specifier))
      .filter((target) => subjectOf(target) && subjectOf(target) !== subject)
      .map((target) => ({ from: path, to: target }));
  });
}

/** The subjects that each subject imports from, in their order. */
export function subjectGraph(sources) {
  const imports = importsBetweenSubjects(sources);
  return new Map(
    ORDER.map((subject) => {
      const targets = imports
        .filter(({ from }) => subjectOf(from) === subject)
        .map(({ to }) => subjectOf(to));
      return [subject, ORDER.filter((other) => targets.includes(other))];
    }),
  );
}

export async function readSources(src) {
  const paths = (await readdir(src, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(src, path), "utf8") })));
}
