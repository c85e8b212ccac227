import fc from "fast-check";
import { expect, it } from "vitest";
import type { Store } from "../../../src/memory/store.ts";
import type { OpenedStore, OpenStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";

const LEASE_MS = 60_000;
const RUNS = 30;
const DECISIONS = 6;

const after = (ms: number): Date => new Date(DAY.getTime() + ms);

/** The ids that a process gets. */
async function claim(store: Store, by: string, limit = 10, now = DAY): Promise<string[]> {
  const claimed = await store.claimUnembedded(limit, { by, now, leaseMs: LEASE_MS });
  return claimed.map(({ id }) => id);
}

async function addDecisions(store: Store, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push((await store.addDecision({ decision: decision() }, act())).decision.id);
  return ids;
}

type Step =
  | { readonly do: "claim"; readonly by: string; readonly limit: number }
  | { readonly do: "release"; readonly by: readonly string[] }
  | { readonly do: "save"; readonly first: number }
  | { readonly do: "wait"; readonly ms: number };

const process = fc.constantFrom("a", "b", "c");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("claim" as const),
      by: process,
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release" as const), by: fc.uniqueArray(process) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("save" as const), first: fc.nat(DECISIONS - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS),
    }),
  },
);

export function claiming(current: () => OpenedStore, open: OpenStore): void {
  it("gives out a decision with a lease, and not again until the lease ends", async () => {
    const { store } = current();
    await addDecisions(store, 5);
    const first = await claim(store, "a", 3);
    const second = await claim(store, "b");
    expect([first.length, second.length]).toEqual([3, 2]);
    expect(new Set([...first, ...second]).size).toBe(5);
    expect(await claim(store, "b", 10, after(LEASE_MS - 1))).toEqual([]);
    expect(await claim(store, "b", 10, after(LEASE_MS))).toHaveLength(5);
  });

  it("names the processes with a claim, until they embedded everything or lost the lease", async () => {
    const { store } = current();
    await store.activateModel("test");
    await addDecisions(store, 3);
    expect(await store.embeddingClaimants(DAY)).toEqual([]);
    const [id = ""] = await claim(store, "a", 1);
    await claim(store, "b");
    expect(new Set(await store.embeddingClaimants(DAY))).toEqual(new Set(["a", "b"]));
    await store.saveVectors("test", [{ id, vector: new Float32Array(32).fill(1) }]);
    expect(await store.embeddingClaimants(DAY)).toEqual(["b"]);
    expect(await store.embeddingClaimants(after(LEASE_MS))).toEqual([]);
  });

  it("reads the vectors of several decisions by the active model, and none of another", async () => {
    const { store } = current();
    await store.activateModel("test");
    await addDecisions(store, 2);
    const [one = "", other = ""] = await claim(store, "a");
    const vector = new Float32Array(32).fill(0.5);
    await store.saveVectors("test", [{ id: one, vector }]);
    expect([...(await store.vectorsOf("all", [one, other, "dec_unknown"]))]).toEqual([[one, vector]]);
    await store.activateModel("another");
    expect((await store.vectorsOf("all", [one])).size).toBe(0);
  });

  it("gives out at once what its process gives back, and nothing of another process", async () => {
    const { store } = current();
    await addDecisions(store, 5);
    const returned = await claim(store, "a", 3);
    await claim(store, "b", 1);
    await store.releaseClaims(["a"]);
    expect(await store.embeddingClaimants(DAY)).toEqual(["b"]);
    expect(await claim(store, "c")).toEqual(expect.arrayContaining(returned));
    await store.releaseClaims(["a"]);
    expect(await claim(store, "d")).toEqual([]);
  });

  it("has each decision claimed by at most one process, whatever they claim, embed and give back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const opened = await open();
        try {
          const { store } = opened;
          await store.activateModel("test");
          const ids = await addDecisions(store, DECISIONS);
          const waiting = new Set(ids);
          const claims = new Map<string, { by: string; until: number }>();
          let now = 0;
          const isFree = (id: string): boolean => (claims.get(id)?.until ?? 0) <= now;
          for (const next of steps) {
            if (next.do === "wait") now += next.ms;
            if (next.do === "release") {
              await store.releaseClaims(next.by);
              for (const [id, { by }] of claims) if (next.by.includes(by)) claims.delete(id);
            }
            if (next.do === "save") {
              const id = ids[next.first] as string;
              await store.saveVectors("test", [{ id, vector: new Float32Array(32).fill(1) }]);
              waiting.delete(id);
              claims.delete(id);
            }
            if (next.do === "claim") {
              const free = [...waiting].filter(isFree);
              const claimed = await claim(store, next.by, next.limit, after(now));
              expect(free).toEqual(expect.arrayContaining(claimed));
              expect(claimed).toHaveLength(Math.min(next.limit, free.length));
              for (const id of claimed) claims.set(id, { by: next.by, until: now + LEASE_MS });
            }
            const claimants = new Set(
              [...claims.values()].filter(({ until }) => until > now).map(({ by }) => by),
            );
            expect(new Set(await store.embeddingClaimants(after(now)))).toEqual(claimants);
            expect(await store.pendingEmbeddings()).toBe(waiting.size);
          }
        } finally {
          await opened.dispose();
        }
      }),
      { numRuns: RUNS },
    );
  });
}
