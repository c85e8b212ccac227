/** What services that host repositories have sent, so that it is not taken twice. Nothing of what it says. */
export const deliveries = `
  CREATE TABLE webhook_deliveries (
    forge TEXT NOT NULL,
    id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    PRIMARY KEY (forge, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);
  `;
