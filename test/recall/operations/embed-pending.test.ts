import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { type EmbeddingProgress, embedPending } from "../../../src/recall/operations/embedding-service.ts";
import {
  activateModel,
  activeModel,
  claimUnembedded,
  embeddingClaimants,
  pendingEmbeddings,
} from "../../../src/recall/sql/embeddings.ts";
import type { Embedder, EmbeddingKind } from "../../../src/shared/ports.ts";
import { act, decision } from "../../support/decisions.ts";
import { fakeProcesses } from "../../support/fake-processes.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type WordEmbedder, wordEmbedder } from "../../support/word-embedder.ts";

const LEASE_MS = 120_000;
const never = new AbortController().signal;

async function memoryOf(count: number): Promise<TestMemory> {
  const memory = await openMemory();
  for (let n = 0; n < count; n++)
    await addDecision(memory, { decision: decision({ statement: `Decision number ${n}` }) }, act());
  return memory;
}

/** Neither embeds its first batch before the other has claimed one too. */
function meeting(...embedders: [WordEmbedder, WordEmbedder]): [WordEmbedder, WordEmbedder] {
  const waiting = new Set(embedders);
  let meet = (): void => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return embedders.map((one) => ({
    ...one,
    async embed(texts: readonly string[], kind: EmbeddingKind) {
      waiting.delete(one);
      if (waiting.size === 0) meet();
      await met;
      return one.embed(texts, kind);
    },
  })) as [WordEmbedder, WordEmbedder];
}

describe("Embedding the queue", () => {
  it("embeds every decision once, reports progress, and makes its model the active one", async () => {
    const memory = await memoryOf(40);
    const embedder = wordEmbedder();
    const seen: EmbeddingProgress[] = [];
    expect(await embedPending(memory, embedder, never, (progress) => seen.push(progress))).toHaveLength(40);
    expect(new Set(embedder.given).size).toBe(40);
    expect(embedder.given).toHaveLength(40);
    expect(await activeModel(memory)).toBe(embedder.model);
    expect(await pendingEmbeddings(memory)).toBe(0);
    expect(seen.at(-1)).toEqual({ done: 40, left: 0 });
    expect(seen.every(({ done, left }) => done + left === 40)).toBe(true);
    expect(await embedPending(memory, embedder, never)).toHaveLength(0);
  });

  it("shares the work between two connections without embedding anything twice", async () => {
    const memory = await memoryOf(70);
    const other = await openMemoryFile(memory.path, silentLog);
    const [ours, theirs] = meeting(wordEmbedder(), wordEmbedder());
    const done = await Promise.all([
      embedPending(memory, ours, never),
      embedPending({ ...memory, memory: other, processes: fakeProcesses("theirs") }, theirs, never),
    ]);
    await other.close();
    expect(new Set(done.flat()).size).toBe(70);
    expect(Math.min(...done.map((ids) => ids.length))).toBeGreaterThan(0);
    const given = [...ours.given, ...theirs.given];
    expect(given).toHaveLength(70);
    expect(new Set(given).size).toBe(70);
  });

  it("stops between two batches when it is aborted, and leaves the rest to others", async () => {
    const memory = await memoryOf(40);
    const stop = new AbortController();
    const { length: done } = await embedPending(memory, wordEmbedder(), stop.signal, () => stop.abort());
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(40);
    expect(await pendingEmbeddings(memory)).toBe(40 - done);
    expect(await embedPending(memory, wordEmbedder(), never)).toHaveLength(40 - done);
  });

  it("does nothing if it is aborted before it starts", async () => {
    const memory = await memoryOf(3);
    const embedder = wordEmbedder();
    expect(await embedPending(memory, embedder, AbortSignal.abort())).toHaveLength(0);
    expect(embedder.given).toEqual([]);
  });

  it("does nothing if the memory has another active model", async () => {
    const memory = await memoryOf(3);
    await activateModel(memory, "the-memory's-own");
    const embedder = wordEmbedder();
    expect(await embedPending(memory, embedder, never)).toHaveLength(0);
    expect(embedder.given).toEqual([]);
    expect(await activeModel(memory)).toBe("the-memory's-own");
    expect(await pendingEmbeddings(memory)).toBe(3);
  });

  it("embeds everything again when another model becomes active, but not when the first becomes active again", async () => {
    const memory = await memoryOf(20);
    const [first, second] = [wordEmbedder("first"), wordEmbedder("second")];
    await embedPending(memory, first, never);
    await activateModel(memory, "second");
    expect(await pendingEmbeddings(memory)).toBe(20);
    expect(await embedPending(memory, second, never)).toHaveLength(20);
    await activateModel(memory, "first");
    expect(await pendingEmbeddings(memory)).toBe(0);
  });

  it("gives back what it has not finished when it is aborted, so that another process goes on at once", async () => {
    const memory = await memoryOf(40);
    const stop = new AbortController();
    const words = wordEmbedder();
    const interrupted: Embedder = {
      ...words,
      async embed(texts, kind) {
        if (words.given.length === 0) return words.embed(texts, kind);
        stop.abort();
        throw new Error("closed");
      },
    };
    await expect(embedPending(memory, interrupted, stop.signal)).rejects.toThrow("closed");
    const left = await pendingEmbeddings(memory);
    expect(left).toBe(24);
    const other = { ...memory, processes: fakeProcesses("theirs") };
    expect(await embedPending(other, wordEmbedder(), never)).toHaveLength(left);
  });

  it("takes over at once from a process that has ended, and not from one that runs", async () => {
    const memory = await memoryOf(40);
    const lease = { now: memory.clock.now(), leaseMs: LEASE_MS };
    await claimUnembedded(memory, 10, { by: "killed", ...lease });
    await claimUnembedded(memory, 10, { by: "running", ...lease });
    const processes = fakeProcesses();
    processes.ended.add("killed");
    expect(await embedPending({ ...memory, processes }, wordEmbedder(), never)).toHaveLength(30);
    expect(await embeddingClaimants(memory, lease.now)).toEqual(["running"]);
    memory.clock.advance(LEASE_MS);
    expect(await embedPending({ ...memory, processes }, wordEmbedder(), never)).toHaveLength(10);
  });

  it("fails if the embedder does; the claimed batch becomes free when the lease ends, and not before", async () => {
    const memory = await memoryOf(5);
    const failing: Embedder = { ...wordEmbedder(), embed: () => Promise.reject(new Error("crashed")) };
    await expect(embedPending(memory, failing, never)).rejects.toThrow("crashed");
    expect(await pendingEmbeddings(memory)).toBe(5);
    memory.clock.advance(LEASE_MS - 1);
    expect(await embedPending(memory, wordEmbedder(), never)).toHaveLength(0);
    memory.clock.advance(1);
    expect(await embedPending(memory, wordEmbedder(), never)).toHaveLength(5);
  });
});
