import { type AuditAction, actionsThat } from "../../../domain/log/audit-actions.ts";
import type { SetAsideReason } from "../../../domain/team/membership.ts";
import { lifeOf, positionOf } from "../../../domain/team/positions.ts";
import type { OrderedChange } from "../../../domain/team/shared-change.ts";
import type { LogEntry, SharedPartsOf } from "../../../domain/team/team-log.ts";
import type { Judge, LostClaim } from "../../../domain/team/team-store.ts";
import type { ChangeTypes } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { settledBy, storeChange, withoutErased } from "./received-entry.ts";
import { actionIn, headerIn, isComplete, type KnownHeader } from "./received-header.ts";
import type { ReceivingTeam } from "./receiving-team.ts";
import { keepAside, takeWaiting } from "./set-aside.ts";
import { settledRecords } from "./settle-records.ts";
import { sharedOriginOf } from "./shared-origin.ts";
import { isWellFormed } from "./well-formed.ts";
import { writeSettled } from "./write-settled.ts";

export interface Received {
  readonly applied: number;
  /** Own changes whose confirmation had not arrived. */
  readonly confirmed: number;
  readonly setAside: number;
  readonly settled: readonly string[];
  readonly lost: readonly LostClaim[];
  readonly toErase: readonly SharedPartsOf[];
  /** Whether text was erased, which has to leave the disk, too. */
  readonly erased: boolean;
}

const MEMBERS = "member.";
const ERASING: ReadonlySet<AuditAction> = new Set(actionsThat("removes"));

/**
 * Applies changes from elsewhere, in one transaction. `life` is the one that the log is in; `started`: this program
 * tries for the first time.
 */
export function receiveChanges(
  sql: Sql,
  team: ReceivingTeam,
  changes: readonly LogEntry[],
  judge: Judge,
  types: ChangeTypes,
  { life, started }: { readonly life: number; readonly started: boolean },
): Received {
  const touched = new Set<string>();
  const toErase: SharedPartsOf[] = [];
  let [applied, confirmed, setAside, members, erased] = [0, 0, 0, false, false];
  /** Text about what was erased is neither stored nor left in the log. */
  const emptied = <C extends OrderedChange>(change: C): C => {
    const parts = withoutErased(sql, change.parts);
    if (!parts) return change;
    toErase.push({ origin: change.origin, seq: change.seq, parts });
    return { ...change, parts };
  };
  const take = (change: LogEntry): SetAsideReason | undefined => {
    const read = headerIn(change, types);
    if (isOther(sql, change)) return "incomplete";
    const capturedBy = (record: string) => sharedOriginOf(sql, record)?.origin;
    const reason = judge(change, capturedBy) ?? (read.state === "unknown" ? "unknown_change" : undefined);
    if (reason !== undefined || read.state === "unknown") return reason;
    const { header } = read;
    if (!isWellFormed(sql, team.project, header, change.parts)) return "malformed";
    if (!isComplete(sql, header)) return "incomplete";
    erased ||= ERASING.has(header.action) && hasText(sql, header);
    for (const record of storeChange(sql, team, header, emptied(change))) touched.add(record);
    applied += 1;
    return undefined;
  };
  for (const change of changes) {
    if (actionIn(change.header).startsWith(MEMBERS)) {
      members = true;
      keepMember(sql, team, change);
      continue;
    }
    const known = knownAs(sql, change, life);
    if (known === "confirmed_now") confirmed += 1;
    if (known === "confirmed_now" || known === "moved") {
      const read = headerIn(change, types);
      if (read.state === "known") for (const record of settledBy(sql, read.header)) touched.add(record);
    }
    if (known !== undefined) continue;
    const reason = isBackdated(change, life) ? "unverified" : take(change);
    if (reason === undefined) continue;
    setAside += 1;
    keepAside(sql, team, emptied(change), reason);
  }
  const entry = changes.at(-1)?.entry;
  // What waited takes effect now, so that whoever projects these entries projects it, too.
  if (entry !== undefined && (applied > 0 || members || started))
    takeWaiting(sql, team, { applied: applied > 0, members, started }, (change) =>
      isBackdated(change, life) ? "unverified" : take({ ...change, entry }),
    );
  const before = standings(sql, touched);
  const state = settledRecords(sql, touched, team.origin);
  const settled = writeSettled(sql, state);
  const lost = state.lost.filter(({ draft }) => draft === undefined || before.get(draft) !== "draft");
  return { applied, confirmed, setAside, settled, lost, toErase, erased };
}

/**
 * Also gives it the position that the log has. Mostly this machine has the same; but a log that was lost may have got it
 * from a machine that never heard of its position, and gave it another one. Then all have to take that.
 */
function knownAs(sql: Sql, change: LogEntry, life: number): "known" | "confirmed_now" | "moved" | undefined {
  const { origin, seq, position, entry, header } = change;
  const known = sql.get(
    "SELECT position FROM team_changes WHERE origin = ? AND seq = ? AND header = ?",
    origin,
    seq,
    header,
  );
  if (known) {
    const before = known["position"] as number | null;
    const now = before !== null && isBackdated(change, life) ? before : position;
    sql.run(
      "UPDATE team_changes SET position = ?, entry = ? WHERE origin = ? AND seq = ?",
      now,
      entry,
      origin,
      seq,
    );
    return before === null ? "confirmed_now" : before === now ? "known" : "moved";
  }
  const isAside = sql.get("SELECT 1 FROM team_aside WHERE origin = ? AND seq = ?", origin, seq);
  return isAside && "known";
}

/** Whether an erasure has something to remove here: mostly the text was gone from the log before. */
function hasText(sql: Sql, { action, subject }: KnownHeader): boolean {
  if (action === "import.undone") return true;
  const found = sql.get(
    `SELECT 1 FROM memories WHERE id = ?1
     UNION ALL SELECT 1 FROM people WHERE id = ?1 AND name IS NOT NULL
     UNION ALL SELECT 1 FROM change_refs r JOIN change_parts p ON p.change = r.change AND p.part = r.part
       WHERE r.record = ?1 AND p.salt IS NOT NULL
     UNION ALL SELECT 1 FROM team_aside WHERE instr(change, ?1) > 0 LIMIT 1`,
    subject,
  );
  return found !== undefined;
}

/** In the life that the log is in, it gave the positions itself; only what was confirmed in an earlier one brings its own. */
const isBackdated = ({ position, entry }: LogEntry, life: number): boolean =>
  lifeOf(position) >= life && position !== positionOf(life, entry);

/**
 * Whether this memory has said something else under the same key, as a copy of another one may have. It waits until this
 * one goes on under another name.
 */
const isOther = (sql: Sql, { origin, seq, header }: OrderedChange): boolean =>
  sql.get("SELECT 1 FROM team_changes WHERE origin = ? AND seq = ? AND header <> ?", origin, seq, header) !==
  undefined;

/** Who belongs to the team is read elsewhere, from all changes about members. */
function keepMember(sql: Sql, { project, team }: ReceivingTeam, change: LogEntry): void {
  const { origin, seq, position, header, signature, parts } = change;
  sql.run(
    `INSERT INTO team_members (origin, seq, project, team, change, position) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position`,
    origin,
    seq,
    project,
    team,
    JSON.stringify({ origin, seq, header, signature, parts }),
    position,
  );
}

function standings(sql: Sql, ids: Iterable<string>): ReadonlyMap<string, unknown> {
  const rows = sql.all(
    "SELECT id, standing FROM memories WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify([...ids]),
  );
  return new Map(rows.map((row) => [row["id"] as string, row["standing"]]));
}
