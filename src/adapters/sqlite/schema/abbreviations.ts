/** Short forms that decisions spell out, with the keys under which a query finds both forms. */
export const abbreviations = `
  CREATE TABLE abbreviations (
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    project TEXT NOT NULL,
    short TEXT NOT NULL,
    long TEXT NOT NULL,
    short_key TEXT NOT NULL,
    long_key TEXT NOT NULL,
    UNIQUE (memory, short, long)
  ) STRICT;
  CREATE INDEX abbreviations_by_short ON abbreviations (short_key, project);
  CREATE INDEX abbreviations_by_long ON abbreviations (long_key, project);
  `;
