import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import { withoutLocalFields } from "../../../domain/team/leaving.ts";
import type { SharedPart } from "../../../domain/team/shared-change.ts";
import type { ChangeTypes } from "../log/change.ts";
import { wholeArgs } from "../log/change.ts";
import { partsOf } from "../log/change-parts.ts";
import type { Row, Sql } from "../shared/connection.ts";

const hex = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString("hex");

interface SharedEntry {
  readonly change: number;
  readonly action: AuditAction;
  /** Of each part, as the header has them. */
  readonly abouts: readonly (readonly string[])[];
  readonly sharesSources: boolean;
}

/** The parts of a change as the team has them. What was said elsewhere is stored as it came. */
export function wireParts(sql: Sql, entry: SharedEntry, types: ChangeTypes): SharedPart[] {
  const own = sql.all("SELECT * FROM team_parts WHERE change = ? ORDER BY part", entry.change);
  if (own.length === 0) return foreignParts(sql, entry);
  return own.map((row) => ({
    about: entry.abouts[row["part"] as number] ?? [],
    ...(row["person"] !== null && { person: row["person"] as string }),
    digest: hex(row["digest"]),
    ...textOf(sql, row, entry, types),
  }));
}

function foreignParts(sql: Sql, { change, abouts }: SharedEntry): SharedPart[] {
  return partsOf(sql, change).map(({ part, person, digest, salt, args }) => ({
    about: abouts[part] ?? [],
    ...(person !== null && { person }),
    digest: hex(digest),
    ...(salt !== null && args !== undefined && { salt: hex(salt), args }),
  }));
}

function textOf(
  sql: Sql,
  row: Row,
  { change, action, sharesSources }: SharedEntry,
  types: ChangeTypes,
): Pick<SharedPart, "salt" | "args"> {
  if (row["salt"] === null) return {};
  const salt = hex(row["salt"]);
  if (row["args"] !== null) return { salt, args: JSON.parse(row["args"] as string) as Json };
  const stored = sql.get(
    "SELECT args FROM change_parts WHERE change = ? AND part = ?",
    change,
    row["from_part"] as number,
  )?.["args"];
  const whole =
    typeof stored === "string" ? wholeArgs(types, action, sql, JSON.parse(stored) as Json) : undefined;
  return whole === undefined ? {} : { salt, args: withoutLocalFields(whole, sharesSources) };
}
