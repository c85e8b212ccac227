/**
 * What services that host repositories have sent, so that it is not taken twice: nothing of what it says. The indexes find
 * the decisions that it is about.
 */
export const deliveries = `
  CREATE TABLE webhook_deliveries (
    forge TEXT NOT NULL,
    id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    PRIMARY KEY (forge, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);
  CREATE INDEX memories_linked ON memories (project)
    WHERE (body ->> '$.linked_pr' IS NOT NULL OR body ->> '$.linked_commit' IS NOT NULL);
  CREATE INDEX memories_by_branch ON memories (project, body ->> '$.captured_in.branch')
    WHERE body ->> '$.captured_in.branch' IS NOT NULL;
  `;
