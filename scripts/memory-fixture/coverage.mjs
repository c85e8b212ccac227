import { DatabaseSync } from "@photostructure/sqlite";

/** The values that each column must have in some row. */
const VALUES = {
  "SELECT DISTINCT standing FROM memories": ["active", "draft", "superseded", "deprecated"],
  "SELECT DISTINCT progress FROM memories": ["pending", "executed", "completed", "failed", "reworked"],
  "SELECT DISTINCT type FROM memories": ["decision", "checkpoint", "insight", "context"],
  "SELECT DISTINCT author_kind FROM memories": ["human", "agent"],
  "SELECT DISTINCT status FROM outcomes": ["success", "partial", "failure"],
  "SELECT DISTINCT counts FROM outcomes": [0, 1],
  "SELECT DISTINCT type FROM signals": [
    ...["pr_created", "pr_merged", "ci_passed", "ci_failed", "incident", "performance"],
  ],
  "SELECT DISTINCT valence FROM signals": ["positive", "negative", "neutral"],
  "SELECT DISTINCT relation FROM links": ["supersedes", "refines", "contradicts", "depends_on"],
  "SELECT DISTINCT state FROM links": ["pending", "active", "rejected"],
  "SELECT DISTINCT origin FROM links": ["memory", "governed", "auto"],
  "SELECT DISTINCT value ->> 'how' FROM links, json_each(body, '$.reviews')": ["asked", "typed", "called"],
  "SELECT DISTINCT state FROM proposals": ["draft", "accepted", "rejected", "expired"],
  "SELECT DISTINCT body ->> 'kind' FROM proposals": [
    ...["repeated_failures", "refuted", "contradiction", "replacement"],
  ],
  "SELECT DISTINCT kind FROM skills": ["skill", "antipattern"],
  "SELECT DISTINCT stage FROM skills": ["forming", "emerging", "established", "ageing", "retired"],
  "SELECT DISTINCT shown FROM skill_exposures": [0, 1],
  "SELECT DISTINCT coalesce(verdict, 'open') FROM guidance": ["kept", "prevented", "open"],
  "SELECT DISTINCT kind FROM imports": ["mama", "adr", "server-memory", "json"],
  "SELECT DISTINCT state FROM imports": ["finished", "undone"],
  "SELECT DISTINCT record FROM import_items": ["memory", "link", "proposal", "standing"],
  "SELECT DISTINCT role FROM access_keys": ["viewer", "agent", "admin"],
  "SELECT DISTINCT may_consent FROM access_keys": [0, 1],
  "SELECT DISTINCT reason FROM project_bindings": ["first-use", "trusted"],
  "SELECT DISTINCT kind FROM audit WHERE action LIKE '%erased'": ["decision", "insight"],
};

/** Optional columns and parts of a body that must be set in at least one row. */
const SET = {
  memories: ["outcome_at", "due_at", "session", "topic", "confidence"],
  access_keys: ["project", "previous_digest", "revoked_at", "last_used_at"],
  guidance: ["session", "decision_id"],
};
const IN_BODY = [
  ...["reasoning", "alternatives", "assumptions", "risk_level", "risks", "evidence", "consequences", "label"],
  ...[
    "linked_pr",
    "linked_commit",
    "confidence_updates",
    "notes",
    "source",
    "questions",
    "assumption_states",
  ],
];

/**
 * Tables that have rows only while something is being written or somebody is signed in, what only a machine sends that
 * breaks the rules of its team, and directories of the machine, which `compact` removes.
 */
const EMPTY_AT_REST = [
  ...["adr_writes", "project_places", "change_places", "page_tickets", "page_sessions", "team_aside"],
];

/** Describes what a memory lacks to be a complete example, including empty tables. */
export function lackingIn(path) {
  const db = new DatabaseSync(path, { readOnly: true });
  const values = (query) =>
    db
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0]);
  const tables = values(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\'",
  );
  const lacking = [
    ...tables
      .filter((table) => !EMPTY_AT_REST.includes(table) && values(`SELECT count(*) FROM ${table}`)[0] === 0)
      .map((table) => `a row in ${table}`),
    ...Object.entries(VALUES).flatMap(([query, wanted]) => {
      const found = values(query);
      return wanted.filter((value) => !found.includes(value)).map((value) => `${value} (${query})`);
    }),
    ...Object.entries(SET).flatMap(([table, columns]) =>
      columns
        .filter((name) => values(`SELECT count(${name}) FROM ${table}`)[0] === 0)
        .map((name) => `${table}.${name}`),
    ),
    ...IN_BODY.filter((name) => {
      const filled = `coalesce(body ->> '${name}', '[]') <> '[]'`;
      return values(`SELECT count(*) FROM memories WHERE type = 'decision' AND ${filled}`)[0] === 0;
    }).map((name) => `${name} of a decision`),
  ];
  db.close();
  return lacking;
}
