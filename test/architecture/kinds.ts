import { subjectOf } from "../../scripts/docs/subjects.mjs";

/**
 * What a file of a subject is, by its folder: a rule, SQL, an operation, or technology, in other folders and files beside them. `memory` puts
 * the subjects together, and an index.ts only says what a subject offers.
 */
export type Kind = "rules" | "sql" | "operations" | "technology" | "memory" | "index";

/** Which actions the log of the store has, and what each changes: in words, beside the SQL that keeps them. */
const ACTIONS_OF_THE_LOG = "store/log/audit-actions.ts";

const KIND_OF_FOLDER: Readonly<Record<string, Kind>> = {
  rules: "rules",
  // Of shared: how words are read and compared.
  words: "rules",
  sql: "sql",
  schema: "sql",
  operations: "operations",
};

/** Undefined for what is in no subject. */
export function kindOf(path: string): Kind | undefined {
  const subject = subjectOf(path);
  if (subject === undefined) return undefined;
  if (subject === "memory") return path === "memory/index.ts" ? "index" : "memory";
  if (subject === "store" && !path.startsWith("store/operations/"))
    return path === ACTIONS_OF_THE_LOG ? "rules" : "sql";
  const [, folder = "", ...rest] = path.split("/");
  if (rest.length > 0) return KIND_OF_FOLDER[folder] ?? "technology";
  if (subject === "shared") return "rules";
  return folder === "index.ts" ? "index" : "technology";
}
