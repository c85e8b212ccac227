import { readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { getDecisionContext } from "../src/learning/operations/get-decision-context.ts";
import { readEnvironment } from "../src/main/environment.ts";
import { type Wiring, wire } from "../src/main/wire.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { callOf, fileIn, PROJECT } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

/** Two statements, of which the newer says something about the older. */
interface Pair {
  readonly id: string;
  /** The rule may be fitted to the first half. The other half only judges it. */
  readonly half: "tune" | "held";
  readonly old: string;
  readonly new: string;
}

/** What the memory says when the newer one is proposed, and when it is captured. */
interface Named {
  readonly pair: Pair;
  readonly context: boolean;
  readonly capture: boolean;
  /** Whether a decision of another pair was named as contradicted or replaced. */
  readonly others: number;
}

const SETS = ["contradictions", "neighbours", "opposites"] as const;
type SetName = (typeof SETS)[number];

const setNamed = (name: SetName): Pair[] =>
  (JSON.parse(readFileSync(join(root, "bench", "sets", `${name}.json`), "utf8")) as Pair[]).slice(
    0,
    smoke ? 4 : undefined,
  );

/** Where something else is said than that the two are at odds. */
const AGREES = /^(?:About \S+: )?(?:The same (?:holds|was given up)|This failed)/;
const ID = /\bdec_[0-9a-z]+/gi;
const shown = process.env["MEMBRIA_BENCH_SHOW"];

/** The statements of a memory by the ids under which they were captured. */
async function capture(statement: string, memory: Wiring, call: Call) {
  const fields = { statement, alternatives: [], confidenceStated: false };
  const { decision, notices } = await perform(captureDecision, fields, memory, call);
  await memory.background.idle();
  const late = memory.lateNotices.take(call);
  const told = [...notices, ...late].map((notice) => (typeof notice === "string" ? notice : notice.text));
  return { id: decision.id, told };
}

async function namedInContext(statement: string, memory: Wiring, call: Call): Promise<Set<string>> {
  const { warningReport } = await perform(getDecisionContext, { statement }, memory, call);
  const warnings = warningReport.warnings.filter(({ type }) => type === "contradiction");
  return new Set(warnings.flatMap(({ evidenceIds }) => evidenceIds));
}

const idsIn = (told: readonly string[]): Set<string> =>
  new Set(told.filter((text) => !AGREES.test(text)).flatMap((text) => text.match(ID) ?? []));

/** Each pair in a project of its own, as in a young memory. */
async function measureAlone(pairs: readonly Pair[], memory: Wiring): Promise<Named[]> {
  const named: Named[] = [];
  for (const pair of pairs) {
    const call = { ...(await callOf(memory)), scope: `example.org/bench/${pair.id}` };
    const { id } = await capture(pair.old, memory, call);
    const before = await namedInContext(pair.new, memory, call);
    const { told } = await capture(pair.new, memory, call);
    const after = idsIn(told);
    named.push({ pair, context: before.has(id), capture: after.has(id), others: 0 });
  }
  return named;
}

/** The older ones of all pairs in one project, and then the newer ones. */
async function measureTogether(pairs: readonly Pair[], memory: Wiring): Promise<Named[]> {
  const call = { ...(await callOf(memory)), scope: "example.org/bench/together" };
  const idOf = new Map<Pair, string>();
  for (const pair of pairs) idOf.set(pair, (await capture(pair.old, memory, call)).id);
  const named: Named[] = [];
  for (const pair of pairs) {
    const id = idOf.get(pair) ?? "";
    const before = await namedInContext(pair.new, memory, call);
    const { id: own, told } = await capture(pair.new, memory, call);
    const after = idsIn(told);
    const others = new Set([...before, ...after].filter((other) => other !== id && other !== own));
    named.push({ pair, context: before.has(id), capture: after.has(id), others: others.size });
  }
  return named;
}

function report(title: string, of: ReadonlyMap<SetName, readonly Named[]>): void {
  for (const half of ["tune", "held"] as const) {
    console.log(`\n${title}, ${half} half`);
    let [right, wrong] = [0, 0];
    for (const name of SETS) {
      const all = (of.get(name) ?? []).filter(({ pair }) => pair.half === half);
      const named = all.filter(({ context, capture }) => context || capture);
      if (name === "neighbours") wrong += named.length;
      else right += named.length;
      wrong += all.reduce((sum, { others }) => sum + others, 0);
      const goal = { contradictions: "≥ 70 %", neighbours: "≤ 5 %", opposites: "≥ 90 %" }[name];
      const where = `context ${all.filter((one) => one.context).length}, capture ${all.filter((one) => one.capture).length}`;
      console.log(`  ${name} named: ${shareOf(named.length, all.length)}, goal ${goal}; ${where}`);
      if (shown === half || shown === "all")
        for (const { pair, context, capture } of all)
          if ((context || capture) === (name === "neighbours"))
            console.log(`    ${pair.id} ${pair.old} | ${pair.new}`);
    }
    console.log(`  of all that is named, rightly: ${shareOf(right, right + wrong)}, goal ≥ 85 %`);
  }
}

const sets = new Map(SETS.map((name) => [name, setNamed(name)]));
const home = join(folder, "relations");
const flags = { home, dbPath: fileIn(home), project: PROJECT, logLevel: "error" };
// As a server, which embeds what was captured.
const memory = await wire(readEnvironment(flags), process.stderr, { keepsRunning: true });
const all = SETS.flatMap((name) => sets.get(name) ?? []);
for (const [title, measure] of [
  ["Each pair alone in its memory", measureAlone],
  ["All pairs in one memory", measureTogether],
] as const) {
  const named = await measure(all, memory);
  report(
    title,
    new Map(SETS.map((name) => [name, named.filter(({ pair }) => sets.get(name)?.includes(pair))])),
  );
}
await memory.close();
