import { readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../src/decisions/operations/record-outcome.ts";
import { readEnvironment } from "../src/main/environment.ts";
import { type Wiring, wire } from "../src/main/wire.ts";
import { embedMemory } from "../src/recall/operations/embed-memory.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { startScreening } from "../src/shared/screening.ts";
import { DAY_MS, HOUR_MS } from "../src/shared/time.ts";
import { getConfidenceGuidanceTool } from "../src/tools/membria/get-confidence-guidance.ts";
import { getDecisionContextTool } from "../src/tools/membria/get-decision-context.ts";
import { getWarningsTool } from "../src/tools/membria/get-warnings.ts";
import { type Asked, disagreements } from "./estimates/agreement.ts";
import { callOf, fileIn, PROJECT, rewired } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

interface Past {
  readonly statement: string;
  readonly domain: string;
  readonly author: string;
  readonly stated: number;
  readonly score: number;
  readonly lesson?: string;
  readonly days_ago: number;
}

interface Question {
  readonly key: string;
  readonly statement: string;
  readonly domain: string;
  readonly author: string;
  readonly stated: number;
  /** Between these the recommended confidence is right. */
  readonly low: number;
  readonly high: number;
  readonly status: string | null;
}

interface Pair {
  readonly id: string;
  readonly half: "tune" | "held";
  readonly history: readonly Past[];
  readonly asks: readonly Question[];
  /** The question whose way is the better one, if one is. */
  readonly better: string | null;
}

interface Answer {
  readonly recommended: number;
  readonly status: string;
  readonly risk: number;
  readonly firewall: string;
  readonly wrong: readonly string[];
}

const NOW = Date.UTC(2026, 10, 1);
const LEAST_BETTER = 0.1;
const FIREWALL = ["clear", "caution", "block"];
const shown = process.env["MEMBRIA_BENCH_SHOW"];
const sets = JSON.parse(readFileSync(join(root, "bench", "sets", "estimates.json"), "utf8")) as Pair[];

function report(half: string, played: readonly { pair: Pair; answers: readonly Answer[] }[]): void {
  const answers = played.flatMap((one) => one.answers);
  const inRange = played.flatMap(({ pair, answers: own }) =>
    own.map(({ recommended }, i) => isWithin(recommended, pair.asks[i] as Question)),
  );
  const decided = played.filter(({ pair }) => pair.better !== null).map(sidesOf);
  const count = (values: readonly boolean[]): string => shareOf(values.filter(Boolean).length, values.length);
  console.log(`\n${half}: ${played.length} pairs`);
  console.log(`  the recommendation is in range: ${count(inRange)}, goal ≥ 85 %`);
  console.log(
    `  the better way is recommended higher by ${LEAST_BETTER}: ${count(decided.map(([good, bad]) => good.recommended - bad.recommended >= LEAST_BETTER - 1e-9))}, goal ≥ 80 %`,
  );
  console.log(`  the firewall has them in the right order: ${count(decided.map(isInOrder))}, goal ≥ 75 %`);
  const equal = decided.filter(([good, bad]) => good.risk === bad.risk).length;
  const graver = decided.filter(
    ([good, bad]) => FIREWALL.indexOf(good.firewall) > FIREWALL.indexOf(bad.firewall),
  ).length;
  console.log(`    equally risky: ${equal}; the better way judged more gravely: ${graver}`);
  console.log(
    `  the replies agree with themselves: ${count(answers.map(({ wrong }) => wrong.length === 0))}, goal all`,
  );
  const judged = played.flatMap(({ pair, answers: own }) =>
    own.flatMap(({ status }, i) => {
      const expected = pair.asks[i]?.status;
      return expected ? [expected.replace("_", "-") === status] : [];
    }),
  );
  console.log(`  the status is the expected one: ${count(judged)}, where one is`);
}

function isWithin(value: number, { low, high }: Question): boolean {
  return value >= low - 1e-9 && value <= high + 1e-9;
}

/** The answers for the better way and for the other one. */
function sidesOf({ pair, answers }: { pair: Pair; answers: readonly Answer[] }): [Answer, Answer] {
  const good = pair.asks.findIndex(({ key }) => key === pair.better);
  return [answers[good] as Answer, answers[1 - good] as Answer];
}

/** The risk of the better way is lower, and its status is not graver. */
function isInOrder([good, bad]: readonly [Answer, Answer]): boolean {
  return good.risk < bad.risk && FIREWALL.indexOf(good.firewall) <= FIREWALL.indexOf(bad.firewall);
}

/** Plays the history at its times, embeds it, and asks each question in the three ways. */
async function play({ id, half, history, asks, better }: Pair): Promise<Answer[]> {
  const home = join(folder, id);
  const domains = [...new Set([...history, ...asks].map(({ domain }) => domain))];
  const flags = { home, dbPath: fileIn(home), project: PROJECT, logLevel: "error", modules: domains };
  const wiring = await wire(readEnvironment(flags), process.stderr, { keepsRunning: false });
  let now = NOW;
  const memory = rewired(wiring, { clock: { now: () => new Date(now) } });
  for (const past of [...history].sort((a, b) => b.days_ago - a.days_ago)) {
    now = NOW - past.days_ago * DAY_MS;
    await remember(past, memory, () => (now += HOUR_MS));
    await memory.background.idle();
  }
  now = NOW;
  await perform(embedMemory, {}, memory, await callAs("nobody", memory));
  await memory.background.idle();
  const answers: Answer[] = [];
  for (const question of asks) answers.push(await ask(question, memory));
  // What is kept from tuning is not looked at one by one.
  if (shown === "all" && half === "tune") {
    console.log(`\n${id}${better === null ? "" : `, better ${better}`}`);
    asks.forEach(({ key, low, high, stated, status: expected }, i) => {
      const { recommended, status, risk, firewall, wrong } = answers[i] as Answer;
      const mark = recommended >= low && recommended <= high ? " " : recommended < low ? "↓" : "↑";
      console.log(
        `  ${key} ${mark} ${recommended} in ${low}–${high}, stated ${stated}, ${status}${expected ? ` (${expected})` : ""}, ${firewall} ${risk}`,
      );
      for (const one of wrong) console.log(`      ${one}`);
    });
  }
  await wiring.close();
  return answers;
}

async function remember(past: Past, memory: Wiring, pass: () => void): Promise<void> {
  const { statement, domain, author, stated, score, lesson } = past;
  const call = await callAs(author, memory);
  const { decision } = await perform(
    captureDecision,
    { statement, domain, confidence: stated, confidenceStated: true },
    memory,
    call,
  );
  pass();
  const status = score === 1 ? "success" : score === 0 ? "failure" : "partial";
  const lessons = lesson === undefined ? [] : [lesson];
  await perform(recordOutcome, { ref: decision.id, status, score, lessons }, memory, call);
}

/** An agent that acts for the person of this name. */
async function callAs(person: string, memory: Wiring): Promise<Call> {
  const call = await callOf(memory);
  const name = startScreening(memory.secrets).text("person", person);
  return { ...call, actor: { ...call.actor, author: { ...call.actor.author, person: name } } };
}

async function ask({ statement, domain, author, stated }: Question, memory: Wiring): Promise<Answer> {
  const call = await callAs(author, memory);
  const context = (depth: string) =>
    getDecisionContextTool.call(
      { statement, module: domain, confidence: stated, depth, max_tokens: 20_000 },
      memory,
      call,
    );
  const asked: Asked = {
    stated,
    contexts: {
      minimal: await context("minimal"),
      standard: await context("standard"),
      full: await context("full"),
    },
    warnings: await getWarningsTool.call(
      { statement, module: domain, confidence: stated, max_tokens: 20_000 },
      memory,
      call,
    ),
    guidance: await getConfidenceGuidanceTool.call(
      { domain, decision_confidence: stated, context: statement },
      memory,
      call,
    ),
  };
  const { calibration_context, firewall_status, risk_score } = asked.contexts.standard.structured as {
    calibration_context: { recommended_confidence: number | null; status: string };
    firewall_status: string;
    risk_score: number;
  };
  if (shown === "replies") console.log(`\n${asked.contexts.standard.text}`);
  return {
    recommended: calibration_context.recommended_confidence ?? stated,
    status: calibration_context.status,
    risk: risk_score,
    firewall: firewall_status,
    wrong: disagreements(asked),
  };
}

for (const half of ["tune", "held"] as const) {
  const pairs = sets.filter((pair) => pair.half === half).slice(0, smoke ? 2 : undefined);
  const played: { pair: Pair; answers: Answer[] }[] = [];
  for (const pair of pairs) played.push({ pair, answers: await play(pair) });
  report(half, played);
}
