import { describe, expect, it } from "vitest";
import { folderOfTest } from "../support/memory.ts";
import { startServer } from "../support/stdio-client.ts";

const SECRET = "hunter2secret";

interface Entry {
  readonly level: string;
  readonly message: string;
  readonly meta?: Record<string, unknown>;
}

const call = (name: string, args: object) => ({ name, arguments: args });

/** Sends a secret in every place that a caller fills, and returns what was logged. */
async function logOf(level: string): Promise<readonly Entry[]> {
  const folder = await folderOfTest();
  const client = startServer({
    env: {
      MEMBRIA_HOME: folder.path,
      MEMBRIA_PROJECT: "shop",
      MEMBRIA_EMBEDDING: "off",
      MEMBRIA_LOG_LEVEL: level,
    },
  });
  await client.initialize();
  const statement = `Use ${SECRET} for the orders`;
  const capture = { statement, alternatives: [SECRET], confidence: 0.8, context: { session_id: SECRET } };
  await client.request("tools/call", call("membria.capture_decision", capture));
  await client.request("tools/call", call("membria.get_decision_context", { statement }));
  await client.request("tools/call", call("membria.get_decision_context", { statement }));
  await client.request("tools/call", call("membria.capture_decision", { [SECRET]: SECRET }));
  await client.request("tools/call", call("membria.get_decision", { decision_id: SECRET }));
  await client.request(
    "tools/call",
    call("membria.update_decision", { decision_id: SECRET, status: SECRET }),
  );
  await client.request(
    "tools/call",
    call("save_decision", { decision: SECRET, topic: SECRET, reasoning: SECRET }),
  );
  await client.request("tools/call", call(SECRET, {}));
  await client.request("resources/read", { uri: `membria://decisions/${SECRET}` });
  await client.request("resources/read", { name: SECRET });
  await client.request("prompts/get", { name: SECRET });
  await client.request(SECRET, {});
  client.notify(`notifications/${SECRET}`, { [SECRET]: SECRET });
  client.notify("notifications/cancelled", { requestId: SECRET });
  expect(await client.close()).toBe(0);
  const lines = client
    .stderr()
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Entry);
}

describe("Membria protocol, Logging", () => {
  it("logs every tool call, and nothing that a caller chose, at any level", async () => {
    const entries = await logOf("debug");
    expect(entries.filter((entry) => JSON.stringify(entry).includes(SECRET))).toEqual([]);
    expect(entries.filter(({ message }) => /tool call/i.test(message))).toHaveLength(7);
    expect(entries).toContainEqual(
      expect.objectContaining({
        level: "info",
        message: "Tool call refused",
        meta: expect.objectContaining({
          tool: "membria_update_decision",
          arguments: { decision_id: `<text ${SECRET.length}>`, status: `<text ${SECRET.length}>` },
        }),
      }),
    );
  });

  it("logs operations of the store and of caches at the level debug, with durations and counts", async () => {
    const entries = await logOf("debug");
    const metas = (message: string) =>
      entries.filter((entry) => entry.message === message && entry.level === "debug").map(({ meta }) => meta);
    const took = { duration_ms: expect.any(Number) };
    expect(metas("Store operation")).toContainEqual({ operation: "addDecision", ...took, rows: 1 });
    expect(metas("Store operation")).toContainEqual(
      expect.objectContaining({ operation: "findCandidates", rows: expect.any(Number) }),
    );
    const cache = { cache: "context", ...took, entries: expect.any(Number) };
    expect(metas("Cache operation")).toContainEqual({ ...cache, operation: "miss" });
    expect(metas("Cache operation")).toContainEqual({ ...cache, operation: "hit" });
  });

  it("leaves them out at the level info", async () => {
    const entries = await logOf("info");
    expect(entries.filter(({ level }) => level === "debug")).toEqual([]);
    expect(entries.map(({ message }) => message)).not.toContain("Store operation");
  });
});
