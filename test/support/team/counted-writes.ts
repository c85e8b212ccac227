import { keyText, type SharedChange } from "../../../src/team/rules/member-change.ts";
import type { Replica } from "./what-is-where.ts";
import type { Acknowledged, WriteKind } from "./writes.ts";

const TOKEN = /token\d{6}/g;

/** Where the words of each kind of write are, one text for each record. */
const TEXTS: Readonly<Record<WriteKind, string>> = {
  decision: "SELECT content AS text FROM memories WHERE type = 'decision'",
  outcome: "SELECT body AS text FROM outcomes",
  signal: "SELECT body AS text FROM signals",
  note: "SELECT n.value AS text FROM memories m, json_each(m.body, '$.notes') n WHERE m.type = 'decision'",
  link: "SELECT body AS text FROM links",
};

export interface Counted {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
}

/** Changes by the words in them. A write has its word in one change. */
export function countInLog(
  acknowledged: ReadonlyMap<string, Acknowledged>,
  changes: readonly SharedChange[],
): Counted {
  const keys = changes.map(keyText);
  const times = timesOf(changes.map(({ parts }) => JSON.stringify(parts)));
  const known = new Set<string>();
  const repeated = keys.filter((key) => known.size === known.add(key).size);
  const counted = judged(acknowledged.keys(), times);
  return { ...counted, twice: [...counted.twice, ...repeated] };
}

/** Records by the words in them, on one machine. */
export async function countRecords(
  acknowledged: ReadonlyMap<string, Acknowledged>,
  { connection }: Replica,
): Promise<Counted> {
  const missing: string[] = [];
  const twice: string[] = [];
  for (const [kind, query] of Object.entries(TEXTS)) {
    const texts = await connection.read((sql) => sql.all(query).map((row) => String(row["text"])));
    const tokens = [...acknowledged].filter(([, write]) => write.kind === kind).map(([token]) => token);
    const counted = judged(tokens, timesOf(texts));
    missing.push(...counted.missing.map((token) => `${kind} ${token}`));
    twice.push(...counted.twice.map((token) => `${kind} ${token}`));
  }
  return { missing, twice };
}

function timesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const text of texts)
    for (const token of new Set(text.match(TOKEN))) times.set(token, (times.get(token) ?? 0) + 1);
  return times;
}

function judged(tokens: Iterable<string>, times: ReadonlyMap<string, number>): Counted {
  const missing: string[] = [];
  const twice: string[] = [];
  for (const token of tokens) {
    const found = times.get(token) ?? 0;
    if (found === 0) missing.push(token);
    if (found > 1) twice.push(token);
  }
  return { missing, twice };
}
