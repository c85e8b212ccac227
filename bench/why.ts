import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { gitCheckout } from "../src/repository/git/checkout.ts";
import { explainPlace } from "../src/repository/operations/explain-place.ts";
import { followAnchors } from "../src/repository/operations/follow-anchors.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { workTree } from "../test/support/git.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { callOf, openMemory, rewired } from "./memory.ts";
import { milliseconds } from "./report.ts";
import { quantile, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const COMMITS = smoke ? 200 : 20_000;
const DECISIONS = smoke ? 20 : 1_000;
const FILES = smoke ? 30 : 1_500;
const LINES = 60;
const ASKED = smoke ? 5 : 200;
const BEGIN = Date.UTC(2018, 0, 1);
const STEP_MS = 3 * 3_600_000;
/** Every so many commits a file is renamed. */
const RENAMED_EVERY = 40;
const GOAL_MS = 1_000;

const repository = join(folder, "repository");
const paths = await writeHistory();
const opened = await openMemory(join(folder, "home"));
const deps = rewired(opened, { checkout: gitCheckout(async () => workTree(repository)) });
const call = await callOf(opened);
await decide();

const place = (n: number): string => `${paths[(n * 37) % paths.length]}:${1 + ((n * 13) % LINES)}`;
const ask = (n: number) => timed(() => perform(explainPlace, { place: place(n) }, deps, call));

/** What this process and those of git took of the processors, in milliseconds: what others do meanwhile is not in it. */
function processorTime(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}
const hasProcessorTime = existsSync("/proc/self/stat");

console.log(`\nwhy  (${COMMITS} commits, ${FILES} files, ${DECISIONS} decisions)`);
const start = hasProcessorTime ? processorTime() : 0;
const first = await ask(0);
const spent = hasProcessorTime ? `, ${milliseconds(processorTime() - start)} of processor time` : "";
console.log(`  the first question, nothing read before   ${milliseconds(first)}${spent}`);
const rest = await timed(() => followAnchors(call.scope, deps, { patient: true }));
console.log(`  reading what is left of the history       ${milliseconds(rest)}`);
const times: number[] = [];
const before = hasProcessorTime ? processorTime() : 0;
for (let n = 1; n <= ASKED; n++) times.push(await ask(n));
const each = hasProcessorTime ? (processorTime() - before) / ASKED : undefined;
const [median, slow] = [quantile(times, 0.5), quantile(times, 0.95)];
console.log(`  a question, median and 95th percentile    ${milliseconds(median)}, ${milliseconds(slow)}`);
if (each !== undefined) console.log(`  the same in processor time, mean          ${milliseconds(each)}`);
const afterCommit: number[] = [];
for (let n = 0; n < Math.min(10, ASKED); n++) {
  commitOne(n);
  afterCommit.push(await ask(n));
}
console.log(`  the first question after a commit         ${milliseconds(quantile(afterCommit, 0.5))}`);
const worst = Math.max(first, ...times, ...afterCommit);
console.log(
  `  the slowest of all: ${milliseconds(worst)}, goal ≤ 1 s: ${worst <= GOAL_MS ? "kept" : "missed"}`,
);
await opened.close();

/** Decisions of the whole time, each about two files. */
async function decide(): Promise<void> {
  const next = madeUpDecisions(7);
  for (let n = 0; n < DECISIONS; n++) {
    const at = new Date(BEGIN + ((n * COMMITS) / DECISIONS) * STEP_MS);
    const evidence = [0, 1].map((more) => ({
      kind: "file" as const,
      ref: `src/d${(n + more) % 30}/f${(n * 7 + more) % FILES}.ts`,
    }));
    await perform(
      captureDecision,
      { ...next(), evidence },
      { ...deps, clock: { ...deps.clock, now: () => at } },
      call,
    );
  }
}

/** Writes a history of plain edits and some renames at once. Returns the paths at its end. */
async function writeHistory(): Promise<string[]> {
  mkdirSync(repository, { recursive: true });
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: repository });
  const names = Array.from({ length: FILES }, (_, n) => `src/d${n % 30}/f${n}.ts`);
  const texts = names.map((_, n) =>
    Array.from({ length: LINES }, (_line, i) =>
      i % 10 === 0
        ? `export function f${n}of${i}() {`
        : i % 10 === 9
          ? "}"
          : `  const v${i} = compute(${n}, ${i});`,
    ),
  );
  const git = spawn("git", ["fast-import", "--quiet"], {
    cwd: repository,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const write = (text: string): Promise<void> | undefined =>
    git.stdin.write(text) ? undefined : new Promise((resolve) => git.stdin.once("drain", () => resolve()));
  for (let n = 0; n < COMMITS; n++) {
    const seconds = Math.floor((BEGIN + n * STEP_MS) / 1_000);
    const message = `Change ${n}`;
    await write(
      `commit refs/heads/main\nmark :${n + 1}\ncommitter A <a@git.example> ${seconds} +0000\ndata ${message.length}\n${message}\n`,
    );
    if (n > 0 && n % RENAMED_EVERY === 0) {
      const one = (n * 11) % FILES;
      const to = `src/moved/m${n}-${one}.ts`;
      await write(`R ${names[one]} ${to}\n`);
      names[one] = to;
      continue;
    }
    for (let k = 0; k < (n === 0 ? FILES : 3); k++) {
      const one = n === 0 ? k : (n * 7 + k * 31) % FILES;
      const lines = texts[one] as string[];
      const at = 1 + ((n + k) % 8) + 10 * (n % 6);
      lines[at] = `  const v${at} = compute(${one}, ${n});`;
      const text = `${lines.join("\n")}\n`;
      await write(`M 100644 inline ${names[one]}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    }
  }
  await new Promise<void>((resolve) => {
    git.once("close", () => resolve());
    git.stdin.end();
  });
  execFileSync("git", ["reset", "--quiet", "--hard"], { cwd: repository });
  return names;
}

function commitOne(n: number): void {
  appendFileSync(join(repository, paths[n] as string), `// ${n}\n`);
  const user = ["-c", "user.name=A", "-c", "user.email=a@git.example"];
  execFileSync("git", [...user, "commit", "--quiet", "--all", "-m", `Add ${n}`], { cwd: repository });
}
