/**
 * The sums of outcomes are kept for each kind of author and person, because their confidence means different things. The
 * program of an agent is left out, so that a client with another name keeps its record.
 */
export const authorTallies = `
  DROP TABLE tally_bins;
  CREATE TABLE tally_bins (
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    author TEXT NOT NULL,
    bin INTEGER NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    confidence REAL NOT NULL,
    squared_error REAL NOT NULL,
    PRIMARY KEY (project, domain, author, bin)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tally_bins (project, domain, author, bin, outcomes, score, confidence, squared_error)
    SELECT o.project, o.domain, m.author_kind || coalesce(' ' || m.person, '') AS who,
      coalesce(min(9, CAST(o.stated_confidence * 10 AS INTEGER)), -1) AS tenth, count(*),
      sum(CAST(o.score * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce(o.stated_confidence, 0) * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce((o.stated_confidence - o.score) * (o.stated_confidence - o.score), 0) * 4294967296.0 + 0.5
        AS INTEGER) / 4294967296.0)
    FROM outcomes o JOIN memories m ON m.id = o.decision_id
    WHERE o.counts = 1 GROUP BY o.project, o.domain, who, tenth;
  `;
