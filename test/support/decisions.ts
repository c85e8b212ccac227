import { assumptionId } from "../../src/decisions/rules/assumption.ts";
import {
  type CapturedIn,
  type GivenCapturedIn,
  screenCapturedIn,
} from "../../src/decisions/rules/captured-in.ts";
import type { Decision, DecisionMeaning, Evidence } from "../../src/decisions/rules/decision.ts";
import { withContextHash } from "../../src/decisions/rules/decision-fields.ts";
import type { Act, Actor, AuthorKind } from "../../src/shared/actor.ts";
import { startScreening } from "../../src/shared/screening.ts";
import type { Screened } from "../../src/shared/text.ts";

export const DAY = new Date("2026-03-01T09:00:00.000Z");

/** Text as it comes out of screening, with nothing in it that looks like a secret. */
export const screened = (text: string): Screened => startScreening({ scan: () => [] }).text("text", text);

export function actor(kind: AuthorKind = "agent", client = "contract-suite/1.0"): Actor {
  return {
    author: { kind, name: screened(kind === "agent" ? "coding-agent" : "maintainer") },
    role: "agent",
    client: screened(client),
  };
}

export const act = (at: Date = DAY, by: Actor = actor()): Act => ({ by, at });

type Unscreened<T> = T extends Screened
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Unscreened<Item>[]
    : T extends Evidence
      ? { kind: Evidence["kind"]; ref: string }
      : T;

/** The fields of a decision with defaults for what a test leaves out. */
export type DecisionFields = { readonly [K in keyof Decision]?: Unscreened<Decision[K]> };

let made = 0;

export function decision(fields: DecisionFields = {}): Decision {
  const number = ++made;
  const list = (texts: readonly string[] = []): Screened[] => texts.map(screened);
  const optional = (text: string | undefined): Screened | undefined =>
    text === undefined ? undefined : screened(text);
  const createdAt = fields.createdAt ?? DAY;
  const meaning: DecisionMeaning = {
    project: fields.project ?? "shop",
    statement: screened(fields.statement ?? `Keep orders in the table number ${number}`),
    topic: screened(fields.topic ?? "orders"),
    topicStated: fields.topicStated ?? true,
    reasoning: optional(fields.reasoning),
    domain: fields.domain ?? "database",
    confidence: fields.confidence,
    confidenceStated: fields.confidence !== undefined,
    alternatives: list(fields.alternatives),
    assumptions: list(fields.assumptions),
    riskLevel: fields.riskLevel,
    risks: list(fields.risks),
    evidence: (fields.evidence ?? []).map(({ kind, ref }) => ({ kind, ref: screened(ref) })),
    consequences: list(fields.consequences),
    label: optional(fields.label),
    author: fields.author ?? actor().author,
  };
  return {
    ...withContextHash(meaning),
    id: fields.id ?? `dec_made${String(number).padStart(6, "0")}`,
    aliases: fields.aliases ?? [],
    createdAt,
    updatedAt: fields.updatedAt ?? createdAt,
    standing: fields.standing ?? "active",
    progress: fields.progress ?? "pending",
    sessionId: optional(fields.sessionId),
    source: optional(fields.source),
    questions: list(fields.questions),
    linkedPr: optional(fields.linkedPr),
    linkedCommit: optional(fields.linkedCommit),
    ...(fields.capturedIn && { capturedIn: fields.capturedIn }),
    confidenceUpdates: fields.confidenceUpdates ?? [],
    ...(fields.assumptionStates && {
      assumptionStates: fields.assumptionStates as Decision["assumptionStates"],
    }),
    ...(fields.anchors && { anchors: fields.anchors as Decision["anchors"] }),
    notes: [],
    supersedes: [],
    supersededBy: [],
  };
}

/** Where a decision came from, with all that a client can say of it. */
export const capturedIn = (fields: Partial<GivenCapturedIn> = {}): CapturedIn =>
  screenCapturedIn(
    {
      client: "coding-agent/2.1",
      session: "client-session-1",
      branch: "orders",
      head: "9fceb02d0ae598e95dc970b74767f19372d61af8",
      files: ["db/schema.sql", "src/orders.ts"],
      exchange: "Person: where do orders go?\nAgent: into PostgreSQL, two at once have to be safe.",
      ...fields,
    },
    startScreening({ scan: () => [] }),
  );

/** A decision with every optional field set. */
export function fullDecision(fields: DecisionFields = {}): Decision {
  const made = decision({
    statement: "Use PostgreSQL for the orders of the shop",
    topic: "order_storage",
    reasoning: "Orders need transactions across several tables.",
    domain: "database",
    confidence: 0.8,
    alternatives: ["MongoDB", "One file per order"],
    assumptions: ["Fewer than a million orders a year"],
    riskLevel: "medium",
    risks: ["Migrations take long"],
    evidence: [
      { kind: "file", ref: "db/schema.sql" },
      { kind: "pr", ref: "#42" },
    ],
    consequences: ["The team has to run a database server"],
    label: "accepted",
    author: { kind: "human", name: screened("maintainer") },
    aliases: ["ADR-7", "decision_1700000000_abc"],
    sessionId: "session-1",
    source: "Ana: files or a database? Ben: two orders at once have to be safe, so PostgreSQL.",
    questions: ["Where do orders go?", "Why is there a database server?"],
    linkedPr: "#43",
    linkedCommit: "0f3c2d1",
    capturedIn: capturedIn(),
    ...fields,
  });
  const [assumption = ""] = made.assumptions;
  const judged = {
    assumption: assumptionId(made.id, assumption),
    state: "doubtful",
    because: screened("The second shop opens in May"),
    at: DAY,
    by: actor().author,
  } as const;
  const anchor = {
    path: screened("src/orders.ts"),
    symbol: screened("Orders.save"),
    line: 12,
    sketch: "0123abcd4567ef01",
    at: DAY,
    by: actor().author,
  };
  return {
    ...made,
    assumptionStates: made.assumptionStates ?? [judged],
    anchors: made.anchors ?? [anchor],
  };
}
