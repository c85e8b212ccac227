import type { Act } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import type { AccessKey } from "../rules/access-key.ts";
import {
  type FoundSession,
  isSameToken,
  type PageSession,
  type PageTicket,
  type PageToken,
  type SessionRefusal,
  type SignedIn,
  sessionStanding,
} from "../rules/page-session.ts";
import { addKeyIn, allKeys, requireKey, selectKey, subjectOf } from "./keys.ts";

/** A key, or one that is made unless there is one that serves. */
type TicketKey = { readonly id: string } | { readonly newKey: AccessKey; serves(key: AccessKey): boolean };

/**
 * Keeps a ticket for an existing key, or for `newKey`, which is then added: a key that `serves` is taken instead if there is
 * one. Returns the key. What has expired is removed.
 */
export function addPageTicket(
  memory: Connection,
  ticket: Omit<PageTicket, "key">,
  forKey: TicketKey,
  act: Act,
): Promise<AccessKey> {
  return memory.write((sql) => {
    removeExpired(sql, act.at);
    const key = keyFor(sql, forKey, act);
    sql.run(
      "INSERT INTO page_tickets (id, digest, key, person, begin, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
      ticket.id,
      ticket.digest,
      key.id,
      ticket.person,
      ticket.begin ?? null,
      ticket.expiresAt.getTime(),
    );
    return key;
  });
}

/**
 * Makes a session of a ticket, which is used up by it. If it was used before, the session that was made then ends. What
 * has expired is removed. For a ticket that nobody made nothing is written.
 */
export async function addPageSession(
  memory: Connection,
  presented: PageToken,
  session: { readonly token: PageToken; readonly expiresAt: Date },
  acts: {
    /** Of the person who signs in. */
    opens(ticket: PageTicket, key: AccessKey): Act;
    /** Of the memory, which ends what a second use shows to be known to others. */
    readonly ends: Act;
  },
): Promise<SignedIn | SessionRefusal> {
  // Whoever makes tickets up must not keep others from writing.
  if (!(await memory.read((sql) => isKnown(sql, presented.id)))) return "unknown";
  return memory.write((sql) => {
    const ticket = takeTicket(sql, presented, acts.ends);
    removeExpired(sql, acts.ends.at);
    if (typeof ticket === "string") return ticket;
    const key = selectKey(sql, ticket.key);
    const standing = sessionStanding(ticket, key, acts.ends.at);
    if (standing !== "open" || !key) return standing === "expired" ? "expired" : "key_ended";
    return insertSession(sql, ticket, key, { ...session, act: acts.opens(ticket, key) });
  });
}

/** By id; the digest is for the caller to compare. */
export function readPageSession(memory: Connection, id: string): Promise<FoundSession | undefined> {
  return memory.read((sql) => selectSession(sql, id));
}

/** Ends a session. Nothing happens if there is none. */
export function removePageSession(memory: Connection, id: string, act: Act): Promise<void> {
  return memory.write((sql) => {
    const found = selectSession(sql, id);
    if (found) endSession(sql, found, act, "signed-out");
  });
}

function keyFor(sql: Sql, forKey: TicketKey, act: Act): AccessKey {
  if ("id" in forKey) return requireKey(sql, forKey.id);
  const known = allKeys(sql).find(forKey.serves);
  if (known) return known;
  addKeyIn(sql, forKey.newKey, act);
  return forKey.newKey;
}

const isKnown = (sql: Sql, ticket: string): boolean =>
  sql.get(
    "SELECT 1 FROM page_tickets WHERE id = ?1 UNION ALL SELECT 1 FROM page_sessions WHERE ticket = ?1",
    ticket,
  ) !== undefined;

/** The ticket, which is gone then, or why there is none. One that was used before ends what it has opened. */
function takeTicket(sql: Sql, presented: PageToken, ends: Act): PageTicket | SessionRefusal {
  const row = sql.get<OpenedRow>("SELECT * FROM page_tickets WHERE id = ?", presented.id);
  if (isSameToken(row?.digest, presented) && row) {
    sql.run("DELETE FROM page_tickets WHERE id = ?", presented.id);
    return openedRow(row);
  }
  const used = sql.get<{ ticket_digest: string; id: string }>(
    "SELECT id, ticket_digest FROM page_sessions WHERE ticket = ?",
    presented.id,
  );
  if (!used || !isSameToken(used.ticket_digest, presented)) return "unknown";
  const found = selectSession(sql, used.id);
  if (found) endSession(sql, found, ends, "ticket-used-again");
  return "used";
}

function insertSession(
  sql: Sql,
  ticket: PageTicket,
  key: AccessKey,
  { token, expiresAt, act }: { readonly token: PageToken; readonly expiresAt: Date; readonly act: Act },
): SignedIn {
  sql.run(
    `INSERT INTO page_sessions (id, digest, ticket, ticket_digest, key, person, begin, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    token.id,
    token.digest,
    ticket.id,
    ticket.digest,
    key.id,
    ticket.person,
    ticket.begin ?? null,
    expiresAt.getTime(),
  );
  logWrite(sql, act, "page.opened", subjectOf(key), { expires_at: expiresAt.getTime() });
  const { person, begin } = ticket;
  return { key, session: { id: token.id, digest: token.digest, key: key.id, person, begin, expiresAt } };
}

function endSession(
  sql: Sql,
  { session, key }: FoundSession,
  act: Act,
  because: "signed-out" | "ticket-used-again",
): void {
  sql.run("DELETE FROM page_sessions WHERE id = ?", session.id);
  if (key) logWrite(sql, act, "page.closed", subjectOf(key), { because });
}

function removeExpired(sql: Sql, now: Date): void {
  for (const table of ["page_tickets", "page_sessions"])
    sql.run(`DELETE FROM ${table} WHERE expires_at <= ?`, now.getTime());
}

function selectSession(sql: Sql, id: string): FoundSession | undefined {
  const row = sql.get<OpenedRow>("SELECT * FROM page_sessions WHERE id = ?", id);
  return row && { session: openedRow(row), key: selectKey(sql, row.key) };
}

type OpenedRow = {
  id: string;
  digest: string;
  key: string;
  person: Screened;
  begin: string | null;
  expires_at: number;
};

const openedRow = (row: OpenedRow): PageTicket & PageSession => ({
  id: row.id,
  digest: row.digest,
  key: row.key,
  person: row.person,
  begin: row.begin ?? undefined,
  expiresAt: new Date(row.expires_at),
});
