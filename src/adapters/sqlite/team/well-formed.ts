import type { Json } from "../../../domain/shared/canonical-json.ts";
import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import type { SharedPart } from "../../../domain/team/shared-change.ts";
import type { Sql } from "../shared/connection.ts";
import { haveShapeOf, isName } from "./change-shapes.ts";
import type { KnownHeader } from "./received-header.ts";
import type { Fields } from "./team-entries.ts";

/**
 * Whether a change is what it says it is, and concerns nothing but the project that is shared. Its author may be a member
 * and all of it signed: a member is trusted with the records of the team, and with nothing else on this machine.
 */
export function isWellFormed(
  sql: Sql,
  project: string,
  header: KnownHeader,
  parts: readonly SharedPart[],
): boolean {
  const said = parts.filter(({ person }) => person === undefined).map(({ args }) => args);
  const names = parts.filter(({ person, args }) => person !== undefined && args !== undefined);
  return (
    haveShapeOf(header.action, said) &&
    names.every(({ args }) => isName(args)) &&
    said.every((args, n) => n > 0 || args === undefined || isAboutSubject(header, args as Fields)) &&
    [header.subject, ...header.refs, ...said].every((value) => isOfProject(sql, project, value ?? null))
  );
}

/** A row that is brought under the name of another record would be erased, judged and settled by the wrong name. */
function isAboutSubject({ action, subject, refs }: KnownHeader, args: Fields): boolean {
  switch (action) {
    case "decision.captured":
    case "insight.saved":
    case "link.proposed":
    case "proposal.drafted":
      return args["id"] === subject;
    case "outcome.recorded":
    case "signal.recorded":
      return args["id"] === subject && refs.includes(args["decision_id"] as string);
    case "decision.edited":
      return args["decision_id"] === subject;
    case "decision.superseded":
      return refs.includes(args["by"] as string) && args["by"] !== subject;
    case "decision.merged":
      return refs.includes(args["keep"] as string) && args["keep"] !== subject;
    case "outcome.reopened":
      return refs.includes(args["decision"] as string);
    default:
      return true;
  }
}

const RECORDS = [
  "decision",
  "outcome",
  "signal",
  "link",
  "proposal",
  "insight",
  "checkpoint",
  "context",
] as const;
const RECORD_ID = new RegExp(`^(?:${RECORDS.map((kind) => ID_PREFIX[kind]).join("|")})_[a-z0-9]+$`);

/** What people measured has keys of their own. */
const MEASURED: ReadonlySet<string> = new Set(["metrics", "reported"]);

/** Looks at every project and every id of a record that a value names, however deep. */
function isOfProject(sql: Sql, project: string, value: Json): boolean {
  if (typeof value === "string") return !RECORD_ID.test(value) || isHere(sql, project, value);
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every((item: Json) => isOfProject(sql, project, item));
  return Object.entries(value as Fields).every(([key, item]) => {
    if (key === "project") return item === project;
    return item === undefined || MEASURED.has(key) || isOfProject(sql, project, item);
  });
}

/** Whether a record is of this project, or of none that this machine has. */
const isHere = (sql: Sql, project: string, id: string): boolean =>
  sql.get(
    `SELECT 1 FROM memories WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM outcomes WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM signals WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM links WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM proposals WHERE id = ?1 AND project <> ?2 LIMIT 1`,
    id,
    project,
  ) === undefined;
