import { inOrder } from "../../src/shared/canonical-json.ts";
import { raw } from "./raw-sqlite.ts";

const BY_ID: Readonly<Record<string, string>> = {
  words: "SELECT id, t.title, t.body FROM memories_text t JOIN memories m ON m.seq = t.rowid",
  notes: "SELECT id, t.title, t.body FROM notes_text t JOIN memories m ON m.seq = t.rowid",
  passages: `SELECT id, p.kind, p.key, p.embedded, t.body FROM passages p LEFT JOIN memories m ON m.seq = p.memory
    LEFT JOIN passages_text t ON t.rowid = p.seq`,
  passageVectors: `SELECT id, p.kind, p.key, v.model, hex(v.vector) AS vector, c.project, c.of_note, hex(c.code) AS code
    FROM passage_vectors v LEFT JOIN passages p ON p.seq = v.passage LEFT JOIN memories m ON m.seq = p.memory
      LEFT JOIN passage_codes c ON c.passage = v.passage AND c.model = v.model`,
  topicNames: "SELECT id, t.key FROM topic_names t LEFT JOIN memories m ON m.seq = t.memory",
  strayWords: `SELECT rowid FROM memories_text WHERE rowid NOT IN (SELECT seq FROM memories)
    UNION ALL SELECT rowid FROM notes_text WHERE rowid NOT IN (SELECT seq FROM memories)
    UNION ALL SELECT rowid FROM passages_text WHERE rowid NOT IN (SELECT seq FROM passages)`,
  outcomes: "SELECT id, counts FROM outcomes",
  currentOutcomes: "SELECT id, outcome, outcome_score, outcome_id, outcome_at FROM memories",
  vectors:
    "SELECT id, v.model, hex(v.vector) AS vector FROM vectors v LEFT JOIN memories m ON m.seq = v.memory",
  codes: `SELECT id, c.model, c.project, hex(c.code) AS code
    FROM vector_codes c LEFT JOIN memories m ON m.seq = c.memory`,
  queue: "SELECT id FROM embedding_queue q LEFT JOIN memories m ON m.seq = q.memory",
  skills: "SELECT * FROM skills",
  members: "SELECT * FROM skill_members",
};

/** Everything that is derived, by id instead of row number, so that two memories can be compared. */
export function derivedIn(path: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return raw(path, (db) => {
    const tallies = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'tally@_%' ESCAPE '@'")
      .all() as { name: string }[];
    const statements = {
      ...BY_ID,
      ...Object.fromEntries(tallies.map(({ name }) => [name, `SELECT * FROM ${name}`])),
    };
    const sorted = Object.entries(statements).map(([name, statement]) => [
      name,
      db
        .prepare(statement)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(inOrder),
    ]);
    const histories = db.prepare("SELECT skill, at, body FROM skill_transitions ORDER BY skill, seq").all();
    return { ...Object.fromEntries(sorted), histories: histories.map((row) => JSON.stringify(row)) };
  });
}
