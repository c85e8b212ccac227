import type { Act } from "../../../domain/shared/act.ts";
import type { Sql } from "../shared/connection.ts";
import { OWN_ORIGIN } from "./origin.ts";

/**
 * The act, not before what other machines did to the record: their clocks may be ahead, and whoever writes knows what they
 * did. Without a team it is the act as it is.
 */
export function afterOthers(sql: Sql, record: string, act: Act): Act {
  if (!sql.get("SELECT 1 FROM teams LIMIT 1")) return act;
  const last = sql.get(
    `SELECT max(a.at) AS at FROM audit a WHERE a.origin <> ${OWN_ORIGIN} AND a.seq IN
       (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)`,
    record,
  )?.["at"];
  if (typeof last !== "number" || last < act.at.getTime()) return act;
  return { ...act, at: new Date(last + 1) };
}
