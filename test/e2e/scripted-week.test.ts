import { basename } from "node:path";
import { expect, it } from "vitest";
import { restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { runProgram } from "../support/command-line.ts";
import { act } from "../support/decisions.ts";
import { legacyLinks } from "../support/links.ts";
import { folderOfTest } from "../support/memory.ts";
import { expectSameWhenReplayed } from "../support/replayed.ts";
import { silentLog } from "../support/silent-log.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";

type Json = Record<string, unknown>;
type Item = Json & { id: string; topic: string };
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly relationship: string;
}

/** The events of the week, through one of the vocabularies. */
interface State {
  readonly decisions: readonly Item[];
  readonly topics: Readonly<Record<string, Json>>;
  readonly checkpoint: Json | string;
}

const data = async <T = Json>(client: StdioClient, tool: string, args: Json = {}): Promise<T> =>
  (await client.call(tool, args))["data"] as T;

/** The latest checkpoint, or the code of the refusal when there is none. */
async function checkpointOf(client: StdioClient, tool: string): Promise<Json | string> {
  const reply = await client.request("tools/call", { name: tool, arguments: {} });
  const answer = reply?.result?.["structuredContent"] as { data: Json; error?: { code: string } } | undefined;
  return answer?.error?.code ?? answer?.data ?? "no reply";
}

const topicsOf = (decisions: readonly Item[]): string[] => [...new Set(decisions.map(({ topic }) => topic))];
const plain = ({ from, to }: Edge) => ({ from, to });

async function byFlatTools(client: StdioClient): Promise<State> {
  const { decisions } = await data<{ decisions: Item[] }>(client, "list_decisions", { limit: 100 });
  const topics: Record<string, Json> = {};
  for (const topic of topicsOf(decisions)) {
    const { history, supersedes_chain, semantic_edges, related } = await data(client, "recall_decision", {
      topic,
    });
    topics[topic] = { history, chain: supersedes_chain, semantic: semantic_edges, related };
  }
  return { decisions, topics, checkpoint: await checkpointOf(client, "load_checkpoint") };
}

async function byNewTools(client: StdioClient): Promise<State> {
  const { memories } = await data<{ memories: Item[] }>(client, "search/recent", {
    type: "decision",
    limit: 100,
  });
  const topics: Record<string, Json> = {};
  for (const topic of topicsOf(memories)) {
    const { chain, edges, related } = await data<{ chain: Json[]; edges: Edge[]; related: Json[] }>(
      client,
      "search/by_topic",
      { topic },
    );
    const replacing = edges.filter(({ relationship }) => relationship === "supersedes");
    const semantic = edges.filter(({ relationship }) => relationship !== "supersedes");
    topics[topic] = { history: chain, chain: replacing.map(plain), semantic, related };
  }
  return { decisions: memories, topics, checkpoint: await checkpointOf(client, "load/checkpoint") };
}

interface Day {
  readonly flat: StdioClient;
  readonly next: StdioClient;
  /** Both see the same, each through its own process. */
  same(): Promise<State>;
}

const NOTES = (goal: string) => ({
  summary: `# 🎯 Goal & Progress\n- ${goal}\n# ✅ Evidence\n- npm test status: Verified\n# ⏳ Unfinished & Risks\n- None known`,
  open_files: ["src/orders.ts"],
  next_steps: "Start with npm test",
});

it("A week through the flat tools and through MAMA 1.1: both see the same after every step", async () => {
  const { path: home } = await folderOfTest();
  const env = {
    MEMBRIA_HOME: home,
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_LOG_LEVEL: "error",
  };

  /** Every morning two new processes, one for each vocabulary. */
  async function day(work: (day: Day) => Promise<void>): Promise<void> {
    const [flat, next] = [startServer({ env }), startServer({ env })];
    await Promise.all([flat.initialize(), next.initialize()]);
    const same = async (): Promise<State> => {
      const [seen, seenToo] = [await byFlatTools(flat), await byNewTools(next)];
      expect(seenToo).toEqual(seen);
      return seen;
    };
    await work({ flat, next, same });
    expect(await Promise.all([flat.close(), next.close()])).toEqual([0, 0]);
  }
  const person = async (...argv: string[]): Promise<Json> => {
    const { code, out, err } = await runProgram([...argv, "--json"], { env });
    expect(code, err).toBe(0);
    return JSON.parse(out) as Json;
  };
  const idOf = async (client: StdioClient, tool: string, args: Json): Promise<string> =>
    (await data<{ decision_id: string }>(client, tool, args)).decision_id;
  const standings = ({ decisions }: State) =>
    Object.fromEntries(decisions.map(({ id, standing }) => [id, standing]));

  let mysql = "";
  let redis = "";
  let postgres = "";
  let pooling = "";

  // Monday: two decisions and a checkpoint, on a memory that has none.
  await day(async ({ flat, next, same }) => {
    expect(await same()).toEqual({ decisions: [], topics: {}, checkpoint: "NOT_FOUND" });
    mysql = await idOf(flat, "save_decision", {
      topic: "storage",
      decision: "Use MySQL",
      reasoning: "It is there",
    });
    expect((await same()).decisions).toMatchObject([{ id: mysql, confidence: 0.5 }]);
    redis = await idOf(next, "save/decision", {
      topic: "cache",
      decision: "Use Redis",
      reasoning: "It is fast",
      alternatives: ["Memcached"],
      risks: ["Cold starts"],
      evidence: ["src/cache.ts"],
      confidence: 0.8,
    });
    expect((await same()).decisions).toHaveLength(2);
    await flat.call("save_checkpoint", NOTES("Set up storage"));
    expect((await same()).checkpoint).toMatchObject({ goal: "- Set up storage", missing_parts: [] });
  });

  // Tuesday: the first outcome, and a change of mind.
  await day(async ({ flat, next, same }) => {
    expect((await same()).checkpoint).toMatchObject({ open_files: ["src/orders.ts"] });
    await next.call("evolve/outcome", {
      decision_id: mysql,
      outcome: "FAILED",
      failure_reason: "It locked whole tables",
    });
    const failed = await same();
    expect(failed.decisions.find(({ id }) => id === mysql)).toMatchObject({ outcome: "failure" });
    expect(failed.checkpoint).toMatchObject({ changed_since: { outcomes: { total: 1 } } });
    postgres = await idOf(flat, "save_decision", {
      topic: "storage",
      decision: "Use PostgreSQL",
      reasoning: "Rows are locked one by one",
    });
    const moved = await same();
    expect(moved.topics["storage"]).toMatchObject({ chain: [{ from: postgres, to: mysql }] });
    expect(standings(moved)).toMatchObject({ [mysql]: "superseded", [postgres]: "active" });
    await next.call("save/checkpoint", NOTES("Move to PostgreSQL"));
    await same();
  });

  // Wednesday: links, proposed by either and settled by a person.
  await day(async ({ flat, next, same }) => {
    expect((await same()).checkpoint).toMatchObject({ goal: "- Move to PostgreSQL" });
    pooling = await idOf(next, "save/decision", {
      topic: "pooling",
      decision: "Pool connections",
      reasoning: "Opening one takes long",
      links: [{ to_id: postgres, relationship: "refines", reason: "It says how to connect" }],
    });
    expect((await same()).topics["storage"]).toMatchObject({ semantic: [] });
    const link = { from_id: pooling, to_id: postgres, relationship: "refines" };
    await flat.call("approve_link", link);
    expect((await same()).topics["storage"]).toMatchObject({
      semantic: [{ from: pooling, to: postgres, relationship: "refines" }],
      related: [{ id: pooling }],
    });
    const wrong = { from_id: redis, to_id: postgres, relationship: "contradicts" };
    await flat.call("propose_link", { ...wrong, reason: "Both keep data" });
    await flat.call("reject_link", { ...wrong, reason: "They do not exclude each other" });
    expect((await same()).topics["cache"]).toMatchObject({ semantic: [] });
    for (const client of [flat, next]) {
      expect(await data(client, "get_pending_links")).toMatchObject({ total: 0 });
    }
    await next.call("save/insight", { content: "Pools need a health check", topic: "pooling" });
    for (const client of [flat, next]) {
      expect(await data(client, "search/recent", { type: "insight" })).toMatchObject({
        memories: [{ content: "Pools need a health check" }],
      });
    }
    await same();
  });

  // Thursday: a person decides, and an agent that knows better has to ask.
  await day(async ({ flat, next, same }) => {
    const { decision_id: theirs } = await person("decide", "Use sessions", "--topic", "auth");
    expect(standings(await same())).toMatchObject({ [theirs as string]: "active" });
    const saved = await data<{ decision_id: string; standing: string; proposal_id: string }>(
      next,
      "save/decision",
      { topic: "auth", decision: "Use passkeys", reasoning: "Nobody can steal them" },
    );
    expect(standings(await same())).toMatchObject({
      [theirs as string]: "active",
      [saved.decision_id]: "draft",
    });
    await person("proposals", "accept", saved.proposal_id);
    expect(standings(await same())).toMatchObject({
      [theirs as string]: "superseded",
      [saved.decision_id]: "active",
    });
    await flat.call("update_outcome", {
      decisionId: redis,
      outcome: "PARTIAL",
      limitation: "Not for sessions",
    });
    await same();
    const valkey = await idOf(next, "evolve/supersede", {
      old_decision_id: redis,
      decision: "Use Valkey",
      reasoning: "Its licence is open",
    });
    const evolved = await same();
    expect(evolved.topics["cache"]).toMatchObject({ chain: [{ from: valkey, to: redis }] });
    await flat.call("save_checkpoint", NOTES("Cut over to Valkey"));
    await same();
  });

  // Friday: links that a machine made elsewhere go, and come back.
  await day(async ({ flat, next, same }) => {
    const memory = await openMemoryFile(`${home}/membria.db`, silentLog);
    const legacy = legacyLinks([
      [pooling, redis],
      [redis, postgres],
    ]);
    await restoreLinks(memory, "shop", "cln_import", legacy, act());
    await memory.close();
    const before = await same();
    expect(before.topics["cache"]).toMatchObject({ semantic: [{}, {}] });
    for (const client of [flat, next]) {
      expect(await data(client, "scan_auto_links")).toMatchObject({ auto_links: 2 });
    }
    const { backup_file } = await data<{ backup_file: string }>(flat, "create_link_backup");
    expect(await data(next, "execute_link_cleanup")).toMatchObject({ dry_run: true, would_delete: 2 });
    expect(await same()).toEqual(before);
    await person("links", "cleanup", "--yes");
    expect((await same()).topics["cache"]).toMatchObject({ semantic: [] });
    expect(await data(flat, "validate_cleanup_result")).toMatchObject({
      status: "SUCCESS",
      remaining_auto_links: 0,
    });
    await person("links", "restore", basename(backup_file));
    const after = await same();
    expect({ ...after, checkpoint: undefined }).toEqual({ ...before, checkpoint: undefined });
  });

  // The morning after: a new process finds everything again, and the log holds.
  await day(async ({ flat, same }) => {
    const state = await same();
    expect(state.decisions).toHaveLength(7);
    expect(state.checkpoint).toMatchObject({ goal: "- Cut over to Valkey" });
    expect(await data(flat, "get_restart_metrics")).toMatchObject({ failures: { LOAD_ERROR: 0 } });
  });
  const memory = await openMemoryFile(`${home}/membria.db`, silentLog);
  expect((await verifyAudit(memory)).problem).toBeUndefined();
  await memory.close();
  await expectSameWhenReplayed(`${home}/membria.db`);
});
