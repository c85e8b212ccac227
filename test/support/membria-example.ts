/** The capture example of the Membria document, with its required arguments. */
export const MINIMAL = {
  statement: "Use PostgreSQL for user database instead of MongoDB",
  alternatives: ["MongoDB"],
  confidence: 0.82,
};

/** Every argument the document has. */
export const WHOLE = {
  ...MINIMAL,
  alternatives: ["MongoDB", "SQLite", "MySQL"],
  assumptions: ["PostgreSQL can handle 10k+ req/s", "Team has PostgreSQL experience"],
  risk_level: "medium",
  context: {
    module: "database",
    session_id: "sess_phase3_work",
    file_path: "src/db/schema.ts",
    reasoning: "ACID guarantees needed for transactions",
  },
};
