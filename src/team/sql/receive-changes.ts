import { Fault } from "../../shared/errors.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { noteErasure, removeErasedText } from "../../store/file/erasure.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { type AuditAction, actionsThat } from "../../store/log/audit-actions.ts";
import type { ChangeTypes } from "../../store/log/change.ts";
import { keyText, type OrderedChange } from "../rules/member-change.ts";
import { lifeOf, positionOf, type SetAsideReason } from "../rules/membership.ts";
import type { LogCursor, LogEntry, SharedPartsOf } from "../rules/team-log.ts";
import type { Judge, LostClaim, ReceivedChanges } from "../rules/team-store.ts";
import { isWellFormed } from "./change-shapes.ts";
import {
  actionIn,
  headerIn,
  isComplete,
  type KnownHeader,
  settledBy,
  storeChange,
  withoutErased,
} from "./received-entry.ts";
import { keepAside, takeWaiting } from "./set-aside.ts";
import { sharedOriginOf } from "./shared-changes.ts";
import { hasUnsealed, requireTeam } from "./team-progress.ts";
import { settledRecords, writeSettled } from "./write-settled.ts";

interface Received {
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
function receiveChanges(
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
  const known = sql.get<{ position: number | null }>(
    "SELECT position FROM team_changes WHERE origin = ? AND seq = ? AND header = ?",
    origin,
    seq,
    header,
  );
  if (known) {
    const before = known.position;
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
  const rows = sql.all<{ id: string; standing: string | null }>(
    "SELECT id, standing FROM memories WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify([...ids]),
  );
  return new Map(rows.map((row) => [row.id, row.standing]));
}

/** Changes that are applied in one transaction, while which nothing else runs. */
const AT_ONCE = 100;

type Cursor = LogCursor & { readonly life: number };

interface Incoming {
  readonly project: string;
  readonly entries: readonly LogEntry[];
  /** Where this machine stands when all of them are applied. */
  readonly cursor: Cursor;
  readonly judge: Judge;
}

/**
 * Applies changes from elsewhere, some at a time, each time together with the cursor: what was applied is not read again,
 * also if the rest fails. `tried` has the projects for which everything that was set aside was tried by this program.
 */
export async function receiveSlices(
  connection: Connection,
  types: ChangeTypes,
  tried: Set<string>,
  { project, entries, cursor, judge }: Incoming,
): Promise<ReceivedChanges> {
  const sum = new ReceivedSum();
  const apply = async (slice: readonly LogEntry[], reached: Cursor): Promise<void> => {
    const received = await connection.write((sql) => {
      const team = requireTeam(sql, project);
      const hadUnsealed = hasUnsealed(sql, team);
      const options = { life: cursor.life, started: !tried.has(project) };
      const result = receiveChanges(sql, team, slice, judge, types, options);
      moveCursor(sql, project, reached);
      countShared(sql, project, { confirmed: result.confirmed, received: result.applied });
      if (!hadUnsealed && result.applied > 0) lookedAtAll(sql, project);
      if (result.erased) noteErasure(sql);
      return result;
    });
    if (slice.length > 0) tried.add(project);
    sum.add(received);
  };
  /** One change that nobody foresaw must not keep all others out: it is set aside, and the rest applied. */
  const applyOneByOne = async (slice: readonly LogEntry[]): Promise<void> => {
    for (const entry of slice) {
      const reached = { ...cursor, entry: entry.entry, key: keyText(entry) };
      await apply([entry], reached).catch(async (error: unknown) => {
        if (!isUnforeseen(error)) throw error;
        await connection.write((sql) => {
          keepAside(sql, requireTeam(sql, project), entry, "malformed");
          moveCursor(sql, project, reached);
        });
        sum.setAside();
      });
    }
  };
  for (let from = 0; from === 0 || from < entries.length; from += AT_ONCE) {
    const slice = entries.slice(from, from + AT_ONCE);
    const last = slice.at(-1);
    const isEnd = last === entries.at(-1);
    const reached = last && !isEnd ? { ...cursor, entry: last.entry, key: keyText(last) } : cursor;
    await apply(slice, reached).catch((error: unknown) => {
      if (slice.length === 0 || !isUnforeseen(error)) throw error;
      return applyOneByOne(slice);
    });
    if (!isEnd) await yieldToEventLoop();
  }
  if (sum.erased) await removeErasedText(connection, 0);
  return sum.whole();
}

/** Not a full disk, a lock or a damaged file, which another try may get over. */
const isUnforeseen = (error: unknown): boolean => !(error instanceof Fault) || error.code === "internal";

class ReceivedSum {
  erased: boolean = false;
  readonly #counts = { applied: 0, setAside: 0 };
  readonly #settled = new Set<string>();
  /** By what was claimed: what is told of it last is so. */
  readonly #lost = new Map<string, LostClaim>();
  readonly #toErase: SharedPartsOf[] = [];

  add({ applied, setAside, settled, lost, toErase, erased }: Received): void {
    this.#counts.applied += applied;
    this.#counts.setAside += setAside;
    for (const id of settled) this.#settled.add(id);
    for (const claim of lost) this.#lost.set(`${claim.subject} ${claim.draft}`, claim);
    this.#toErase.push(...toErase);
    this.erased ||= erased;
  }

  setAside(): void {
    this.#counts.setAside += 1;
  }

  whole(): ReceivedChanges {
    const [settled, lost] = [[...this.#settled], [...this.#lost.values()]];
    return { ...this.#counts, settled, lost, toErase: this.#toErase };
  }
}

function moveCursor(sql: Sql, project: string, { life, lifeId, entry, key }: Cursor): void {
  sql.run(
    "UPDATE teams SET life = max(life, ?), life_id = ?, entry = ?, entry_key = ? WHERE project = ?",
    life,
    lifeId,
    entry,
    key ?? null,
    project,
  );
}

/** Adds to what `teams` counts, because counting all changes anew would take longer with each. */
export const countShared = (sql: Sql, project: string, { confirmed = 0, received = 0 }): void =>
  sql.run(
    "UPDATE teams SET shared = shared + ?, received = received + ? WHERE project = ?",
    confirmed,
    received,
    project,
  );

/** What came from others is nothing to share, so that nobody has to look through it. */
const lookedAtAll = (sql: Sql, project: string): void =>
  sql.run("UPDATE teams SET looked_at = (SELECT seq FROM audit_head) WHERE project = ?", project);

/** What receiving needs to know of the team. */
export interface ReceivingTeam {
  readonly project: string;
  readonly team: string;
  readonly origin: string;
}
