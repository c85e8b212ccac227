import type { Sql } from "../../store/file/connection.ts";
import type { ChangeTypes } from "../../store/log/change.ts";
import type { AppendedChange } from "../rules/team-log.ts";
import { countShared, type ReceivingTeam } from "./receive-changes.ts";
import { headerIn, settledBy } from "./received-entry.ts";
import { settledRecords, writeSettled } from "./write-settled.ts";

/** Gives own changes the positions that the log gave them. */
export function confirmChanges(
  sql: Sql,
  { project, origin: own }: ReceivingTeam,
  appended: readonly AppendedChange[],
  types: ChangeTypes,
): void {
  const touched = new Set<string>();
  let confirmed = 0;
  for (const { origin, seq, as, position } of appended) {
    if (as === "different") continue;
    const [changed] = ["team_changes", "team_members"].map((table) =>
      sql.get(
        `UPDATE ${table} SET position = ? WHERE origin = ? AND seq = ? AND project = ? AND position IS NULL
         RETURNING *`,
        position,
        origin,
        seq,
        project,
      ),
    );
    if (!changed) continue;
    confirmed += 1;
    // A new one comes after all that there is, as it did while it waited. One that the log had may be before some of it.
    if (as === "new") continue;
    const read = headerIn({ header: changed["header"] as string }, types);
    if (read.state === "known") for (const record of settledBy(sql, read.header)) touched.add(record);
  }
  countShared(sql, project, { confirmed });
  writeSettled(sql, settledRecords(sql, touched, own));
}
