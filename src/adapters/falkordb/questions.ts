import type { GraphAnswer, GraphQuestion, GraphStep } from "../../domain/team/team-log.ts";
import { chainOf } from "./chain.ts";
import type { Graph } from "./graph.ts";
import { type GraphRow, type GraphValue, list, number, text } from "./reply.ts";

/**
 * The state of the projection is read first, so the answer holds for it at least: what is read afterwards can only be
 * newer.
 */
export async function ask(graph: Graph, question: GraphQuestion): Promise<GraphAnswer> {
  const log = await graph.read("MATCH (l:Log) RETURN l.projected");
  if (!log?.[0]) return { steps: [], replaced: [], asOf: 0 };
  const asOf = number(log[0][0]);
  const ids = await decisionsOf(graph, question);
  if (ids.length === 0) return { steps: [], replaced: [], asOf };
  const [steps = [], replaced = []] = await Promise.all([
    graph.read(STEPS, { ids }),
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
const STEPS = `
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
    outcome: outcome === null ? undefined : { id: text(outcome), status: text(status), score: number(score) },
    signals: list(signals).map(signalOf),
    lessons: number(lessons),
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
