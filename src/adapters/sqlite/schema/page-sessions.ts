/**
 * Who is signed in to the web page. Of tickets and sessions there are only digests. A ticket becomes a session once, which
 * remembers it, so that a second use of the ticket is noticed.
 */
export const pageSessions = `
  CREATE TABLE page_tickets (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL,
    key TEXT NOT NULL,
    person TEXT NOT NULL,
    begin TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE page_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL,
    ticket TEXT NOT NULL UNIQUE,
    ticket_digest TEXT NOT NULL,
    key TEXT NOT NULL,
    person TEXT NOT NULL,
    begin TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
