import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import type { Embedder } from "../../src/shared/ports.ts";
import type { Answer } from "../../src/tools/tmkb/query.ts";
import { openMemory } from "../support/memory.ts";
import { silentLog } from "../support/silent-log.ts";
import { succeed } from "../support/tools.ts";
import { meaningBy } from "../support/word-embedder.ts";

/** A task with a risk that no pattern is about. */
interface Uncovered {
  readonly id: string;
  readonly task: string;
}

const FOLDER = fileURLToPath(new URL("../knowledge/uncovered", import.meta.url));
const TASKS = readdirSync(FOLDER)
  .flatMap((name) => readFileSync(`${FOLDER}/${name}`, "utf8").trim().split("\n"))
  .map((line) => JSON.parse(line) as Uncovered);

let embedder: Embedder;
beforeAll(() => {
  embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
});
afterAll(() => embedder.close());

describe("Tasks with a risk that no pattern covers", () => {
  it("are enough to judge by", () => {
    expect(TASKS.length).toBeGreaterThanOrEqual(40);
  });

  it.each(TASKS)("are not told that all is well: $id", async ({ task }) => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const answer = (await succeed(memory, "tmkb_query", { context: task })) as unknown as Answer;
    if (answer.patterns.length > 0) return;
    expect(answer.notice).toContain("no clearance");
    expect(answer.looked_for?.length).toBeGreaterThan(10);
  });
});
