import * as z from "zod";
import type { Insight } from "../../domain/continuity/insight.ts";
import { withContextHash } from "../../domain/decisions/context-hash.ts";
import type { DecisionMeaning } from "../../domain/decisions/decision.ts";
import { detectDomain } from "../../domain/decisions/detect-domain.ts";
import type { Relation } from "../../domain/links/link.ts";
import { type ImportedRecord, sha256 } from "../../domain/moving/imported-record.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { LIMITS } from "../../domain/shared/text.ts";
import { fitText, type RecordMaker, splitLong } from "./record-maker.ts";

const Entity = z.object({
  type: z.literal("entity"),
  name: z.string().min(1),
  entityType: z.string(),
  observations: z.array(z.string()),
});
const Edge = z.object({
  type: z.literal("relation"),
  from: z.string().min(1),
  to: z.string().min(1),
  relationType: z.string().min(1),
});

export const GraphLine = z.discriminatedUnion("type", [Entity, Edge]);
export type GraphLine = z.output<typeof GraphLine>;

/** All content of that memory was written by an agent over MCP. */
const AUTHOR = "server-memory agent";
const DECISION_TYPE = /decision|(?:^|[^a-z])adr(?:[^a-z]|$)/i;

const RELATION: Readonly<Record<string, Relation>> = {
  supersedes: "supersedes",
  replaces: "supersedes",
  refines: "refines",
  builds_on: "refines",
  extends: "refines",
  contradicts: "contradicts",
  conflicts_with: "contradicts",
  depends_on: "depends_on",
  relies_on: "depends_on",
};

export const isDecision = ({ entityType }: z.output<typeof Entity>): boolean =>
  DECISION_TYPE.test(entityType);

const alias = (...parts: string[]): string => {
  const name = `server-memory/${parts.join("/")}`;
  return name.length <= LIMITS.name ? name : `server-memory/${sha256(name)}`;
};

/**
 * An entity whose type mentions a decision becomes a decision with its observations as reasoning. For any other entity
 * each observation becomes an insight with the name of the entity as topic. A known relation between two decisions becomes
 * a link, any other relation an insight, so that nothing is lost.
 */
export function mapGraphLine(
  line: GraphLine,
  decisions: ReadonlySet<string>,
  make: RecordMaker,
  now: Date,
): ImportedRecord[] {
  if (line.type === "entity") {
    if (isDecision(line)) return [decisionOf(line, make, now)];
    const observations =
      line.observations.length > 0 ? line.observations : [`${line.name} (${line.entityType})`];
    return observations.map((words) => insightOf(words, line.name, line.entityType, make, now));
  }
  const relation = RELATION[line.relationType.toLowerCase().replace(/[\s-]+/g, "_")];
  if (relation === undefined || !decisions.has(line.from) || !decisions.has(line.to)) {
    return [insightOf(`${line.from} ${line.relationType} ${line.to}`, line.from, "relation", make, now)];
  }
  return [
    make.link({
      from: alias(line.from),
      to: alias(line.to),
      relation,
      // Nobody approved the relations that an agent wrote there.
      state: relation === "supersedes" ? "active" : "pending",
      origin: "governed",
      reason: make.screen.text("relation", `${line.from} ${line.relationType} ${line.to}`),
      proposedBy: { kind: "agent", name: make.screen.text("author", AUTHOR) },
      proposedAt: now,
    }),
  ];
}

function insightOf(
  words: string,
  about: string,
  category: string,
  make: RecordMaker,
  now: Date,
): ImportedRecord {
  const { screen } = make;
  const [content = screen.text("observation", words), ...rest] = splitLong(
    screen.text("observation", words),
    LIMITS.text,
  );
  const insight: Insight = {
    id: make.ids.next(ID_PREFIX.insight),
    aliases: [alias(about, sha256(words).slice(0, 16))],
    project: make.project,
    content,
    continued: rest.length > 0 ? rest : undefined,
    topic: fitText(screen.text("topic", about), LIMITS.name),
    category: screen.text("category", category),
    tags: [],
    source: screen.text("source", "server-memory"),
    author: { kind: "agent", name: screen.text("author", AUTHOR) },
    createdAt: now,
  };
  return { kind: "memory", memory: { type: "insight", insight } };
}

function decisionOf(entity: z.output<typeof Entity>, make: RecordMaker, now: Date): ImportedRecord {
  const { screen } = make;
  const author = { kind: "agent", name: screen.text("author", AUTHOR) } as const;
  const name = /\s/.test(entity.name) ? entity.name : entity.name.replaceAll("_", " ");
  const [statement = screen.text("name", name), ...more] = splitLong(
    screen.required("name", name),
    LIMITS.statement,
  );
  const [reasoning, ...evenMore] = splitLong(
    screen.text("observations", entity.observations.join("\n")),
    LIMITS.text,
  );
  const meaning: DecisionMeaning = {
    project: make.project,
    statement,
    topic: fitText(screen.text("topic", entity.name), LIMITS.name),
    topicStated: true,
    reasoning: reasoning === "" ? undefined : reasoning,
    domain: detectDomain(statement, [entity.name, reasoning ?? ""]),
    confidenceStated: false,
    alternatives: [],
    assumptions: [],
    risks: [],
    evidence: [],
    consequences: [],
    label: screen.text("entityType", entity.entityType),
    author,
  };
  return {
    kind: "decision",
    decision: {
      ...withContextHash(meaning),
      id: make.ids.next(ID_PREFIX.decision),
      aliases: [alias(entity.name)],
      createdAt: now,
      updatedAt: now,
      standing: "active",
      progress: "pending",
      questions: [],
      confidenceUpdates: [],
      notes: [...more, ...evenMore].map((text) => ({ text, at: now, by: author })),
      supersedes: [],
      supersededBy: [],
    },
    outcomes: [],
    signals: [],
    files: [],
  };
}
