/** What a person accepted or rejected, without its text, so that it is not offered again. */
export const settledCandidates = `
  CREATE TABLE settled_candidates (
    project TEXT NOT NULL,
    digest TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (project, digest)
  ) STRICT, WITHOUT ROWID;
  `;
