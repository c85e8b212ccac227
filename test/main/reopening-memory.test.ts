import { describe, expect, it, vi } from "vitest";
import { reopeningMemory } from "../../src/main/reopening-memory.ts";

import { Fault } from "../../src/shared/errors.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { stepByStep } from "../../src/store/operations/step-by-step.ts";

const gone = new Fault("unavailable", "It was cut.", { reason: "store_replaced" });
const busy = new Fault("unavailable", "It is busy.", { reason: "store_busy" });
const lost = new Fault("conflict", "It is empty.", { reason: "store_lost" });

/** A memory at a position, which fails with what it is given. */
function memory(position: number, failure?: Fault) {
  const stopped = vi.fn();
  return {
    stopped,
    position: vi.fn(async () => {
      if (failure) throw failure;
      return position;
    }),
    follow: vi.fn(() => stopped),
    close: vi.fn(async () => {}),
  };
}

const asStore = (parts: unknown): Memory => parts as Memory;

describe("A memory that can be lost", () => {
  it("is opened again after its file is gone, and the one who called is told", async () => {
    const [first, second] = [memory(7, gone), memory(3)];
    const open = vi.fn(async () => asStore(second));
    const store = reopeningMemory("membria.db", open, asStore(first));
    await expect(store.position()).rejects.toBe(gone);
    expect(first.close).toHaveBeenCalledOnce();
    expect(await store.position()).toBe(3);
    await store.position();
    expect(open).toHaveBeenCalledOnce();
    await store.close();
    expect(second.close).toHaveBeenCalledOnce();
  });

  it("says why it cannot be opened with every call, until it can", async () => {
    const open = vi.fn(async () => asStore(memory(3)));
    open.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    const store = reopeningMemory("membria.db", open, asStore(memory(7, gone)));
    const tries = [];
    for (let n = 0; n < 4; n++) tries.push(await store.position().catch((error: unknown) => error));
    expect(tries).toEqual([gone, lost, lost, 3]);
  });

  it("stays open after any other failure", async () => {
    const first = memory(7, busy);
    const open = vi.fn();
    const store = reopeningMemory("membria.db", open, asStore(first));
    for (let n = 0; n < 2; n++) await expect(store.position()).rejects.toBe(busy);
    expect(first.close).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
  });

  it("has those who follow it follow the next one, until they stop", async () => {
    const [first, second] = [memory(7, gone), memory(3)];
    const store = reopeningMemory("membria.db", async () => asStore(second), asStore(first));
    const [listener, other] = [() => {}, () => {}];
    store.follow(listener);
    store.follow(other)();
    expect(first.stopped).toHaveBeenCalledOnce();
    await store.position().catch(() => {});
    await store.position();
    expect(second.follow.mock.calls).toEqual([[listener]]);
  });

  it("can be asked step by step before it is opened", async () => {
    const store = reopeningMemory("membria.db", async () => asStore(memory(3)));
    const steps = stepByStep({ memory: store, background: { step: async (work) => work() } });
    expect(await steps.memory.position()).toBe(3);
  });
});
