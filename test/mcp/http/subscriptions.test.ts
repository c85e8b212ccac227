import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { revokeKey } from "../../../src/access/operations/manage-keys.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { eventually } from "../../support/eventually.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { request } from "../stdio/messages.ts";
import { json, openHttp, type TestHttp } from "./open-http.ts";
import { type ClientSetup, connect, REVISIONS, type Revision } from "./sdk-client.ts";

const ALL = "membria://decisions/all";
const WRITER = fileURLToPath(new URL("../../support/writer-process.ts", import.meta.url));

/** A memory that counts who follows its change feed. */
async function countingMemory(): Promise<{ memory: TestMemory; followers(): number }> {
  const memory = await openMemory();
  let followers = 0;
  const { memory: store } = memory;
  const follow: typeof store.follow = (listener) => {
    const stop = store.follow(listener);
    followers += 1;
    return () => {
      followers -= 1;
      stop();
    };
  };
  return { memory: { ...memory, memory: { ...store, follow } }, followers: () => followers };
}

interface Subscriber {
  readonly client: Client;
  readonly told: string[];
  /** Ends what the client keeps open, as it would itself. */
  end(): Promise<void>;
}

async function subscribe(
  http: TestHttp,
  revision: Revision,
  token: string,
  uris: readonly string[],
  setup: ClientSetup = {},
): Promise<Subscriber> {
  const { client, endSession } = await connect(http, revision, token, setup);
  const told: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void told.push(params.uri),
  );
  if (revision === "2025-11-25") {
    for (const uri of uris) await client.subscribeResource({ uri });
    return { client, told, end: endSession };
  }
  const subscription = await client.listen({ resourceSubscriptions: [...uris] });
  return { client, told, end: () => subscription.close() };
}

/** What a server follows for itself, to notice revoked keys. */
const OWN = 1;

describe.each(REVISIONS)("a subscriber of revision %s", (revision) => {
  it("is notified soon about a write of another process", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { told } = await subscribe(http, revision, token, [ALL, "membria://calibrations/all"]);
    const writer = spawn(process.execPath, ["--import", "tsx", WRITER, http.memory.path, "dec_elsewhere"]);
    const [code] = await once(writer, "close");
    expect(code).toBe(0);
    await eventually(() => expect(told).toEqual([ALL]));
  });

  it("is notified about its own project only", async () => {
    const http = await openHttp();
    const { token: shops } = await http.key({ project: "shop" });
    const { token: banks } = await http.key({ project: "bank" });
    const shop = await subscribe(http, revision, shops, [ALL], { project: null });
    const bank = await subscribe(http, revision, banks, [ALL], { project: null });
    await decide(http.memory, {}, { project: "bank" });
    await eventually(() => expect(bank.told).toEqual([ALL]));
    await decide(http.memory);
    await eventually(() => expect(shop.told).toEqual([ALL]));
    expect(bank.told).toEqual([ALL]);
  });

  it("stops being followed when it disconnects", async () => {
    const { memory, followers } = await countingMemory();
    const http = await openHttp({ memory });
    const { token } = await http.key();
    const subscriber = await subscribe(http, revision, token, [ALL]);
    await eventually(() => expect(followers()).toBe(OWN + 1));
    await subscriber.end();
    await eventually(() => expect(followers()).toBe(OWN));
  });

  it("stops being followed when its key ends", async () => {
    const { memory, followers } = await countingMemory();
    const http = await openHttp({ memory });
    const { id, token } = await http.key();
    const { told } = await subscribe(http, revision, token, [ALL]);
    await eventually(() => expect(followers()).toBe(OWN + 1));
    await perform(revokeKey, { id }, memory, callBy({ kind: "human", role: "admin" }));
    await eventually(() => expect(followers()).toBe(OWN));
    await decide(memory);
    expect(told).toEqual([]);
  });

  it("stops being followed when the server closes", async () => {
    const { memory, followers } = await countingMemory();
    const http = await openHttp({ memory });
    const { token } = await http.key();
    await subscribe(http, revision, token, [ALL]);
    await http.close();
    expect(followers()).toBe(0);
  });
});

describe("a listening stream", () => {
  it("is not followed if its key does not allow the requested project", async () => {
    const http = await openHttp();
    const { token } = await http.key({ project: "shop" });
    const own = await listening(http, token, "shop");
    const foreign = await listening(http, token, "bank");
    await decide(http.memory, {}, { project: "bank" });
    await decide(http.memory);
    await eventually(() => expect(own.text()).toContain("notifications/resources/updated"));
    expect(foreign.text()).not.toContain("notifications/resources/updated");
  });

  it("ends with a result, so that the client knows that it is over", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const stream = await listening(http, token, "shop");
    await http.close();
    await stream.ended;
    expect(stream.text()).toContain('"resultType":"complete"');
  });
});

describe("a subscription without a session", () => {
  it.each(["/mcp", "/batch"])(
    "is refused at %s, because there is no stream for notifications",
    async (path) => {
      const http = await openHttp();
      const { token } = await http.key();
      const message = request(1, "resources/subscribe", { uri: ALL });
      const answer = await json(await http.post(path === "/batch" ? [message] : message, { path, token }));
      const reply = path === "/batch" ? (answer["results"] as unknown[])[0] : answer;
      expect(reply).toMatchObject({ error: { code: -32600, message: expect.stringContaining("session") } });
    },
  );
});

/** A listening stream that names a project in its `_meta`. */
async function listening(http: TestHttp, token: string, project: string) {
  const message = request(7, "subscriptions/listen", {
    notifications: { resourceSubscriptions: [ALL] },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "listener", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
      "membria/project": project,
    },
  });
  const response = await http.post(message, {
    token,
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "subscriptions/listen",
    },
  });
  let text = "";
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const ended = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += new TextDecoder().decode(part.value);
    }
  })().catch(() => {});
  onTestFinished(() => reader.cancel().catch(() => {}));
  await eventually(() => expect(text).toContain("notifications/subscriptions/acknowledged"));
  return { text: () => text, ended };
}
