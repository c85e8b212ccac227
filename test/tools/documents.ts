import { CHECKPOINT_EXAMPLE } from "../support/mama-example.ts";

/** Ids that a row may name: of the decisions that are there before it is called. */
export interface Ids {
  readonly jwt: string;
  readonly auth: string;
  readonly oauth: string;
}

export interface DocumentedTool {
  /** As the document names it. */
  readonly tool: string;
  /** The document's own example, or what it and CONTRACTS 3 say that it takes. */
  readonly args: (ids: Ids) => Readonly<Record<string, unknown>>;
  /** What `data` has in the document, in an answer or in its words. */
  readonly data: readonly string[];
  /** The beginning of the document's text answer. */
  readonly text: RegExp;
  /** What has to have been called before. */
  readonly after?: (ids: Ids) => readonly (readonly [string, Readonly<Record<string, unknown>>])[];
}

const RESTART = ["summary", "open_files", "next_steps", "timestamp"];
const SAVED = ["decision_id", "topic", "superseded"];
const link = ({ jwt, auth }: Ids) => ({ from_id: jwt, to_id: auth, relationship: "refines" });
const PROPOSED = (ids: Ids) => ({
  ...link(ids),
  reason: "JWT implementation adds technical details missing in the auth strategy decision",
  evidence: "packages/api/auth.js:45-89 implements JWT validation",
});

/** The 17 flat tools. */
export const MAMA: readonly DocumentedTool[] = [
  {
    tool: "save_checkpoint",
    args: () => CHECKPOINT_EXAMPLE,
    data: ["checkpoint_id"],
    text: /Checkpoint saved/,
  },
  {
    tool: "load_checkpoint",
    args: () => ({}),
    data: RESTART,
    text: /Finish auth middleware/,
    after: () => [["save_checkpoint", CHECKPOINT_EXAMPLE]],
  },
  {
    tool: "save_decision",
    args: () => ({
      topic: "auth_strategy",
      decision: "Use JWT",
      reasoning: "No session store is needed",
      confidence: 0.5,
      type: "user_decision",
      outcome: "pending",
    }),
    data: SAVED,
    text: /Decision saved: dec_/,
  },
  {
    tool: "recall_decision",
    args: () => ({ topic: "auth_strategy" }),
    data: ["history", "supersedes_chain", "semantic_edges"],
    text: /auth_strategy/,
  },
  {
    tool: "suggest_decision",
    args: () => ({ userQuestion: "How do we authenticate users?", recencyWeight: 0.3 }),
    data: ["suggestions"],
    text: /Found/,
  },
  { tool: "list_decisions", args: () => ({ limit: 10 }), data: ["decisions"], text: /dec_/ },
  {
    tool: "update_outcome",
    args: ({ jwt }) => ({
      decisionId: jwt,
      outcome: "FAILED",
      failure_reason: "JWT refresh tokens not supported by current library",
    }),
    data: ["decisionId", "outcome"],
    text: /^Outcome updated: dec_\w+ → FAILED/,
  },
  {
    tool: "propose_link",
    args: (ids) => ({ ...PROPOSED(ids), decision_id: ids.oauth }),
    data: ["from_id", "to_id", "relationship", "status", "reason"],
    text: /^Link proposed: dec_\w+ refines dec_\w+\nStatus: Pending user approval\n[\s\S]*Reason: JWT/,
  },
  {
    tool: "approve_link",
    args: link,
    data: ["from_id", "to_id", "relationship", "status"],
    text: /^Link approved and activated:\n- From: dec_\w+\n- To: dec_\w+\n- Relationship: refines\n- Status: Active/,
    after: (ids) => [["propose_link", PROPOSED(ids)]],
  },
  {
    tool: "reject_link",
    args: (ids) => ({ ...link(ids), reason: "These decisions are unrelated - JWT is for auth" }),
    data: ["from_id", "to_id", "relationship", "status"],
    text: /^Link rejected:\n- From: dec_\w+\n- To: dec_\w+\n- Relationship: refines\n- Reason: /,
    after: (ids) => [["propose_link", PROPOSED(ids)]],
  },
  {
    tool: "get_pending_links",
    args: ({ jwt }) => ({ from_id: jwt }),
    data: ["links"],
    text: /^# Pending Link Proposals \(1\)\n[\s\S]*1\. dec_\w+ refines dec_\w+\n +Reason: JWT[\s\S]*Proposed at: /,
    after: (ids) => [["propose_link", PROPOSED(ids)]],
  },
  {
    tool: "generate_quality_report",
    args: () => ({ format: "markdown", thresholds: { narrativeCoverage: 0.9, linkCoverage: 0.8 } }),
    data: ["coverage", "quality", "thresholds"],
    text: /Narrative/i,
  },
  {
    tool: "get_restart_metrics",
    args: () => ({ period: "7d", include_latency: true }),
    data: ["success_rate", "latency"],
    text: /Success rate/,
  },
  {
    tool: "scan_auto_links",
    args: () => ({ include_samples: true }),
    data: ["total_links", "auto_links", "protected_links", "deletion_targets"],
    text: /^# Auto-Link Scan Results\n\nTotal Links: \d+\nAuto-Generated Links: \d+/,
  },
  {
    tool: "create_link_backup",
    args: () => ({ include_protected: false }),
    data: ["links_backed_up", "backup_file", "checksum", "manifest_file"],
    text: /\*\*Links Backed Up:\*\* \d+[\s\S]*\*\*Checksum:\*\*/,
  },
  {
    tool: "execute_link_cleanup",
    args: () => ({ batch_size: 100, dry_run: true }),
    data: ["dry_run", "would_delete", "backup_file"],
    text: /\*\*Mode:\*\* DRY RUN MODE \(simulation\)\n\*\*Would Delete:\*\* \d+/,
    after: () => [["create_link_backup", {}]],
  },
  {
    tool: "validate_cleanup_result",
    args: () => ({ format: "markdown" }),
    data: ["status", "total_links", "remaining_auto_links", "remaining_ratio", "protected_links"],
    text: /^# Post-Cleanup Validation\n\n\*\*Status:\*\* NOT_RUN/,
  },
];

/** The 10 tools of MAMA 1.1. */
export const MEMORY: readonly DocumentedTool[] = [
  {
    tool: "save/decision",
    args: ({ jwt }) => ({
      topic: "auth_strategy",
      decision: "JWT with refresh tokens",
      reasoning: "Sessions need a store",
      confidence: 0.7,
      links: [{ to_id: jwt, relationship: "refines", reason: "It adds refresh tokens" }],
    }),
    data: SAVED,
    text: /Decision saved: dec_/,
  },
  {
    tool: "save/checkpoint",
    args: () => CHECKPOINT_EXAMPLE,
    data: ["checkpoint_id"],
    text: /Checkpoint saved/,
  },
  {
    tool: "save/insight",
    args: () => ({
      content: "Refresh tokens need rotation",
      topic: "auth_strategy",
      category: "security",
      tags: ["jwt"],
      source: "code review",
    }),
    data: ["insight_id", "topic"],
    text: /Insight saved: ins_/,
  },
  {
    tool: "load/checkpoint",
    args: () => ({}),
    data: RESTART,
    text: /Finish auth middleware/,
    after: () => [["save/checkpoint", CHECKPOINT_EXAMPLE]],
  },
  {
    tool: "load/context",
    args: ({ auth }) => ({ decision_id: auth, depth: 2 }),
    data: ["decision", "related", "edges"],
    text: /Context of dec_/,
  },
  {
    tool: "search/by_topic",
    args: () => ({ topic: "auth_strategy", max_depth: 3 }),
    data: ["topic", "chain"],
    text: /Evolution of "auth_strategy"/,
  },
  {
    tool: "search/by_context",
    args: () => ({ query: "How do we authenticate users?", limit: 5, types: ["decision"] }),
    data: ["memories"],
    text: /Found/,
  },
  {
    tool: "search/recent",
    args: () => ({ limit: 10, type: "decision", since: "2025-11-22" }),
    data: ["memories"],
    text: /dec_/,
  },
  {
    tool: "evolve/outcome",
    args: ({ jwt }) => ({ decision_id: jwt, outcome: "FAILED", failure_reason: "It failed in production" }),
    data: ["decision_id", "outcome"],
    text: /^Outcome updated: dec_\w+ → FAILED/,
  },
  {
    tool: "evolve/supersede",
    args: ({ jwt }) => ({
      old_decision_id: jwt,
      decision: "Use opaque tokens",
      reasoning: "They can be revoked",
      topic: "auth_strategy",
      confidence: 0.8,
    }),
    data: SAVED,
    text: /It supersedes dec_/,
  },
];
