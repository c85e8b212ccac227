import { Fault } from "../../../domain/shared/errors.ts";
import { keyText } from "../../../domain/team/shared-change.ts";
import type { LogCursor, LogEntry, SharedPartsOf } from "../../../domain/team/team-log.ts";
import type { Judge, LostClaim, ReceivedChanges } from "../../../domain/team/team-store.ts";
import type { ChangeTypes } from "../log/change.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { noteErasure, removeErasedText } from "../shared/erasure.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { type Received, receiveChanges } from "./receive-changes.ts";
import { keepAside } from "./set-aside.ts";
import { hasUnsealed, requireTeam } from "./team-progress.ts";

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
