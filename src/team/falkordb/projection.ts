import type { GraphAnswer, GraphQuestion, GraphStep, Projection } from "../rules/team-log.ts";
import { type CypherParameters, type GraphRow, type GraphValue, list, numberIn, text } from "./connection.ts";
import { edgeOf, type Graph, LINK_EDGES, removeRecords } from "./entries.ts";
import { chainOf, isReady } from "./head.ts";

/**
 * One query writes the whole piece, after it made sure that the projection is where the piece begins. If the guard were a
 * query of its own, a slow machine could still write older states over those of a faster one.
 */
export async function project(graph: Graph, piece: Projection): Promise<boolean> {
  const { lifeId, from, to } = piece;
  // Otherwise a log that is not there would be made.
  if (!(await isReady(graph))) return false;
  const steps = [GUARD, ...STEPS.flatMap((step) => step(piece))];
  const parameters = Object.assign({}, ...steps.map((step) => step.parameters ?? {}));
  // Each step ends with the log as its only row, and the next one begins with it.
  const query = [...steps.map((step) => step.query), "RETURN l.projected"].join("\nWITH DISTINCT l\n");
  const rows = await graph.write(query, { ...parameters, lifeId, from, to });
  return rows.length > 0;
}

interface Step {
  readonly query: string;
  readonly parameters?: CypherParameters;
}

const GUARD: Step = {
  query: "MATCH (l:Log) WHERE l.lifeId = $lifeId AND l.projected = $from SET l.projected = $to",
};

/** What a piece says nothing about has no step: a list without rows would end the query. */
const STEPS: readonly ((piece: Projection) => Step[])[] = [
  ({ gone }) => (gone.length > 0 ? removeRecords(gone) : []),
  ({ decisions }) => (decisions.length > 0 ? decisionSteps(decisions) : []),
  ({ outcomes }) => (outcomes.length > 0 ? outcomeSteps(outcomes) : []),
  ({ signals }) => (signals.length > 0 ? signalSteps(signals) : []),
  ({ links }) => LINK_EDGES.flatMap((edge) => linkSteps(edge, links)),
  ({ skills }) => skillSteps(skills),
];

function decisionSteps(decisions: Projection["decisions"]): Step[] {
  const rows = decisions.map(({ confidence = null, outcome = null, linkedPr = null, ...row }) => ({
    ...row,
    ...{ confidence, outcome, linkedPr },
  }));
  return [
    {
      query: `UNWIND $decisions AS row
        OPTIONAL MATCH (:Decision {id: row.id})-[e:PREVENTED]->() DELETE e`,
      parameters: { decisions: rows },
    },
    {
      query: `FOREACH (row IN $decisions |
        MERGE (d:Decision {id: row.id})
        SET d.domain = row.domain, d.standing = row.standing, d.progress = row.progress, d.author = row.author,
          d.at = row.at, d.confidence = row.confidence, d.outcome = row.outcome, d.linkedPr = row.linkedPr
        FOREACH (id IN row.prevented | MERGE (p:Decision {id: id}) CREATE (d)-[:PREVENTED]->(p)))`,
    },
  ];
}

function outcomeSteps(outcomes: Projection["outcomes"]): Step[] {
  return [
    {
      query: `UNWIND $outcomes AS row
        OPTIONAL MATCH (o:Outcome {id: row.id})
        OPTIONAL MATCH (o)<-[e:HAS_OUTCOME]-()
        OPTIONAL MATCH (o)-[:TAUGHT]->(lesson:Lesson)
        DELETE e, lesson`,
      parameters: { outcomes: outcomes.map((row) => ({ ...row })) },
    },
    {
      query: `FOREACH (row IN $outcomes |
        MERGE (o:Outcome {id: row.id})
        SET o.status = row.status, o.score = row.score, o.at = row.at, o.withdrawn = row.withdrawn
        MERGE (d:Decision {id: row.decision})
        CREATE (d)-[:HAS_OUTCOME]->(o)
        FOREACH (i IN range(1, row.lessons) | CREATE (o)-[:TAUGHT]->(:Lesson {id: row.id + '.' + toString(i)})))`,
    },
  ];
}

function signalSteps(signals: Projection["signals"]): Step[] {
  return [
    {
      query: `UNWIND $signals AS row
        OPTIONAL MATCH (:Signal {id: row.id})<-[e:HAS_SIGNAL]-() DELETE e`,
      parameters: { signals: signals.map((row) => ({ ...row })) },
    },
    {
      query: `FOREACH (row IN $signals |
        MERGE (s:Signal {id: row.id}) SET s.type = row.type, s.valence = row.valence, s.at = row.at
        MERGE (d:Decision {id: row.decision})
        CREATE (d)-[:HAS_SIGNAL]->(s))`,
    },
  ];
}

function linkSteps(edge: string, links: Projection["links"]): Step[] {
  const rows = links.filter(({ relation }) => edgeOf(relation) === edge);
  if (rows.length === 0) return [];
  const name = edge.toLowerCase();
  return [
    {
      query: `UNWIND $${name} AS row
        OPTIONAL MATCH (:Decision {id: row.from})-[e:${edge} {id: row.id}]->() DELETE e`,
      parameters: { [name]: rows.map((row) => ({ ...row })) },
    },
    {
      query: `FOREACH (row IN $${name} |
        MERGE (a:Decision {id: row.from})
        MERGE (b:Decision {id: row.to})
        CREATE (a)-[:${edge} {id: row.id, state: row.state${edge === "RELATED" ? ", relation: row.relation" : ""}}]->(b))`,
    },
  ];
}

/** All of them: every machine finds skills for itself, and nothing says that one is gone. */
function skillSteps(skills: Projection["skills"]): Step[] {
  const removed: Step = { query: "OPTIONAL MATCH (s:Skill) DELETE s" };
  if (skills.length === 0) return [removed];
  return [
    removed,
    {
      query: `FOREACH (row IN $skills |
        CREATE (s:Skill {id: row.id, kind: row.kind})
        FOREACH (id IN row.decisions | MERGE (d:Decision {id: id}) CREATE (d)-[:LED_TO]->(s)))`,
      parameters: { skills: skills.map((row) => ({ ...row })) },
    },
  ];
}

/**
 * The state of the projection is read first, so the answer holds for it at least: what is read afterwards can only be
 * newer.
 */
export async function ask(graph: Graph, question: GraphQuestion): Promise<GraphAnswer> {
  const log = await graph.read("MATCH (l:Log) RETURN l.projected");
  if (!log?.[0]) return { steps: [], replaced: [], asOf: 0 };
  const asOf = numberIn(log[0][0]);
  const ids = await decisionsOf(graph, question);
  if (ids.length === 0) return { steps: [], replaced: [], asOf };
  const [steps = [], replaced = []] = await Promise.all([
    graph.read(QUESTION_STEPS, { ids }),
    graph.read(REPLACED, { ids }),
  ]);
  const found = new Map(steps.map((row) => [text(row[0]), stepOf(row)]));
  // What was asked for has an order of its own, and the rest is found in that of time.
  const order = question.ask === "similar" ? question.decisions : found.keys();
  return {
    steps: [...order].flatMap((id) => found.get(id) ?? []),
    replaced: replaced
      .map(([from, to]) => ({ from: text(from), to: text(to) }))
      .filter(({ from, to }) => found.has(from) && found.has(to)),
    asOf,
  };
}

async function decisionsOf(graph: Graph, question: GraphQuestion): Promise<readonly string[]> {
  switch (question.ask) {
    case "causal-chain":
      return [question.decision, ...(await chainOf(graph, question.decision, question.most))];
    case "similar":
      return question.decisions;
    case "prevented": {
      const rows = await graph.read(PREVENTED, { id: question.decision });
      return (rows ?? []).map(([id]) => text(id));
    }
  }
}

const PREVENTED = "MATCH (:Decision {id: $id})-[:PREVENTED]->(d:Decision) RETURN DISTINCT d.id";

/** Oldest first. Nodes without a standing were named by a link only, and are no answer. */
const QUESTION_STEPS = `
  UNWIND $ids AS id
  MATCH (d:Decision {id: id}) WHERE d.standing IS NOT NULL
  OPTIONAL MATCH (o:Outcome {id: d.outcome})
  OPTIONAL MATCH (o)-[:TAUGHT]->(lesson:Lesson)
  WITH d, o, count(lesson) AS lessons
  OPTIONAL MATCH (d)-[:HAS_SIGNAL]->(s:Signal)
  WITH d, o, lessons, s ORDER BY s.at, s.id
  WITH d, o, lessons, collect(CASE WHEN s IS NULL THEN null ELSE [s.id, s.type, s.valence] END) AS signals
  OPTIONAL MATCH (d)-[:LED_TO]->(k:Skill)
  WITH d, o, lessons, signals, min(k.id) AS skill
  RETURN d.id, d.standing, d.progress, o.id, o.status, o.score, signals, lessons, skill
  ORDER BY d.at, d.id`;

function stepOf([
  id,
  standing,
  progress,
  outcome,
  status,
  score,
  signals,
  lessons,
  skill,
]: GraphRow): GraphStep {
  return {
    decision: text(id),
    standing: text(standing),
    progress: text(progress),
    outcome:
      outcome === null ? undefined : { id: text(outcome), status: text(status), score: numberIn(score) },
    signals: list(signals).map(signalOf),
    lessons: numberIn(lessons),
    skill: skill === null ? undefined : text(skill),
  };
}

function signalOf(value: GraphValue): GraphStep["signals"][number] {
  const [id, type, valence] = list(value);
  return { id: text(id), type: text(type), valence: text(valence) };
}

const REPLACED = `
  UNWIND $ids AS id
  MATCH (a:Decision {id: id})-[e:SUPERSEDES]->(b:Decision) WHERE e.state = 'active'
  WITH DISTINCT a, b
  RETURN a.id, b.id ORDER BY b.at, b.id, a.id`;
