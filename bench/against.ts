import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { PROJECT } from "./memory.ts";
import { chart, ratioText } from "./report.ts";
import { ratioOf, takeTurns, timed } from "./rounds.ts";
import { initialize, type ServerProcess, startServer, timeToFirstAnswer } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

/** The `membria.js` of another build, such as that of the last release; without one, this build takes both places. */
const OTHER = process.env["MEMBRIA_BENCH_AGAINST"] ?? product;
const ROUNDS = smoke ? 2 : 100;
const STARTS = smoke ? 1 : 25;
const DECISIONS = smoke ? 20 : 1_000;
const SETTLED_EVERY = 10;
const THIS = "this build";
const THAT = "the other build";

interface Contestant {
  readonly name: string;
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly server: ServerProcess;
}

const contestants = await Promise.all(
  [
    { name: THIS, script: product },
    { name: THAT, script: OTHER },
  ].map(async (one): Promise<Contestant> => {
    // By words alone: the embedding runs in a process of its own and would only add its noise to both.
    const env = {
      MEMBRIA_HOME: mkdtempSync(join(folder, "home-")),
      MEMBRIA_PROJECT: PROJECT,
      MEMBRIA_EMBEDDING: "off",
    };
    const server = startServer([one.script, "mcp", "serve"], env);
    await initialize(server);
    server.notify("notifications/initialized");
    return { ...one, env, server };
  }),
);

const next = madeUpDecisions(1);
const statements: string[] = [];
for (let i = 0; i < DECISIONS; i++) {
  const { statement } = next();
  statements.push(statement);
  for (const { server } of contestants) {
    const { decision_id } = await call(server, "membria_capture_decision", captureOf(statement));
    if (i % SETTLED_EVERY === 0) await call(server, "membria_record_outcome", outcomeOf(decision_id, i));
  }
}

let asked = 0;
/** Each statement is asked for once by each contestant, so that no kept answer helps. */
const fresh = (): string => `${statements[asked++ % statements.length]} in round ${asked}`;

await compare("start to the answer of initialize", STARTS, ({ script, env }) =>
  timeToFirstAnswer([script, "mcp", "serve"], env),
);
await compare("capture a decision", ROUNDS, ({ server }) =>
  timed(() => call(server, "membria_capture_decision", captureOf(fresh()))),
);
await compare("search by words", ROUNDS, ({ server }) =>
  timed(() => call(server, "search_decisions", { query: fresh() })),
);
await compare("get the context of a decision", ROUNDS, ({ server }) =>
  timed(() => call(server, "membria_get_decision_context", { statement: fresh() })),
);
await Promise.all(contestants.map(({ server }) => server.end()));

async function compare(
  what: string,
  rounds: number,
  once: (contestant: Contestant) => Promise<number>,
): Promise<void> {
  const samples = await takeTurns(
    contestants.map((contestant) => ({ name: contestant.name, once: () => once(contestant) })),
    rounds,
  );
  chart(what, samples, THAT);
  const [ours, theirs] = samples;
  if (ours && theirs) console.log(`  ${THIS} to ${THAT}: ${ratioText(ratioOf(ours, theirs))}`);
}

function captureOf(statement: string) {
  return { statement, alternatives: ["Leave it as it is"], confidence: 0.8 };
}

function outcomeOf(decision_id: unknown, i: number) {
  const works = i % (3 * SETTLED_EVERY) !== 0;
  return { decision_id, final_status: works ? "success" : "failure", final_score: works ? 1 : 0 };
}

async function call(
  server: ServerProcess,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const result = (await server.request("tools/call", { name, arguments: args })) as {
    isError?: boolean;
    structuredContent: Record<string, unknown>;
  };
  if (result.isError) throw new Error(JSON.stringify(result.structuredContent).slice(0, 300));
  return result.structuredContent;
}
