import * as z from "zod";
import { type DecisionMeaning, detectDomain, type Relation, withContextHash } from "../../decisions/index.ts";
import type { Insight } from "../../sessions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { TextLines } from "../rules/external-files.ts";
import { type ImportedRecord, sha256 } from "../rules/import-store.ts";
import type { MovingDeps } from "./deps.ts";
import {
  fitText,
  type ImportSource,
  nothingToImport,
  type RecordMaker,
  runImport,
  type SourceBatch,
  screeningCounts,
  splitLong,
  startRecordMaker,
} from "./run-import.ts";

const LINES = 500;

export const importServerMemory = defineOperation({
  name: "import-server-memory",
  summary: "Bring in the JSONL file of the reference knowledge-graph memory server.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ file: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ file, dryRun }, deps: MovingDeps, call) {
    const lines = await deps.externalFiles.openLines(file);
    const decisions = new Set<string>();
    let known = 0;
    for await (const { text } of lines.lines(0)) {
      const line = graphLine(text);
      if (line) known++;
      if (line?.type === "entity" && isDecision(line)) decisions.add(line.name);
    }
    if (known === 0) {
      throw nothingToImport(
        `${file} has no line with an entity or a relation.`,
        { field: "file", received: file },
        'Name the file of the memory server, often memory.jsonl; its lines begin with {"type":"entity". Nothing was changed.',
      );
    }
    return runImport(graphSource(file, lines, decisions, deps, call), { dryRun }, deps, call);
  },
  shares: { records: ({ run }) => (run === undefined ? [] : "many") },
});

function graphLine(text: string): GraphLine | undefined {
  try {
    return GraphLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function graphSource(
  name: string,
  lines: TextLines,
  decisions: ReadonlySet<string>,
  deps: MovingDeps,
  call: Call,
): ImportSource {
  const now = deps.clock.now();

  async function* batches(after = "0"): AsyncGenerator<SourceBatch> {
    let some: { number: number; text: string }[] = [];
    const batch = (): SourceBatch => {
      const make = startRecordMaker(deps, call);
      const unread = some.filter(({ text }) => text.trim() !== "" && !graphLine(text));
      const records = some.flatMap(({ text }) => {
        const line = graphLine(text);
        return line ? mapGraphLine(line, decisions, make, now) : [];
      });
      const position = String(some.at(-1)?.number);
      const read = some.length;
      some = [];
      return {
        records: linksLast(records),
        position,
        counts: { ...screeningCounts(make.screen), read, ...(unread.length > 0 && { empty: unread.length }) },
        problems: unread.map(
          ({ number }) => `Line ${number} is neither an entity nor a relation and was left out.`,
        ),
      };
    };
    for await (const line of lines.lines(Number(after))) {
      some.push(line);
      if (some.length === LINES) yield batch();
    }
    if (some.length > 0) yield batch();
  }

  return { kind: "server-memory", name, fingerprint: lines.fingerprint, total: lines.count, batches };
}

/** Links come last in a batch, so that their decisions exist. */
function linksLast(records: readonly ImportedRecord[]): ImportedRecord[] {
  return [...records.filter(({ kind }) => kind !== "link"), ...records.filter(({ kind }) => kind === "link")];
}

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

const GraphLine = z.discriminatedUnion("type", [Entity, Edge]);
type GraphLine = z.output<typeof GraphLine>;

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

const isDecision = ({ entityType }: z.output<typeof Entity>): boolean => DECISION_TYPE.test(entityType);

const alias = (...parts: string[]): string => {
  const name = `server-memory/${parts.join("/")}`;
  return name.length <= LIMITS.name ? name : `server-memory/${sha256(name)}`;
};

/**
 * An entity whose type mentions a decision becomes a decision with its observations as reasoning. For any other entity
 * each observation becomes an insight with the name of the entity as topic. A known relation between two decisions becomes
 * a link, any other relation an insight, so that nothing is lost.
 */
function mapGraphLine(
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
