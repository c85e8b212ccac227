import { type ProjectIds, WORD } from "./two-projects.ts";

type Arguments = (ids: ProjectIds) => Record<string, unknown>;

const STATEMENT = `Store the carts of ${WORD} elsewhere`;
const REASON = `It is simpler for ${WORD} than before`;
const SOURCE = `Move the carts of ${WORD}? Yes.`;
const SAVED = {
  topic: `${WORD} storage`,
  decision: STATEMENT,
  reasoning: REASON,
  confidence: 0.6,
  source: SOURCE,
};
const CHECKPOINT = { summary: "Half done", open_files: ["src/carts.ts"], next_steps: "Finish it" };
const pending = ({ decision, second }: ProjectIds) => ({
  from_id: decision,
  to_id: second,
  relationship: "refines",
});

/** Arguments that exclude one that is given. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  update_outcome: ["failure_reason"],
  memory_evolve_outcome: ["failure_reason"],
  // Only the author of a decision edits its words, so that they would be refused for another reason.
  membria_update_decision: [
    ...["statement", "context", "module", "reasoning", "alternatives", "assumptions", "risk_level", "risks"],
    ...["consequences", "evidence", "source", "questions"],
  ],
  // Instead of a title.
  supersede_decision: ["superseded_by"],
};

/**
 * For every tool, arguments that it takes and that reach the operation: each that its schema has, with the ids of records
 * and the words of texts that are there.
 */
export const TOOL_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  membria_capture_decision: () => ({
    statement: STATEMENT,
    alternatives: ["Leave them there"],
    confidence: 0.7,
    assumptions: ["Nobody minds"],
    risk_level: "low",
    due_days: 10,
    context: { module: "database", session_id: "session", file_path: "src/carts.ts", reasoning: REASON },
    source: SOURCE,
    questions: [`Where are the carts of ${WORD}?`],
  }),
  membria_update_decision: ({ decision }) => ({
    decision_id: decision,
    status: "executed",
    confidence_update: 0.9,
    notes: "It is done",
    linked_pr: "https://github.com/acme/shop/pull/7",
    linked_commit: "4f2a9c1",
    assumption: { which: "1", state: "doubtful", because: "Somebody minds" },
  }),
  membria_get_decision: ({ decision }) => ({ decision_id: decision, max_tokens: 5_000 }),
  membria_record_outcome: ({ second }) => ({
    decision_id: second,
    final_status: "success",
    final_score: 1,
    signals: {
      ci_passed: true,
      incident_found: false,
      performance_metrics: { p99: 12, performance_impact: 0.1, maintenance_cost: 0.2 },
      reliability_score: 0.9,
    },
    lessons_learned: ["Measure first"],
    decision_domain: "database",
  }),
  membria_record_signal: ({ decision }) => ({
    decision_id: decision,
    signal_type: "ci_passed",
    valence: "positive",
    description: "All green",
    metrics: { p99: 12 },
  }),
  membria_get_calibration: () => ({
    domain: "database",
    include_trend: true,
    include_credible_interval: true,
  }),
  membria_get_confidence_guidance: () => ({
    domain: "database",
    decision_confidence: 0.8,
    context: STATEMENT,
    max_tokens: 5_000,
  }),
  membria_get_all_calibrations: () => ({ min_sample_size: 1, sort_by: "success_rate", max_tokens: 5_000 }),
  membria_get_decision_context: () => ({
    statement: STATEMENT,
    module: "database",
    confidence: 0.8,
    depth: "full",
    session_id: "session",
    max_tokens: 5_000,
  }),
  membria_analyze_decision: ({ decision }) => ({ decision_id: decision, max_tokens: 5_000 }),
  membria_get_skills: () => ({
    domain: "all",
    decision_statement: STATEMENT,
    min_confidence: 0,
    limit: 50,
    max_tokens: 5_000,
  }),
  membria_why: () => ({ place: "src/carts.ts", limit: 20, max_tokens: 5_000 }),
  membria_get_warnings: () => ({
    statement: STATEMENT,
    module: "database",
    confidence: 0.9,
    alternatives: ["Leave them there"],
    context: { reasoning: REASON, session_id: "session" },
    max_tokens: 5_000,
  }),
  record_decision: () => ({
    title: STATEMENT,
    target: `${WORD} storage`,
    rationale: REASON,
    consequences: ["More work"],
    source: SOURCE,
  }),
  search_decisions: () => ({
    query: WORD,
    limit: 20,
    mode: "audit",
    explain: true,
    also: [`Carts of ${WORD}`],
  }),
  supersede_decision: ({ decision }) => ({
    title: STATEMENT,
    target: `${WORD} storage`,
    rationale: REASON,
    old_decision_ids: [decision],
    consequences: ["More work"],
    confidence: 0.7,
    alternatives: ["Leave them there"],
    source: SOURCE,
  }),
  accept_proposal: ({ proposal }) => ({ proposal_id: proposal }),
  save_checkpoint: () => CHECKPOINT,
  load_checkpoint: () => ({ max_tokens: 5_000 }),
  save_decision: () => ({ ...SAVED, type: "user_decision", outcome: "success" }),
  recall_decision: () => ({ topic: WORD }),
  suggest_decision: () => ({
    userQuestion: `Where are the carts of ${WORD} stored?`,
    recencyWeight: 0.3,
    also: [`Carts of ${WORD}`],
  }),
  list_decisions: () => ({ limit: 100 }),
  update_outcome: ({ second }) => ({
    decisionId: second,
    outcome: "PARTIAL",
    limitation: "Only at night",
  }),
  propose_link: ({ decision, second, third }) => ({
    from_id: third,
    to_id: second,
    relationship: "refines",
    reason: "It says how",
    evidence: "See there",
    decision_id: decision,
  }),
  approve_link: (ids) => ({ ...pending(ids), despite_conflicts: true }),
  reject_link: (ids) => ({ ...pending(ids), reason: "It does not" }),
  get_pending_links: ({ decision, second }) => ({ from_id: decision, to_id: second, max_tokens: 5_000 }),
  generate_quality_report: () => ({
    format: "json",
    thresholds: { narrativeCoverage: 0.9, linkCoverage: 0.9, richReasonRatio: 0.9 },
  }),
  get_restart_metrics: () => ({ period: "30d", include_latency: true }),
  scan_auto_links: () => ({ include_samples: true }),
  create_link_backup: () => ({ include_protected: true }),
  execute_link_cleanup: () => ({ batch_size: 10, dry_run: true }),
  validate_cleanup_result: () => ({ format: "json" }),
  memory_save_decision: ({ decision }) => ({
    ...SAVED,
    evidence: ["src/carts.ts"],
    alternatives: ["Leave them there"],
    risks: ["It takes long"],
    links: [{ to_id: decision, relationship: "refines", reason: "It says how" }],
  }),
  memory_save_checkpoint: () => CHECKPOINT,
  memory_save_insight: () => ({
    content: `Tables of ${WORD} lock`,
    topic: WORD,
    category: "storage",
    tags: ["tables"],
    source: "a test",
  }),
  memory_load_checkpoint: () => ({ mode: "full", max_tokens: 5_000 }),
  memory_load_context: ({ decision }) => ({ decision_id: decision, depth: 5, max_tokens: 5_000 }),
  memory_search_by_topic: () => ({ topic: WORD, max_depth: 5 }),
  memory_search_by_context: () => ({
    query: WORD,
    limit: 20,
    types: ["decision", "checkpoint", "insight", "context"],
    depth: 2,
    also: [`Carts of ${WORD}`],
  }),
  memory_search_recent: () => ({ limit: 100, type: "decision", since: "2020-01-01" }),
  memory_evolve_outcome: ({ second }) => ({
    decision_id: second,
    outcome: "PARTIAL",
    limitation: "Only at night",
  }),
  memory_evolve_supersede: ({ decision }) => ({
    old_decision_id: decision,
    decision: STATEMENT,
    reasoning: REASON,
    topic: `${WORD} storage`,
    confidence: 0.7,
    source: SOURCE,
  }),
  tmkb_query: () => ({
    context: `A background job that exports ${WORD}`,
    language: "python",
    framework: "flask",
    verbosity: "human",
    file: "app/jobs/export.py",
  }),
};
