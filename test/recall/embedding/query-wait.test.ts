import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitQueryWait } from "../../../src/recall/embedding/query-embedding.ts";
import type { Embedder } from "../../../src/shared/ports.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const VECTOR = Float32Array.of(1);
const TOO_SLOW = { code: "unavailable", reason: "embedding_timeout" };
const LONG = 60_000;
const SHORT = 20;

/** An embedder that answers when the test says so. */
function heldEmbedder() {
  const asked: { texts: readonly string[]; answer(): void; fail(): void }[] = [];
  const embedder: Embedder = {
    ...wordEmbedder(),
    embed: (texts) =>
      new Promise((resolve, reject) => {
        const fail = (): void => reject(new Error("the process ended"));
        asked.push({ texts, answer: () => resolve([VECTOR]), fail });
      }),
  };
  return { embedder, asked };
}

const loopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("A query", () => {
  it("gets its vector if the embedder answers in time", async () => {
    const { embedder, asked } = heldEmbedder();
    const query = limitQueryWait(embedder, () => LONG).embed(["where?"], "query");
    asked[0]?.answer();
    expect(await query).toEqual([VECTOR]);
  });

  it("is waited for as long as it takes if nobody is in a hurry", async () => {
    const { embedder, asked } = heldEmbedder();
    const limited = limitQueryWait(embedder, () => 0);
    await expect(limited.embed(["where?"], "query")).rejects.toMatchObject(TOO_SLOW);
    const patient = limited.embed(["where?"], "query", { patient: true });
    await loopTurn();
    asked[1]?.answer();
    expect(await patient).toEqual([VECTOR]);
  });

  it("is given up when the embedder takes too long", async () => {
    const { embedder } = heldEmbedder();
    const query = limitQueryWait(embedder, () => 20).embed(["where?"], "query");
    await expect(query).rejects.toMatchObject({
      ...TOO_SLOW,
      message: expect.stringContaining("20 ms"),
      hint: expect.stringContaining("embeddingWaitMs"),
    });
  });

  it("fails at once while an earlier one that was given up is still not answered", async () => {
    const { embedder, asked } = heldEmbedder();
    let waitMs = 20;
    const limited = limitQueryWait(embedder, () => waitMs);
    await expect(limited.embed(["first"], "query")).rejects.toMatchObject(TOO_SLOW);
    waitMs = LONG;
    await expect(limited.embed(["second"], "query")).rejects.toMatchObject(TOO_SLOW);
    expect(asked).toHaveLength(1);
  });

  it.each(["answer", "fail"] as const)("is asked again after the late %s of an earlier one", async (end) => {
    const { embedder, asked } = heldEmbedder();
    let waitMs = 20;
    const limited = limitQueryWait(embedder, () => waitMs);
    await expect(limited.embed(["first"], "query")).rejects.toMatchObject(TOO_SLOW);
    asked[0]?.[end]();
    await loopTurn();
    waitMs = LONG;
    const query = limited.embed(["second"], "query");
    asked[1]?.answer();
    expect(await query).toEqual([VECTOR]);
  });

  it("gets an answer that came in time while this process was busy", async () => {
    // As from another process: it is there before the time is over, and read when this one has time again.
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    const answer = once(port2, "message").then(([vector]) => [vector as Float32Array]);
    const embedder: Embedder = { ...wordEmbedder(), embed: () => answer };
    const query = limitQueryWait(embedder, () => SHORT).embed(["where?"], "query");
    await loopTurn();
    port1.postMessage(VECTOR);
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 2 * 1_000 * SHORT);
    expect(await query).toEqual([VECTOR]);
  });
});

it("Passages take as long as they need", async () => {
  const { embedder, asked } = heldEmbedder();
  const limited = limitQueryWait(embedder, () => 20);
  const passage = limited.embed(["a long text"], "passage");
  await expect(limited.embed(["where?"], "query")).rejects.toMatchObject(TOO_SLOW);
  asked[0]?.answer();
  expect(await passage).toEqual([VECTOR]);
});
