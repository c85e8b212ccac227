import { describe, expect, it } from "vitest";
import { openGuidance } from "../../../src/learning/sql/guidance.ts";
import { type Observation, recordObservations } from "../../../src/memory/record-observations.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { followingInBackground } from "../../../src/repository/operations/follow-anchors.ts";
import { restartsSince } from "../../../src/sessions/sql/notes.ts";
import { observationBuffer } from "../../../src/shared/operations/observations.ts";
import { type Call, perform } from "../../../src/shared/operations/operation.ts";
import { fillShop } from "../../contract/filled-project.ts";
import { codeLines } from "../../support/code-scene.ts";
import { DAY, screened } from "../../support/decisions.ts";
import { CACHES, experience } from "../../support/experience.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { callBy, folderOfTest, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { allOperations } from "../../support/operations.ts";
import { exposures } from "../../support/skills.ts";
import { noPatience } from "../../support/timers.ts";
import { holdWriteLock } from "../../support/write-lock.ts";

const statement = "Cache carts in Redis";

/** What each read is asked. A read without a line fails. */
const INPUTS: Readonly<Record<string, object>> = {
  "list-people": {},
  "read-log": { limit: 10 },
  "analyze-decision": { ref: "dec_a" },
  "complete-decision-id": { prefix: "dec" },
  "count-warnings": {},
  "detect-anomalies": {},
  "get-calibration": {},
  "get-causal-chain": { ref: "dec_a" },
  "get-confidence-guidance": { domain: "backend", confidence: 0.9, statement },
  "get-decision": { ref: "dec_a" },
  "get-decision-context": { statement, confidence: 0.9, depth: "full" },
  "get-proposal": { ref: "prop_a" },
  "chart-calibration": {},
  "check-change": {},
  "check-health": {},
  "graph-decisions": {},
  "verify-log": {},
  "explain-place": { place: "src/orders.ts" },
  "get-restart-metrics": {},
  "get-skill": { ref: "sk_a" },
  "get-skills": { domain: "backend", statement, minConfidence: 0 },
  "get-stats": {},
  "get-team-status": {},
  "get-threat": { id: "flask-background-job-identity" },
  "get-warnings": { statement, confidence: 0.9 },
  "list-anchors": { ref: "dec_a" },
  "list-calibrations": {},
  "list-contradictions": {},
  "read-decisions": { ids: ["dec_a"] },
  "list-decisions": {},
  "list-domains": {},
  "list-due": {},
  "list-guidance": {},
  "list-candidates": {},
  "list-told": {},
  "count-waiting": {},
  "list-imports": {},
  "list-keys": {},
  "list-members": {},
  "list-memories": { types: ["decision", "checkpoint", "insight"] },
  "list-pending-links": {},
  "list-projects": {},
  "list-early-failures": {},
  "list-proposals": {},
  "list-proposed-outcomes": {},
  "list-similar": { ref: "dec_a" },
  "list-threats": {},
  "load-checkpoint": {},
  "load-context": { ref: "dec_a" },
  "query-threats": { context: "background job that exports invoices" },
  "recall-topic": { topic: "orders" },
  "report-quality": {},
  "review-period": {},
  "scan-auto-links": { includeSamples: true },
  "search-decisions": { query: "orders" },
  "search-memories": { query: "orders" },
  "suggest-decisions": { question: "Where do we keep orders?" },
  "validate-cleanup": {},
};

/** Some of everything, and a skill on trial. */
async function filledMemory(): Promise<TestMemory> {
  const memory = await openMemory();
  memory.clock.set(DAY);
  await fillShop(memory);
  await experience(memory, CACHES);
  await memory.background.idle();
  return rewired(memory, { skillTrials: true, ...(await besideCode()) });
}

/** Its reads wait for nothing that they can do without. */
function impatient(memory: TestMemory): TestMemory {
  const { memory: store, background, log } = memory;
  const timers = noPatience;
  const observations = observationBuffer<Observation>({
    write: (batch, since) => recordObservations(store, batch, since),
    position: store.position,
    background,
    timers,
    log,
  });
  return rewired(memory, { timers, observations });
}

/** A repository that moved since it was last looked at, and has a change that is not committed. */
async function besideCode(): Promise<Pick<TestMemory, "checkout" | "following">> {
  const repository = await gitRepository();
  await repository.write("src/orders.ts", codeLines("orders"));
  repository.commit("Begin", DAY);
  await repository.write("src/orders.ts", codeLines("rows"));
  return { checkout: gitCheckout(async () => workTree(repository.root)), following: followingInBackground() };
}

function inSession(): Call {
  const call = callBy({ role: "admin" });
  return { ...call, actor: { ...call.actor, sessionId: screened("session-1") } };
}

async function performAllReads(memory: TestMemory, after: (name: string) => Promise<void>): Promise<void> {
  const folder = await folderOfTest();
  const inputs: typeof INPUTS = {
    ...INPUTS,
    "export-json": { file: folder.file("export.json") },
    "export-proposals": { folder: folder.path },
  };
  for (const operation of (await allOperations()).filter(({ effect }) => effect === "read")) {
    const input = inputs[operation.name];
    if (!input) throw new Error(`The read ${operation.name} has no input here.`);
    await perform(operation, input, memory, inSession());
    await after(operation.name);
  }
}

/** What is stored of the observations that these reads make. */
const stored = async ({ memory: store, path }: TestMemory) => ({
  guidance: (await openGuidance(store, "shop", { since: new Date(0) }, 10)).filter(
    (guidance) => guidance.statement === statement,
  ).length,
  restarts: (await restartsSince(store, "shop", new Date(0))).length,
  exposures: (await exposures(path)).length,
});

const ALL_STORED = { guidance: 1, restarts: 2, exposures: 2 };

describe("a read", WITH_GIT, () => {
  it("leaves no audit row, whichever it is, and what it observes is stored", async () => {
    const memory = await filledMemory();
    const position = await memory.position();
    const left: string[] = [];
    await performAllReads(memory, async (name) => {
      await memory.background.idle();
      if ((await memory.position()) !== position) left.push(name);
    });
    expect(left).toEqual([]);
    expect(await stored(memory)).toEqual(ALL_STORED);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("answers while another process holds the write lock, and what it observes is stored afterwards", async () => {
    const memory = impatient(await filledMemory());
    const before = await stored(memory);
    const lock = await holdWriteLock(memory.path);
    // A write waits for the lock without end here, so that a read that waits for a write never answers.
    await performAllReads(memory, async () => {});
    expect(await stored(memory)).toEqual(before);
    await lock.release();
    await memory.background.idle();
    expect(await stored(memory)).toEqual(ALL_STORED);
  });
});
