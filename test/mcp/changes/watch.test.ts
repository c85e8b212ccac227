import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { UNLIMITED } from "../../../src/mcp/calls/limits.ts";
import { openWatch, type Watched } from "../../../src/mcp/changes/watch.ts";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { mcpServer } from "../../../src/mcp/server.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";
import { decide } from "../../support/loop.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";

/** The store, with a count of who follows it at the moment. */
function counted(store: Memory): { memory: Memory; followers(): number } {
  let followers = 0;
  return {
    followers: () => followers,
    memory: {
      ...store,
      follow(listener) {
        const stop = store.follow(listener);
        followers += 1;
        return () => {
          followers -= 1;
          stop();
        };
      },
    },
  };
}

const all = (uri: string, scope = "shop"): Watched => ({ uri, scope, areas: ["decisions"] });

async function watching(memory: TestMemory) {
  const { memory: store, followers } = counted(memory);
  const told: string[] = [];
  const watch = openWatch(store, silentLog, (uri) => told.push(uri));
  const hears = (uris: readonly string[]) => eventually(() => expect(told).toEqual(uris));
  return { watch, told, followers, hears };
}

describe("a watch", () => {
  it("follows the change feed once while there are subscriptions, and stops after the last one", async () => {
    const { watch, followers } = await watching(await openMemory());
    expect(followers()).toBe(0);
    watch.add("a", Promise.resolve(all("membria://a")));
    watch.add("b", Promise.resolve(all("membria://b")));
    expect(followers()).toBe(1);
    watch.remove("a");
    watch.remove("a");
    watch.remove("never");
    expect(followers()).toBe(1);
    watch.remove("b");
    expect(followers()).toBe(0);
    watch.add("c", Promise.resolve(all("membria://c")));
    expect(followers()).toBe(1);
    watch.stop();
    expect(followers()).toBe(0);
  });

  it("misses no write while it resolves what an address depends on", async () => {
    const memory = await openMemory();
    const { watch, hears } = await watching(memory);
    let found = (_: Watched) => {};
    watch.add("a", new Promise((resolve) => (found = resolve)));
    await decide(memory);
    found(all("membria://a"));
    await hears(["membria://a"]);
    watch.stop();
  });

  it("notifies once per address and batch of writes, and only for writes of its project", async () => {
    const memory = await openMemory();
    const { watch, told, hears } = await watching(memory);
    watch.add("a", Promise.resolve(all("membria://a")));
    watch.add("again", Promise.resolve(all("membria://a")));
    watch.add("bank", Promise.resolve(all("membria://bank", "bank")));
    watch.add("everywhere", Promise.resolve(all("membria://everywhere", "all")));
    await decide(memory);
    await hears(["membria://a", "membria://everywhere"]);
    await decide(memory, {}, { project: "bank" });
    await eventually(() => expect(told).toContain("membria://bank"));
    expect(told.filter((uri) => uri === "membria://a")).toHaveLength(1);
    watch.stop();
  });

  it("notifies about everything in every project when the memory was rebuilt", async () => {
    const memory = await openMemory();
    const { watch, hears } = await watching(memory);
    watch.add("a", Promise.resolve({ ...all("membria://a"), areas: ["decision/dec_a"] }));
    watch.add("bank", Promise.resolve({ ...all("membria://bank", "bank"), areas: ["domain/database"] }));
    await rebuildDerived(memory, false, act());
    await hears(["membria://a", "membria://bank"]);
    watch.stop();
  });

  it("keeps watching the other addresses when one cannot be read", async () => {
    const memory = await openMemory();
    const { watch, hears } = await watching(memory);
    watch.add("broken", Promise.reject(new Error("there is no such thing")));
    watch.add("a", Promise.resolve(all("membria://a")));
    await decide(memory);
    await hears(["membria://a"]);
    watch.stop();
  });
});

describe("a server", () => {
  it("stops following the memory when its client disconnects, unsubscribes, or could not subscribe", async () => {
    const memory = await openMemory();
    const { memory: store, followers } = counted(memory);
    const server = mcpServer(
      { ...memory, memory: store },
      {
        version: "1.2.3",
        exposure: { profile: "core", toolNames: "portable", readOnly: false },
        connection: {
          role: "viewer",
          dueDays: 30,
          limits: UNLIMITED,
          requests: createRequestLogs(memory.log, memory.entropy),
          project: async () => ({ project: "shop", dueDays: 30 }),
        },
      },
    )({ era: "legacy" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1.0" });
    await server.connect(ours);
    await client.connect(theirs);
    const uri = "membria://decisions/all";

    await client.subscribeResource({ uri });
    expect(followers()).toBe(1);
    await client.unsubscribeResource({ uri });
    expect(followers()).toBe(0);
    await expect(client.subscribeResource({ uri: "membria://decisions/dec_nowhere" })).rejects.toThrow(
      "There is no decision dec_nowhere",
    );
    expect(followers()).toBe(0);
    await client.subscribeResource({ uri });
    await client.close();
    expect(followers()).toBe(0);
  });
});
