import type { Act } from "../../shared/actor.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { Memory } from "../../store/file/memory.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import type { ChangeKey, SharedChange } from "../rules/member-change.ts";
import type { Membership, SetAsideReason } from "../rules/membership.ts";
import type {
  AppendedChange,
  LogCursor,
  LogEntry,
  OfferedChange,
  Projection,
  SharedPartsOf,
} from "../rules/team-log.ts";
import type { Judge, LostClaim, ReceivedChanges, Sealing, SharePreview } from "../rules/team-store.ts";
import { confirmChanges } from "./confirm-changes.ts";
import { projectionAfterIn } from "./projection.ts";
import { receiveSlices } from "./receive-changes.ts";
import { actionIn } from "./received-entry.ts";
import { nextSeq, sealNew } from "./seal-changes.ts";
import {
  areUnconfirmed,
  emptiedChangesIn,
  everyChangeIn,
  previewSharedIn,
  sharedOriginOf,
  unconfirmed,
} from "./shared-changes.ts";
import { hasPending, requireTeam } from "./team-progress.ts";
import { joinTeam, leaveTeam, renameOriginIn } from "./teams.ts";
import { settledRecords } from "./write-settled.ts";

/** Entries of the audit log that are looked at in one transaction. */
const SLICE = 200;

/** The projects for which what was set aside was tried again since the memory was opened. */
const triedAgain = (): Set<string> => new Set();

/**
 * `first` is the change by which this machine came in, with its number, in the same unit of work: without it, nobody
 * would know this machine.
 * @throws Fault `conflict` if the project is shared with a team already.
 */
export function storeJoining(
  memory: Memory,
  membership: Membership,
  act: Act,
  first?: (seq: number) => SharedChange,
): Promise<void> {
  return memory.write((sql) => {
    joinTeam(sql, membership, act);
    if (first) addMemberChangeIn(sql, membership.project, first);
  });
}

/** What came from others stays. */
export function storeLeaving(memory: Memory, project: string, act: Act): Promise<void> {
  return memory.write((sql) => leaveTeam(sql, project, act));
}

export function previewShared(memory: Memory, project: string, sharedAfter: number): Promise<SharePreview> {
  return memory.read((sql) => previewSharedIn(sql, project, sharedAfter));
}

/** This machine goes on under another name: what was not confirmed under the old one is shared under the new one. */
export function renameOrigin(memory: Memory, project: string, origin: string): Promise<void> {
  return memory.write((sql) => renameOriginIn(sql, project, origin));
}

/**
 * Own changes that the log has not confirmed, oldest first. Those that were not handed out before get their number and
 * are sealed; from then on they are always the same to the letter.
 */
export async function readOutgoing(
  memory: Memory,
  project: string,
  sealing: Sealing,
  limit: number,
): Promise<readonly SharedChange[]> {
  const waits = await memory.read((sql) => hasPending(sql, requireTeam(sql, project)));
  if (!waits) return [];
  for (let more = true; more; await yieldToEventLoop()) {
    more = await memory.write(
      (sql) =>
        !areUnconfirmed(sql, project, limit) &&
        sealNew(sql, requireTeam(sql, project), sealing, memory.types, SLICE),
    );
  }
  return memory.read((sql) => {
    const { sharesSources } = requireTeam(sql, project);
    return unconfirmed(sql, project, sharesSources, memory.types, limit);
  });
}

/**
 * Adds a change about members, which is in no audit log, to those that are handed out. It gets the next number of this
 * machine in the same unit of work, so that no other process can hand out the same one.
 */
export function addMemberChange(
  memory: Memory,
  project: string,
  seal: (seq: number) => SharedChange,
): Promise<void> {
  return memory.write((sql) => addMemberChangeIn(sql, project, seal));
}

export function memberChanges(
  memory: Memory,
  project: string,
): Promise<readonly (SharedChange & { readonly position?: number | undefined })[]> {
  return memory.read((sql) =>
    sql
      .all<{ change: string; position: number | null }>(
        "SELECT change, position FROM team_members WHERE project = ?",
        project,
      )
      .map((row) => ({
        ...(JSON.parse(row.change) as SharedChange),
        ...(row.position !== null && { position: row.position }),
      })),
  );
}

/** Notes the positions that the log gave. */
export function confirmShared(
  memory: Memory,
  project: string,
  appended: readonly AppendedChange[],
): Promise<void> {
  return memory.write((sql) => confirmChanges(sql, requireTeam(sql, project), appended, memory.types));
}

/**
 * Applies entries of the log, in one unit of work with the cursor. What is known already only gets its position.
 * Changes that could not be applied before are tried again.
 */
export function receiveEntries(
  memory: Memory,
  project: string,
  entries: readonly LogEntry[],
  cursor: LogCursor & { readonly life: number },
  judge: Judge,
): Promise<ReceivedChanges> {
  return receiveSlices(memory, memory.types, memory.kept(triedAgain), { project, entries, cursor, judge });
}

/** All changes of the team, in the order of the team, confirmed ones first, for a log that lost them. */
export function everyChange(
  memory: Memory,
  project: string,
  after: number,
  limit: number,
): Promise<{
  readonly changes: readonly OfferedChange[];
  readonly next?: number | undefined;
}> {
  return memory.read((sql) => {
    const { sharesSources } = requireTeam(sql, project);
    return everyChangeIn(sql, project, sharesSources, memory.types, after, limit);
  });
}

/** The changes that lost text, as the log must have them. */
export function emptiedChanges(
  memory: Memory,
  project: string,
  records?: readonly string[],
): Promise<readonly SharedPartsOf[]> {
  return memory.read((sql) => {
    const { sharesSources } = requireTeam(sql, project);
    return emptiedChangesIn(sql, project, sharesSources, memory.types, records);
  });
}

export function noteContact(
  memory: Memory,
  project: string,
  { at, problem }: { readonly at: Date; readonly problem?: string | undefined },
): Promise<void> {
  return memory.write((sql) => {
    if (problem === undefined)
      sql.run(
        "UPDATE teams SET contact_at = ?, problem = NULL, problem_since = NULL WHERE project = ?",
        at.getTime(),
        project,
      );
    else
      sql.run(
        "UPDATE teams SET problem = ?, problem_since = coalesce(problem_since, ?) WHERE project = ?",
        problem,
        at.getTime(),
        project,
      );
  });
}

/** What the projection needs after the entries up to `from`; undefined if own changes wait, which it must not show. */
export function projectionAfter(
  memory: Memory,
  project: string,
  from: number,
  most: number,
): Promise<Projection | undefined> {
  return memory.read((sql) => projectionAfterIn(sql, project, from, most));
}

/** What this machine keeps and does not apply. */
export function setAsideChanges(
  memory: Memory,
  project: string,
  limit: number,
): Promise<readonly (ChangeKey & { readonly action: string; readonly reason: SetAsideReason })[]> {
  return memory.read((sql) =>
    sql
      .all<{ origin: string; seq: number; reason: SetAsideReason; change: string }>(
        "SELECT origin, seq, reason, change FROM team_aside WHERE project = ? ORDER BY position LIMIT ?",
        project,
        limit,
      )
      .map((row) => ({
        origin: row.origin,
        seq: row.seq,
        reason: row.reason,
        action: actionIn((JSON.parse(row.change) as SharedChange).header),
      })),
  );
}

/** Who captured a decision or an insight of a team, as `CapturedBy` says; undefined if it was never shared. */
export function sharedOrigin(
  memory: Memory,
  record: string,
): Promise<{ readonly project: string; readonly origin: string } | undefined> {
  return memory.read((sql) => sharedOriginOf(sql, record));
}

/** Whether all own changes about a record are confirmed, and which claims among them were lost. */
export function claimsAbout(
  memory: Memory,
  project: string,
  records: readonly string[],
): Promise<{
  readonly confirmed: boolean;
  readonly lost: readonly LostClaim[];
}> {
  return memory.read((sql) => {
    const { origin } = requireTeam(sql, project);
    return {
      confirmed: !records.some((record) => waits(sql, project, record)),
      lost: settledRecords(sql, records, origin).lost,
    };
  });
}

function addMemberChangeIn(sql: Sql, project: string, seal: (seq: number) => SharedChange): void {
  const { team, origin } = requireTeam(sql, project);
  const change = seal(nextSeq(sql, origin));
  sql.run(
    `INSERT INTO team_members (origin, seq, project, team, change) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    change.origin,
    change.seq,
    project,
    team,
    JSON.stringify(change),
  );
}

/** Whether a change about the record is not confirmed yet, sealed or not. */
function waits(sql: Sql, project: string, record: string): boolean {
  const about =
    "(SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)";
  return (
    sql.get(
      `SELECT 1 FROM audit a LEFT JOIN team_changes t ON t.change = a.seq
       WHERE a.seq IN ${about} AND a.project = ?2 AND t.position IS NULL
         AND (t.change IS NOT NULL OR a.seq > (SELECT looked_at FROM teams WHERE project = ?2)) LIMIT 1`,
      record,
      project,
    ) !== undefined
  );
}
