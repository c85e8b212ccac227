import type { Act } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import type { AccessKey } from "../rules/access-key.ts";
import {
  type FoundSession,
  isSameToken,
  type PageSession,
  type PageSessionStore,
  type PageTicket,
  type PageToken,
  type SessionRefusal,
  type SignedIn,
  sessionStanding,
} from "../rules/page-session.ts";
import { addKey, allKeys, requireKey, selectKey, subjectOf } from "./keys.ts";

export function sqlitePageSessions(connection: Connection): PageSessionStore {
  return {
    addPageTicket: (ticket, forKey, act) =>
      connection.write((sql) => {
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
      }),

    async openPageSession(presented, session, acts) {
      // Whoever makes tickets up must not keep others from writing.
      if (!(await connection.read((sql) => isKnown(sql, presented.id)))) return "unknown";
      return connection.write((sql) => {
        const ticket = takeTicket(sql, presented, acts.ends);
        removeExpired(sql, acts.ends.at);
        if (typeof ticket === "string") return ticket;
        const key = selectKey(sql, ticket.key);
        const standing = sessionStanding(ticket, key, acts.ends.at);
        if (standing !== "open" || !key) return standing === "expired" ? "expired" : "key_ended";
        return insertSession(sql, ticket, key, { ...session, act: acts.opens(ticket, key) });
      });
    },

    findPageSession: (id) => connection.read((sql) => selectSession(sql, id)),

    closePageSession: (id, act) =>
      connection.write((sql) => {
        const found = selectSession(sql, id);
        if (found) endSession(sql, found, act, "signed-out");
      }),
  };
}

function keyFor(sql: Sql, forKey: Parameters<PageSessionStore["addPageTicket"]>[1], act: Act): AccessKey {
  if ("id" in forKey) return requireKey(sql, forKey.id);
  const known = allKeys(sql).find(forKey.serves);
  if (known) return known;
  addKey(sql, forKey.newKey, act);
  return forKey.newKey;
}

const isKnown = (sql: Sql, ticket: string): boolean =>
  sql.get(
    "SELECT 1 FROM page_tickets WHERE id = ?1 UNION ALL SELECT 1 FROM page_sessions WHERE ticket = ?1",
    ticket,
  ) !== undefined;

/** The ticket, which is gone then, or why there is none. One that was used before ends what it has opened. */
function takeTicket(sql: Sql, presented: PageToken, ends: Act): PageTicket | SessionRefusal {
  const row = sql.get("SELECT * FROM page_tickets WHERE id = ?", presented.id);
  if (isSameToken(row?.["digest"] as string | undefined, presented) && row) {
    sql.run("DELETE FROM page_tickets WHERE id = ?", presented.id);
    return openedRow(row);
  }
  const used = sql.get("SELECT id, ticket_digest FROM page_sessions WHERE ticket = ?", presented.id);
  if (!isSameToken(used?.["ticket_digest"] as string | undefined, presented)) return "unknown";
  const found = selectSession(sql, used?.["id"] as string);
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
  const row = sql.get("SELECT * FROM page_sessions WHERE id = ?", id);
  return row && { session: openedRow(row), key: selectKey(sql, row["key"] as string) };
}

const openedRow = (row: Row): PageTicket & PageSession => ({
  id: row["id"] as string,
  digest: row["digest"] as string,
  key: row["key"] as string,
  person: row["person"] as Screened,
  begin: (row["begin"] as string | null) ?? undefined,
  expiresAt: new Date(row["expires_at"] as number),
});
