import fc from "fast-check";
import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import {
  activateModel,
  claimUnembedded,
  embeddingClaimants,
  pendingEmbeddings,
  releaseClaims,
  saveVectors,
  vectorsOf,
} from "../../../src/recall/sql/embeddings.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore, OpenStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";

const LEASE_MS = 60_000;
const RUNS = 30;
const DECISIONS = 6;

const after = (ms: number): Date => new Date(DAY.getTime() + ms);

/** The ids that a process gets. */
async function claim(memory: Memory, by: string, limit = 10, now = DAY): Promise<string[]> {
  const claimed = await claimUnembedded(memory, limit, { by, now, leaseMs: LEASE_MS });
  return claimed.map(({ id }) => id);
}

async function addDecisions(memory: Memory, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push((await addDecision(memory, { decision: decision() }, act())).decision.id);
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
    const { memory } = current();
    await addDecisions(memory, 5);
    const first = await claim(memory, "a", 3);
    const second = await claim(memory, "b");
    expect([first.length, second.length]).toEqual([3, 2]);
    expect(new Set([...first, ...second]).size).toBe(5);
    expect(await claim(memory, "b", 10, after(LEASE_MS - 1))).toEqual([]);
    expect(await claim(memory, "b", 10, after(LEASE_MS))).toHaveLength(5);
  });

  it("names the processes with a claim, until they embedded everything or lost the lease", async () => {
    const { memory } = current();
    await activateModel(memory, "test");
    await addDecisions(memory, 3);
    expect(await embeddingClaimants(memory, DAY)).toEqual([]);
    const [id = ""] = await claim(memory, "a", 1);
    await claim(memory, "b");
    expect(new Set(await embeddingClaimants(memory, DAY))).toEqual(new Set(["a", "b"]));
    await saveVectors(memory, "test", [{ id, vector: new Float32Array(32).fill(1) }]);
    expect(await embeddingClaimants(memory, DAY)).toEqual(["b"]);
    expect(await embeddingClaimants(memory, after(LEASE_MS))).toEqual([]);
  });

  it("reads the vectors of several decisions by the active model, and none of another", async () => {
    const { memory } = current();
    await activateModel(memory, "test");
    await addDecisions(memory, 2);
    const [one = "", other = ""] = await claim(memory, "a");
    const vector = new Float32Array(32).fill(0.5);
    await saveVectors(memory, "test", [{ id: one, vector }]);
    expect([...(await vectorsOf(memory, "all", [one, other, "dec_unknown"]))]).toEqual([[one, vector]]);
    await activateModel(memory, "another");
    expect((await vectorsOf(memory, "all", [one])).size).toBe(0);
  });

  it("gives out at once what its process gives back, and nothing of another process", async () => {
    const { memory } = current();
    await addDecisions(memory, 5);
    const returned = await claim(memory, "a", 3);
    await claim(memory, "b", 1);
    await releaseClaims(memory, ["a"]);
    expect(await embeddingClaimants(memory, DAY)).toEqual(["b"]);
    expect(await claim(memory, "c")).toEqual(expect.arrayContaining(returned));
    await releaseClaims(memory, ["a"]);
    expect(await claim(memory, "d")).toEqual([]);
  });

  it("has each decision claimed by at most one process, whatever they claim, embed and give back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const opened = await open();
        try {
          const { memory } = opened;
          await activateModel(memory, "test");
          const ids = await addDecisions(memory, DECISIONS);
          const waiting = new Set(ids);
          const claims = new Map<string, { by: string; until: number }>();
          let now = 0;
          const isFree = (id: string): boolean => (claims.get(id)?.until ?? 0) <= now;
          for (const next of steps) {
            if (next.do === "wait") now += next.ms;
            if (next.do === "release") {
              await releaseClaims(memory, next.by);
              for (const [id, { by }] of claims) if (next.by.includes(by)) claims.delete(id);
            }
            if (next.do === "save") {
              const id = ids[next.first] as string;
              await saveVectors(memory, "test", [{ id, vector: new Float32Array(32).fill(1) }]);
              waiting.delete(id);
              claims.delete(id);
            }
            if (next.do === "claim") {
              const free = [...waiting].filter(isFree);
              const claimed = await claim(memory, next.by, next.limit, after(now));
              expect(free).toEqual(expect.arrayContaining(claimed));
              expect(claimed).toHaveLength(Math.min(next.limit, free.length));
              for (const id of claimed) claims.set(id, { by: next.by, until: now + LEASE_MS });
            }
            const claimants = new Set(
              [...claims.values()].filter(({ until }) => until > now).map(({ by }) => by),
            );
            expect(new Set(await embeddingClaimants(memory, after(now)))).toEqual(claimants);
            expect(await pendingEmbeddings(memory)).toBe(waiting.size);
          }
        } finally {
          await opened.dispose();
        }
      }),
      { numRuns: RUNS },
    );
  });
}
