import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { manyMama, writeMama } from "../test/support/mama-database.ts";
import { bytesByTable, pendingTexts } from "./bytes-by-table.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { fileIn, PROJECT } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns, timed } from "./rounds.ts";
import { initialize, neutralEnvironment, type ServerProcess, startServer } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

/** The `membria.js` of another build, such as one from before the log of changes; without one, this build takes both places. */
const OTHER = process.env["MEMBRIA_BENCH_AGAINST"] ?? product;
const DECISIONS = smoke ? 20 : 1_000;
/** The last of them are timed. */
const TIMED = smoke ? 5 : 200;
const IMPORTS = smoke ? 1 : 3;
const [IMPORTED, LINKS] = smoke ? [50, 120] : [20_000, 50_000];
const GOAL = 1.5;
const THIS = "this build";
const THAT = "the other build";
const BUILDS = [
  { name: THIS, script: product },
  { name: THAT, script: OTHER },
] as const;

interface Contestant {
  readonly name: string;
  readonly script: string;
  readonly home: string;
}

const contestants = BUILDS.map((build): Contestant => ({ ...build, home: newHome() }));
await capture();
await reportBytes(`${DECISIONS} decisions, a tenth with an outcome, by words alone`, DECISIONS, contestants);
await embedAll();
await reportBytes("The same with their embeddings", DECISIONS, contestants);
await reportBytes(
  `An import of ${IMPORTED} decisions and ${LINKS} links`,
  IMPORTED,
  await importEverywhere(),
);

function newHome(): string {
  return mkdtempSync(join(folder, "home-"));
}

function environmentOf({ home }: { readonly home: string }, embedding: "off" | "local"): NodeJS.ProcessEnv {
  return { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT, MEMBRIA_EMBEDDING: embedding };
}

async function serve(one: Contestant, embedding: "off" | "local"): Promise<ServerProcess> {
  const server = startServer([one.script, "mcp", "serve"], environmentOf(one, embedding));
  await initialize(server);
  server.notify("notifications/initialized");
  return server;
}

/** Both grow a memory of their own from the same decisions, and are timed on the last ones. */
async function capture(): Promise<void> {
  const servers = await Promise.all(contestants.map((one) => serve(one, "off")));
  const inputs = contestants.map(() => madeUpDecisions(1));
  const captureNext = async (i: number): Promise<unknown> => {
    const { statement, alternatives, assumptions, confidence } = inputs[i]!();
    const args = { statement, alternatives, assumptions, confidence };
    return (await call(servers[i]!, "membria_capture_decision", args))["decision_id"];
  };
  // The first round warms up and is not counted.
  for (let n = 0; n < DECISIONS - TIMED - 1; n++) {
    for (let i = 0; i < servers.length; i++) {
      const decision_id = await captureNext(i);
      if (n % 10 === 0)
        await call(servers[i]!, "membria_record_outcome", {
          decision_id,
          final_status: "success",
          final_score: 1,
        });
    }
  }
  const samples = await takeTurns(
    contestants.map(({ name }, i) => ({ name, once: () => timed(() => captureNext(i)) })),
    TIMED,
  );
  chart("Capture a decision through the pipe", samples, THAT);
  judge(samples, [{ what: `a capture of ${THIS} to one of ${THAT}`, of: THIS, to: THAT, atMost: GOAL }]);
  await Promise.all(servers.map((server) => server.end()));
}

/** Until no text waits for its embedding. */
async function embedAll(): Promise<void> {
  for (const one of contestants) {
    const server = await serve(one, "local");
    while ((await pendingTexts(fileIn(one.home))) > 0)
      await new Promise((resolve) => setTimeout(resolve, 500));
    await server.end();
  }
}

/** Each time into a new home; what is returned are those of the last round. */
async function importEverywhere(): Promise<readonly Contestant[]> {
  const source = join(folder, "mama.db");
  await writeMama(source, manyMama(IMPORTED, LINKS));
  const last = new Map<string, Contestant>();
  const samples = await takeTurns(
    BUILDS.map((build) => ({
      name: build.name,
      once: () => {
        const one = { ...build, home: newHome() };
        last.set(build.name, one);
        return timed(() => importInto(one, source));
      },
    })),
    IMPORTS,
  );
  chart(`Import ${IMPORTED} decisions and ${LINKS} links`, samples, THAT);
  judge(samples, [{ what: `the import of ${THIS} to that of ${THAT}`, of: THIS, to: THAT, atMost: GOAL }]);
  return [...last.values()];
}

async function importInto(one: Contestant, source: string): Promise<void> {
  const child = spawn(process.execPath, [one.script, "import", "mama", source, "--json"], {
    env: { ...neutralEnvironment(), ...environmentOf(one, "off") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0 || !existsSync(fileIn(one.home)))
    throw new Error(`The import ended with exit code ${code}.`);
}

async function reportBytes(what: string, decisions: number, files: readonly Contestant[]): Promise<void> {
  const tables = new Map<string, ReadonlyMap<string, number>>();
  for (const { name, home } of files) tables.set(name, await bytesByTable(fileIn(home)));
  const [ours, theirs] = [tables.get(THIS)!, tables.get(THAT)!];
  const sum = (bytes: ReadonlyMap<string, number>) => [...bytes.values()].reduce((a, b) => a + b, 0);
  const [all, before] = [sum(ours), sum(theirs)];
  const kept = all / before <= GOAL ? "kept" : "missed";
  const per = (bytes: number): string => `${Math.round(bytes / decisions)}`;
  console.log(`\n${what}  (bytes per decision after VACUUM)`);
  console.log(
    `  ${THIS} ${per(all)}, ${THAT} ${per(before)}: ${(all / before).toFixed(2)} ×, goal ≤ ${GOAL} ×: ${kept}`,
  );
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  const grownBy = (name: string): number => (ours.get(name) ?? 0) - (theirs.get(name) ?? 0);
  for (const name of names.sort((a, b) => (ours.get(b) ?? 0) - (ours.get(a) ?? 0)).slice(0, 16))
    console.log(
      `  ${name.padEnd(28)} ${per(ours.get(name) ?? 0).padStart(6)} ${per(theirs.get(name) ?? 0).padStart(6)}  ${grownBy(name) < 0 ? "" : "+"}${per(grownBy(name))}`,
    );
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
