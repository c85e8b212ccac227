import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Harvest, harvestCandidates } from "../src/candidates/operations/harvest-candidates.ts";
import { citationText, type DecisionCandidate } from "../src/candidates/rules/candidate.ts";
import { gitCheckout } from "../src/repository/git/checkout.ts";
import { perform } from "../src/shared/operations/operation.ts";
import type { Checkout } from "../src/shared/ports.ts";
import { workTree } from "../test/support/git.ts";
import { callOf, openMemory } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

const HISTORIES =
  process.env["MEMBRIA_BENCH_HISTORIES"] ??
  fileURLToPath(new URL("../../shared/data/histories/", import.meta.url));
const JUDGED = join(root, "bench", "harvest", "judged.json");
const SHOWN = process.env["MEMBRIA_BENCH_SHOW"];
const SAMPLE = 50;
const MOST = 500;

/** A verdict on one candidate, by where it stands: nothing of what it says is kept. */
interface Verdict {
  /** The rules were changed after the first round, and the second judges what the first has not seen. */
  readonly round: number;
  readonly history: string;
  readonly place: string;
  readonly kept: boolean;
}

/** A part of a history. The rules were fitted on the first halves of others, and nothing was fitted on `held` ones. */
interface Part {
  readonly history: string;
  readonly name: string;
  readonly held: boolean;
  readonly checkout: Checkout;
}

async function parts(): Promise<Part[]> {
  const bundles = existsSync(HISTORIES)
    ? readdirSync(HISTORIES).filter((name) => name.endsWith(".bundle"))
    : [];
  if (bundles.length === 0) console.log(`No bundles in ${HISTORIES}; only this repository is read.`);
  const all: Part[] = [];
  for (const bundle of smoke ? [] : bundles.sort()) {
    const history = bundle.replace(".bundle", "");
    const path = join(folder, history);
    execFileSync("git", ["clone", "--quiet", join(HISTORIES, bundle), path], { stdio: "ignore" });
    const checkout = gitCheckout(async () => workTree(path));
    if (history !== "fastify") {
      all.push({ history, name: "whole", held: false, checkout });
      continue;
    }
    const middle = await middleOf(checkout);
    all.push(
      {
        history,
        name: `before ${dayOf(middle)}`,
        held: false,
        checkout: within(checkout, (at) => at < middle),
      },
      {
        history,
        name: `from ${dayOf(middle)} on`,
        held: true,
        checkout: within(checkout, (at) => at >= middle),
      },
    );
  }
  return [
    ...all,
    {
      history: "own",
      name: "whole",
      held: true,
      checkout: gitCheckout(async () => workTree(root.replace(/\/$/, ""))),
    },
  ];
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function middleOf(checkout: Checkout): Promise<Date> {
  const times: number[] = [];
  for await (const { at } of checkout.history({})) times.push(at.getTime());
  return new Date(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
}

/** The commits of a time. The files are those of the newest one, and therefore of no earlier part. */
const within = (checkout: Checkout, isIn: (at: Date) => boolean): Checkout => ({
  ...checkout,
  async *history(query) {
    for await (const commit of checkout.history(query)) if (isIn(commit.at)) yield commit;
  },
});

function report(
  { history, name, held: isHeld }: Part,
  { commits, candidates, leftOut }: Harvest,
  seconds: number,
): void {
  const found = candidates.length + leftOut;
  const per = (count: number): string => ((1_000 * count) / Math.max(1, commits)).toFixed(1);
  console.log(
    `${history}, ${name}${isHeld ? " (nothing fitted on it)" : ""}: ${commits} commits, ${found} candidates, ${per(found)} per 1,000 commits; ${seconds.toFixed(2)} s, ${((10_000 * seconds) / Math.max(1, commits)).toFixed(1)} s per 10,000`,
  );
}

const placeOf = ({ citation }: DecisionCandidate): string =>
  citation?.file === undefined ? (citation?.commit ?? "").slice(0, 12) : `${citation.file}:${citation.line}`;

function show(candidate: DecisionCandidate, history = ""): void {
  const { statement, reasoning, alternatives, citation, quote } = candidate;
  console.log(`\n${history} ${placeOf(candidate)}\n  ${statement}`);
  if (alternatives.length > 0) console.log(`  not ${alternatives.join("; ")}`);
  if (reasoning) console.log(`  because ${reasoning.slice(0, 300)}`);
  console.log(`  ${JSON.stringify(quote.slice(0, 400))}\n  ${citation ? citationText(citation) : ""}`);
}

/** Always the same, so that who judges sees what is counted. */
function shuffled<T>(items: readonly T[]): T[] {
  let seed = 21;
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  return items
    .map((item) => ({ item, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

function verdicts(): Verdict[] {
  return existsSync(JUDGED) ? (JSON.parse(readFileSync(JUDGED, "utf8")) as Verdict[]) : [];
}

function judged(): void {
  const places = new Set(held.map(({ history, candidate }) => `${history} ${placeOf(candidate)}`));
  const all = verdicts();
  const say = (what: string, some: readonly Verdict[]): void =>
    console.log(`  ${what}: ${shareOf(some.filter((one) => one.kept).length, some.length)}`);
  console.log("\nwould be kept, judged by hand by bench/harvest/judging.md:");
  for (const round of new Set(all.map((one) => one.round))) {
    const of = all.filter((one) => one.round === round);
    say(`round ${round}`, of);
    for (const history of new Set(of.map((one) => one.history)))
      say(
        `  ${history}`,
        of.filter((one) => one.history === history),
      );
  }
  say(
    "of all of them, what is still found",
    all.filter(({ history, place }) => places.has(`${history} ${place}`)),
  );
}

const memory = await openMemory(folder);
const call = await callOf(memory);
const held: { readonly history: string; readonly candidate: DecisionCandidate }[] = [];
for (const part of await parts()) {
  const started = performance.now();
  const harvest = await perform(
    harvestCandidates,
    { dryRun: true, limit: MOST },
    { ...memory, checkout: part.checkout },
    call,
  );
  report(part, harvest, (performance.now() - started) / 1000);
  if (part.held) held.push(...harvest.candidates.map((candidate) => ({ history: part.history, candidate })));
  else if (SHOWN === "fitted") for (const candidate of harvest.candidates) show(candidate);
}
// What was judged before is left out, so that each round sees what no rule was changed for.
const before = new Set(verdicts().map(({ history, place }) => `${history} ${place}`));
const unseen = held.filter(({ history, candidate }) => !before.has(`${history} ${placeOf(candidate)}`));
if (SHOWN === "judge") for (const one of shuffled(unseen).slice(0, SAMPLE)) show(one.candidate, one.history);
judged();
await memory.close();
