/**
 * The three kinds of tables. `said` is what somebody said, and can be made again from the log. `derived` is computed from
 * the said, and can be computed again. `local` concerns this machine alone. The tables of an index in SQLite go with it.
 */
export const TABLE_KINDS = {
  memories: "said",
  aliases: "said",
  outcomes: "said",
  signals: "said",
  links: "said",
  proposals: "said",
  people: "said",
  erased_sources: "said",

  memories_text: "derived",
  notes_text: "derived",
  abbreviations: "derived",
  vectors: "derived",
  vector_codes: "derived",
  embedding_queue: "derived",
  tally_bins: "derived",
  tally_times: "derived",
  skills: "derived",
  skill_members: "derived",
  skill_transitions: "derived",

  audit: "local",
  audit_head: "local",
  origins: "local",
  change_parts: "local",
  change_refs: "local",
  facts: "local",
  access_keys: "local",
  project_bindings: "local",
  imports: "local",
  import_items: "local",
  adr_files: "local",
  adr_writes: "local",
  link_cleanups: "local",
  guidance: "local",
  skill_exposures: "local",
  observations: "local",
} as const satisfies Readonly<Record<string, "said" | "derived" | "local">>;
