import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitLeaning } from "../../scripts/leaning.mjs";
import type { AntipatternExamples } from "../../src/decisions/rules/antipattern-examples.ts";
import { readAntipatternExamples } from "../../src/knowledge/antipattern-examples.ts";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import { shippedFile } from "../../src/recall/embedding/shipped-file.ts";
import type { Embedder } from "../../src/shared/ports.ts";
import { quantised } from "../../src/shared/quantised-vectors.ts";
import { DECISION_RECORDS } from "../support/decision-records.ts";
import { silentLog } from "../support/silent-log.ts";

/** Of the many public ones every so many, so that a run is short; all of them with the long tests. */
const STEP = process.env["MEMBRIA_SOAK"] === "1" ? 1 : 4;

let embedder: Embedder;
let examples: AntipatternExamples;
beforeAll(async () => {
  embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
  examples = await readAntipatternExamples(shippedFile("antipattern-index.json"))();
});
afterAll(() => embedder.close());

async function resembled(statement: string): Promise<string | undefined> {
  const [vector = new Float32Array()] = await embedder.embed([statement], "query");
  return examples.resembled(statement, vector);
}

describe("Antipatterns by meaning, with the model that is shipped", () => {
  it.each([
    [
      "weak-password-recovery",
      "Ask people who lost their password for the name of their dog, mail is unreliable",
    ],
    ["predictable-tokens", "Session keys are made of the member number and the day, which is easy to read"],
    [
      "world-writable-files",
      "Let every user of the machine have full rights on the program folder so that deployments stop failing",
    ],
  ])("find %s in other words: %s", async (id, statement) => {
    expect(await resembled(statement)).toBe(id);
  });

  it.each([
    "Use PostgreSQL for orders",
    "Mail people who lost their password a link that works once",
    "Draw session keys from the random generator of the system",
    "Never make session keys of the member number and the day",
  ])("find nothing in: %s", async (statement) => {
    expect(await resembled(statement)).toBeUndefined();
  });

  it.each(DECISION_RECORDS)("are seen in 2 % at most of the titles of $name", async ({ items, isPublic }) => {
    const titles = items.map(({ title }) => title).filter((_, i) => !isPublic || i % STEP === 0);
    const alarms: string[] = [];
    for (const title of titles) if (await resembled(title)) alarms.push(title);
    expect(alarms.length, alarms.join("\n")).toBeLessThanOrEqual(0.02 * titles.length);
  });
});

describe("What tells bad examples from fine ones", () => {
  it("is what they have in common across subjects", () => {
    const vectors = [
      [0.9, 0, 0.4],
      [0, 0.9, 0.4],
      [0.9, 0, -0.4],
      [0, 0.9, -0.4],
    ];
    const rows = Int8Array.from(vectors.flatMap((vector) => [...quantised(Float32Array.from(vector))]));
    const { weights, offset } = fitLeaning(rows, 3, [true, true, false, false]);
    expect(weights[2]).toBeGreaterThan(1);
    expect(Math.abs(weights[0] ?? 1)).toBeLessThan(0.01);
    expect(Math.abs(offset)).toBeLessThan(0.01);
  });
});
