import type { MamaContent, Values } from "./mama-database.ts";

const START = Date.UTC(2025, 10, 20);

/** What MAMA's own tools leave behind: outcomes, a replacement, links in every state and two checkpoints. */
export function everyStateOfMama(): MamaContent {
  const id = (topic: string, n: number): string => `decision_${topic}_${START + n}_abcd`;
  const [jwt, sessions, database, cache, queue] = [
    id("auth_strategy", 0),
    id("auth_strategy", 1),
    id("database", 2),
    id("cache", 3),
    id("queue", 4),
  ];
  const decision = (own: string, n: number, values: Values) => ({
    id: own,
    session_id: `mama_api_${START + n}`,
    user_involvement: "approved",
    confidence: 0.5,
    created_at: START + n,
    updated_at: START + n + 1,
    ...values,
  });
  const link = (from_id: string, to_id: string, relationship: string, reason: string, values: Values) => ({
    from_id,
    to_id,
    relationship,
    reason,
    created_at: START + 10,
    created_by: "llm",
    ...values,
  });
  const logged = (from_id: string, to_id: string, relationship: string, action: string, values: Values) => ({
    from_id,
    to_id,
    relationship,
    action,
    actor: action === "proposed" ? "llm" : "user",
    created_at: START + 20,
    ...values,
  });
  return {
    decisions: [
      decision(jwt, 0, {
        topic: "auth_strategy",
        decision: "Use JWT",
        reasoning: "No session store is needed",
        confidence: 0.8,
        outcome: "FAILED",
        failure_reason: "Tokens leaked",
        superseded_by: sessions,
      }),
      decision(sessions, 1, {
        topic: "auth_strategy",
        decision: "Use sessions",
        reasoning: "Tokens cannot be revoked",
        supersedes: jwt,
      }),
      decision(database, 2, {
        topic: "database",
        decision: "Use PostgreSQL",
        reasoning: `We know it. builds_on: ${sessions}`,
        user_involvement: null,
        outcome: "PARTIAL",
        limitation: "Reads only",
      }),
      decision(cache, 3, { topic: "cache", decision: "Use Redis", reasoning: "Fast", outcome: "SUCCESS" }),
      decision(queue, 4, { topic: "queue", decision: "Use RabbitMQ", reasoning: "It is there" }),
    ],
    edges: [
      link(sessions, jwt, "supersedes", 'User changed from "Use JWT" to "Use sessions"', {
        approved_by_user: 1,
      }),
      link(database, sessions, "builds_on", "Auto-detected from reasoning: builds_on reference", {
        approved_by_user: 1,
      }),
      link(database, cache, "refines", "The cache is in front of it", {
        approved_by_user: 0,
        evidence: "src/db.ts",
        decision_id: queue,
      }),
      link(cache, queue, "contradicts", "Two brokers", { approved_by_user: 1 }),
    ],
    approvals: [
      logged(database, cache, "refines", "proposed", { reason: "The cache is in front of it" }),
      logged(cache, queue, "contradicts", "proposed", { reason: "Two brokers" }),
      logged(cache, queue, "contradicts", "approved", {}),
      logged(queue, sessions, "refines", "proposed", { reason: "They share a server" }),
      logged(queue, sessions, "refines", "rejected", { reason: "They do not" }),
      // Rejected, and proposed again: its edge is what counts.
      logged(database, cache, "refines", "rejected", { reason: "Too early" }),
    ],
    checkpoints: [
      {
        timestamp: START + 30,
        summary: "Goal: the import.",
        open_files: '["src/a.ts"]',
        next_steps: "Go on",
      },
      { timestamp: START + 31, summary: "Second", open_files: "[]", next_steps: "" },
    ],
  };
}
