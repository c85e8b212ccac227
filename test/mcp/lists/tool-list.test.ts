import { Client, InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ServerSettings } from "../../../src/mcp/server.ts";
import { detectContext } from "../../../src/sessions/operations/detect-context.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { noPatience } from "../../support/timers.ts";
import { legacyServer } from "../legacy-server.ts";

interface Setup {
  readonly dynamicExposure?: boolean;
  readonly exposure?: Partial<ServerSettings["exposure"]>;
  /** Called for every message that the server sends. */
  readonly onSend?: (message: JSONRPCMessage) => Promise<void>;
  /** What the client answers when it is asked for its roots, which it offers only then. */
  readonly roots?: () => Promise<{ roots: { uri: string }[] }>;
  readonly project?: ServerSettings["connection"]["project"];
}

/** A 2025 client on a server in this process, and how often it was told to list again. */
async function connect(memory: TestMemory, setup: Setup = {}) {
  const { dynamicExposure = true } = setup;
  const project = setup.project ?? (async () => ({ project: "shop", dueDays: 30, dynamicExposure }));
  const server = legacyServer(memory, { exposure: setup.exposure, connection: { project } });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { onSend } = setup;
  if (onSend) {
    const send = ours.send.bind(ours);
    ours.send = async (message, options) => {
      await onSend(message);
      await send(message, options);
    };
  }
  const { roots } = setup;
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots) client.setRequestHandler("roots/list", roots);
  const told: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    told.push("told");
  });
  await server.connect(ours);
  await client.connect(theirs);
  onTestFinished(() => client.close());
  const list = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, told, list };
}

/** Stores a context, as the prompt hook of another process would. */
const say = (memory: TestMemory, prompt: string) =>
  perform(detectContext, { prompt }, memory, callBy({ kind: "human" }));

/** Waits for the next check of the change feed. */
const until = (done: () => boolean): Promise<void> => expect.poll(done).toBe(true);

const SEARCH = "memory_search_recent";
const LOAD = "memory_load_context";

describe("CONTRACTS 4.15: the list of tools", () => {
  it("announces that it may change", async () => {
    const { client } = await connect(await openMemory());
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
  });

  it("is the list of the profile in every context if dynamic exposure is off", async () => {
    const memory = await openMemory();
    const { list, told } = await connect(memory, { dynamicExposure: false });
    const before = await list();
    await say(memory, "continue");
    expect(await list()).toEqual(before);
    expect(before).not.toContain(SEARCH);
    expect(told).toEqual([]);
  });

  it("depends on the stored context, and a change is notified", async () => {
    const memory = await openMemory();
    const { list, told } = await connect(memory);
    expect(await list()).toEqual(expect.arrayContaining([SEARCH, LOAD, "membria_capture_decision"]));
    await say(memory, "continue");
    await until(() => told.length === 1);
    const resuming = await list();
    expect(resuming[0]).toBe("memory_load_checkpoint");
    expect(resuming).toEqual(expect.arrayContaining([LOAD, "memory_save_decision", "search_decisions"]));
    expect(resuming).not.toContain(SEARCH);
    await say(memory, "search for retries");
    await until(() => told.length === 2);
    expect(await list()).toContain(SEARCH);
  });

  it("is not notified for an unchanged list or another project", async () => {
    const memory = await openMemory();
    const { list, told } = await connect(memory);
    await list();
    await say(memory, "What did we decide?");
    await perform(detectContext, { prompt: "continue" }, memory, callBy({ project: "depot" }));
    await say(memory, "search");
    await until(() => told.length > 0);
    expect(told).toHaveLength(1);
  });

  it("becomes a fixed, complete list for a client that did not list again after its first notification", async () => {
    const memory = await openMemory();
    const { list, told } = await connect(memory);
    const whole = await list();
    await say(memory, "continue");
    await until(() => told.length === 1);
    memory.clock.advance(60_000);
    await say(memory, "search for retries");
    await expect.poll(list).toEqual(whole);
    await say(memory, "continue");
    expect(await list()).toEqual(whole);
    expect(told).toHaveLength(1);
  });

  it("gives a client time to list again before it falls back", async () => {
    const memory = await openMemory();
    const { list, told } = await connect(memory);
    await list();
    await say(memory, "continue");
    await until(() => told.length === 1);
    await say(memory, "search for retries");
    memory.clock.advance(1_000);
    await say(memory, "resume");
    expect(await list()).not.toContain(SEARCH);
    await say(memory, "recall it");
    await until(() => told.length === 2);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("The pipe is closed"))],
    ["takes too long", () => new Promise<void>(() => {})],
  ])("stays whole for a client to whom the notification %s", async (_, onNotification) => {
    const memory = await openMemory();
    let tried = false;
    const onSend = async (message: JSONRPCMessage): Promise<void> => {
      if ("method" in message && message.method === "notifications/tools/list_changed") {
        tried = true;
        await onNotification();
      }
    };
    const { list } = await connect({ ...memory, timers: noPatience }, { onSend });
    const whole = await list();
    await say(memory, "continue");
    await until(() => tried);
    await expect.poll(list).toEqual(whole);
    await say(memory, "resume");
    expect(await list()).toEqual(whole);
  });

  it("uses a configured context instead of the stored one", async () => {
    const memory = await openMemory();
    await say(memory, "continue");
    const tracking = await connect(memory, { exposure: { context: "tracking" } });
    expect((await tracking.list())[0]).toBe("memory_evolve_outcome");
    const all = await connect(memory, { exposure: { context: "all" } });
    expect(await all.list()).toContain(SEARCH);
  });

  it("does not wait for a slow project, and does not fail without one", async () => {
    const memory = { ...(await openMemory()), timers: noPatience };
    const broken = await connect(memory, { project: () => Promise.reject(new Error("broken")) });
    expect(await broken.list()).toContain("membria_capture_decision");
    let found = (_: { project: string; dueDays: number; dynamicExposure: boolean }): void => {};
    const slow = await connect(memory, {
      project: () =>
        new Promise((resolve) => {
          found = resolve;
        }),
    });
    expect(await slow.list()).not.toContain(SEARCH);
    found({ project: "shop", dueDays: 30, dynamicExposure: true });
    await until(() => slow.told.length === 1);
    expect(slow.told).toHaveLength(1);
  });

  it("TMKB, tool discovery: does not wait for a client that declares roots and does not answer", async () => {
    const memory = { ...(await openMemory()), timers: noPatience };
    let wasAsked = false;
    const { list } = await connect(memory, {
      roots: () => {
        wasAsked = true;
        return new Promise(() => {});
      },
      project: async (roots) => {
        await roots();
        throw new Error("The roots never come.");
      },
    });
    expect(await list()).toContain("membria_capture_decision");
    await until(() => wasAsked);
  });
});
