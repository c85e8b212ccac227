import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { linkGraph, TRAVERSAL_DEPTH } from "../src/decisions/operations/traverse-links.ts";
import { RELATIONS, type Relation } from "../src/decisions/rules/link.ts";
import { qualityCounts } from "../src/decisions/sql/link-quality.ts";
import { connect } from "../src/store/file/connection.ts";
import { fileIn, openMemory, PROJECT } from "./memory.ts";
import { milliseconds } from "./report.ts";
import { quantile, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const DECISIONS = smoke ? 500 : 100_000;
const LINKS = smoke ? 1_500 : 300_000;
const STARTS = smoke ? 20 : 1_000;
const BUDGET_MS = 100;

const USES: readonly {
  readonly name: string;
  readonly depth: number;
  readonly relations: readonly Relation[];
}[] = [
  { name: "a decision's neighbourhood", depth: TRAVERSAL_DEPTH.decision, relations: RELATIONS },
  { name: "how a topic evolved", depth: TRAVERSAL_DEPTH.topic, relations: ["supersedes"] },
  { name: "what a search leads to", depth: TRAVERSAL_DEPTH.context, relations: RELATIONS },
];

const home = join(folder, "links");
mkdirSync(home, { recursive: true });
await (await openMemory(home)).close();
await grow(fileIn(home));
const wiring = await openMemory(home);
const random = uniform(7);
const any = (): string => idOf(Math.floor(random() * DECISIONS));
const busiest = Array.from({ length: Math.min(50, DECISIONS) }, (_, n) => idOf(n));

console.log(
  `\nTraversals among ${DECISIONS} decisions and ${LINKS} links in force (goal: 99 % under ${BUDGET_MS} ms)`,
);
for (const { name, depth, relations } of USES) {
  for (const [whence, starts] of [
    ["any decision", Array.from({ length: STARTS }, any)],
    ["the most linked", busiest],
  ] as const) {
    const times: number[] = [];
    const work: number[] = [];
    const sizes: number[] = [];
    let cut = 0;
    for (const start of starts) {
      // With an empty cache.
      const graph = linkGraph(wiring.memory, wiring.clock);
      const before = process.cpuUsage();
      const began = performance.now();
      const found = await graph.traverse(PROJECT, [start], depth, relations);
      times.push(performance.now() - began);
      const { user, system } = process.cpuUsage(before);
      work.push((user + system) / 1_000);
      sizes.push(found.reached.size);
      if (found.cut) cut++;
    }
    const most = quantile(times, 0.99);
    console.log(
      `  ${name} (depth ${depth}) from ${whence}: median ${milliseconds(quantile(times, 0.5))}, 99 % within ${milliseconds(most)}, worst ${milliseconds(Math.max(...times))} (of the processor ${milliseconds(quantile(work, 0.5))}, ${milliseconds(quantile(work, 0.99))} and ${milliseconds(Math.max(...work))}); ${quantile(sizes, 0.5)} decisions in the median, ${cut} of ${starts.length} cut; ${most < BUDGET_MS ? "kept" : "missed"}`,
    );
  }
}

const remembering = linkGraph(wiring.memory, wiring.clock);
const again: number[] = [];
for (let i = 0; i < STARTS * 2; i++) {
  // Some decisions are requested often and most hardly ever.
  const start = idOf(Math.floor(random() ** 6 * DECISIONS));
  const { hits } = remembering.usage();
  const began = performance.now();
  await remembering.traverse(PROJECT, [start], TRAVERSAL_DEPTH.context);
  if (remembering.usage().hits > hits) again.push(performance.now() - began);
}
const { hitRate } = remembering.usage();
console.log(
  `  asked for again and again: ${((hitRate ?? 0) * 100).toFixed(1)} % remembered${again.length > 0 ? `, and then ${milliseconds(quantile(again, 0.5))}` : ""}`,
);
const report = await timed(() => qualityCounts(wiring.memory, PROJECT));
console.log(`  the quality report counts all of it in ${milliseconds(report)}`);
await wiring.close();

function idOf(n: number): string {
  return `dec_${String(n).padStart(8, "0")}`;
}

/** Writes links in bulk: chains of replacements, and links concentrated on some decisions and neighbourhoods. */
async function grow(file: string): Promise<void> {
  const connection = await connect(file);
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  await connection.write((sql) => {
    for (let n = 0; n < DECISIONS; n++) {
      sql.run(
        `INSERT INTO memories (id, type, project, content, topic, topic_stated, domain, standing, progress, author_kind,
           author, context_hash, created_at, updated_at, body)
         VALUES (?1, 'decision', ?2, ?3, ?4, 1, 'general', 'active', 'pending', 'agent', 'bench', '', ?5, ?5, ?6)`,
        idOf(n),
        PROJECT,
        `Decision number ${n}`,
        `topic-${n % 20_000}`,
        n,
        JSON.stringify({
          schema_version: 1,
          alternatives: [],
          assumptions: [],
          risks: [],
          evidence: [],
          consequences: [],
          confidence_updates: [],
          notes: [],
        }),
      );
    }
    const next = uniform(1);
    for (let n = 0; n < LINKS; n++) {
      const { from, to, relation } = drawn(n, next);
      sql.run(
        `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body) VALUES (?, ?, ?, ?, ?, 'active', ?, ?)`,
        `lnk_${String(n).padStart(8, "0")}`,
        PROJECT,
        idOf(from),
        idOf(to),
        relation,
        n,
        JSON.stringify({ schema_version: 1, origin: "auto", reason: `similarity: ${n}` }),
      );
    }
  });
  await connection.close();
}

function drawn(n: number, next: () => number): { from: number; to: number; relation: Relation } {
  const from = Math.floor(next() * DECISIONS);
  // A sixth replaces the previous decision, half links to a neighbour, the rest to popular decisions.
  if (n % 6 === 0) return { from: Math.max(1, from), to: Math.max(1, from) - 1, relation: "supersedes" };
  const relation = n % 5 === 0 ? "contradicts" : "refines";
  const near = (from + 1 + Math.floor(next() * 50)) % DECISIONS;
  const popular = Math.floor(next() ** 3 * DECISIONS);
  const to = n % 2 === 0 ? near : popular === from ? near : popular;
  return { from, to, relation };
}

function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
