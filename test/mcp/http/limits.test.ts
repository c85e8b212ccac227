import { describe, expect, it } from "vitest";
import { ALL_TOOLS, findTool } from "../../../src/tools/inventory.ts";
import { PERSON, proposed, recorded } from "../../support/agent-memory.ts";
import { folderOfTest } from "../../support/memory.ts";
import { startServer } from "../../support/stdio-client.ts";
import { call, INITIALIZED, initialize, modernCall, request } from "../stdio/messages.ts";
import { json, modernHeaders, openHttp, type TestHttp } from "./open-http.ts";
import { sampleOf } from "./sample-arguments.ts";

const GET = call(1, "membria_get_decision", { decision_id: "dec_none" });
let made = 0;
const capture = (fields: Record<string, unknown> = {}) =>
  call(1, "membria_capture_decision", {
    statement: `Keep the orders in table number ${++made}`,
    alternatives: ["Files"],
    confidence: 0.8,
    ...fields,
  });

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent: {
    readonly error?: { readonly code: number; readonly data: Record<string, unknown> };
  };
  readonly _meta?: { readonly "membria/rateLimit"?: { readonly warning: readonly string[] } };
}

const resultOf = async (response: Response): Promise<ToolResult> =>
  ((await json(response)) as { result: ToolResult }).result;

async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await ask();
}

const limited = ({ structuredContent }: ToolResult) =>
  structuredContent.error?.code === -32004 ? structuredContent.error.data["retry_after"] : undefined;

describe("100 requests a minute and key", () => {
  it("warns from the 80th on, refuses from the 101st on in the tool's error format, and accepts again a minute later", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const [{ token }, other] = [await http.key(), await http.key()];
    const get = () => http.post(GET, { token });
    await times(78, get);
    expect((await resultOf(await get()))._meta).toBeUndefined();
    const eightieth = await get();
    expect(eightieth.headers.get("ratelimit")).toContain('"requests";r=20;t=60');
    expect((await resultOf(eightieth))._meta?.["membria/rateLimit"]?.warning).toEqual([
      expect.stringContaining("20 of 100 calls"),
    ]);
    await times(20, get);

    const refused = await get();
    expect(refused.headers.get("retry-after")).toBe("1");
    const result = await resultOf(refused);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: -32004, data: { reason: "rate_limit_exceeded", retry_after: 1 } },
      },
    });
    expect(limited(await resultOf(await get()))).toBe(2);
    const modern = modernCall(1, "membria_get_decision", { decision_id: "dec_none" });
    expect(limited(await resultOf(await http.post(modern, { token, headers: modernHeaders(modern) })))).toBe(
      4,
    );
    const agentMemory = await resultOf(
      await http.post(call(1, "search_decisions", { query: "x" }), { token }),
    );
    expect(agentMemory.structuredContent).toMatchObject({ status: "error", code: "rate_limit_exceeded" });

    expect(limited(await resultOf(await http.post(GET, { token: other.token })))).toBeUndefined();
    http.memory.clock.advance(60_000);
    expect(limited(await resultOf(await get()))).toBeUndefined();
  });

  it("end by the time that passed, and not by the time that the machine is set to", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    const get = async () => limited(await resultOf(await http.post(GET, { token })));
    await times(100, get);
    expect(await get()).toBe(1);
    const { clock } = http.memory;
    clock.set(new Date(clock.now().getTime() - 24 * 60 * 60_000));
    clock.advance(60_000);
    expect(await get()).toBeUndefined();
  });

  it("initialize, ping, lists and notifications are not counted", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    for (const message of [initialize(1), request(2, "ping"), request(3, "tools/list"), INITIALIZED]) {
      await times(3, async () => (await http.post(message, { token })).text());
    }
    const { headers } = await http.post(GET, { token });
    expect(headers.get("ratelimit")).toContain('"requests";r=99;');
  });
});

describe("what is not a tool counts, too", () => {
  const complete = request(1, "completion/complete", {
    ref: { type: "ref/prompt", name: "before_decision" },
    argument: { name: "domain", value: "" },
  });

  it.each([
    ["a prompt", request(1, "prompts/get", { name: "weekly_review" }), "requests"],
    ["an unknown prompt", request(1, "prompts/get", { name: "none" }), "requests"],
    ["a completion", complete, "requests"],
    ["a resource", request(1, "resources/read", { uri: "membria://decisions/all" }), "reads"],
    ["an unknown resource", request(1, "resources/read", { uri: "membria://none" }), "reads"],
  ])("%s", async (_, message, kind) => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    const limit = kind === "reads" ? 1_000 : 100;
    const { headers } = await http.post(message, { token });
    expect(headers.get("ratelimit")).toContain(`"${kind}";r=${limit - 1};`);
  });

  it.each([
    ["prompts", request(1, "prompts/get", { name: "weekly_review" })],
    ["completions", complete],
  ])("%s are refused past the limit of requests, with the time to wait", async (_, message) => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    await times(100, async () => (await http.post(GET, { token })).text());
    const refused = await http.post(message, { token });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await json(refused)).toMatchObject({
      error: { code: -32004, data: { reason: "rate_limit_exceeded", retry_after: 1 } },
    });
    expect(await json(await http.post(request(2, "ping"), { token }))).toMatchObject({ result: {} });
    http.memory.clock.advance(60_000);
    expect(await json(await http.post(message, { token }))).toHaveProperty("result");
  });

  it("addresses that do not exist are refused past the limit of reads", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    const read = (uri: string) => http.post(request(1, "resources/read", { uri }), { token });
    await times(1_000, async () => (await read("membria://none")).text());
    for (const uri of ["membria://none", "membria://decisions/all"]) {
      expect(await json(await read(uri))).toMatchObject({ error: { code: -32004 } });
    }
  });
});

describe("10 captures a minute and key", () => {
  const remaining = (http: TestHttp, token: string) =>
    http
      .post(GET, { token })
      .then(({ headers }) => /"captures";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);

  const making = ALL_TOOLS.filter(({ makesDecision }) => makesDecision).map(({ name }) => name);

  it("the tools that make a decision are those of every vocabulary", () => {
    expect(making.sort()).toEqual([
      "accept_proposal",
      "membria_capture_decision",
      "memory_evolve_supersede",
      "memory_save_decision",
      "record_decision",
      "save_decision",
      "supersede_decision",
    ]);
  });

  describe.each(making)("%s", (name) => {
    /** A server with a decision to replace and a proposal to accept, and a call that makes a decision. */
    async function prepare() {
      const http = await openHttp({ rateLimit: "on" });
      const { memory } = http;
      const { token } = await http.key({ role: "admin", project: "shop" });
      const [proposal_id, old] = [
        await proposed(memory),
        await recorded(memory, { title: "Keep the carts in files" }),
      ];
      memory.clock.advance(60 * 60_000);
      const saved = {
        topic: "carts",
        decision: "Keep the carts in Redis",
        reasoning: "They are short-lived.",
      };
      const replaced = { title: saved.decision, target: "carts", rationale: saved.reasoning };
      const args: Record<string, Record<string, unknown>> = {
        accept_proposal: { proposal_id },
        membria_capture_decision: capture().params?.["arguments"] as Record<string, unknown>,
        memory_evolve_supersede: { ...saved, old_decision_id: old },
        memory_save_decision: saved,
        record_decision: replaced,
        save_decision: saved,
        supersede_decision: { ...replaced, old_decision_ids: [old] },
      };
      return { http, token, message: call(1, name, args[name] ?? {}) };
    }

    it("counts as a capture", async () => {
      const { http, token, message } = await prepare();
      expect(await resultOf(await http.post(message, { token }))).not.toHaveProperty("isError");
      expect(await remaining(http, token)).toBe("9");
    });

    it("writes nothing over the limit, while reading still works", async () => {
      const { http, token, message } = await prepare();
      await times(10, () => http.post(capture(), { token }));
      const before = await http.memory.position();
      const refused = await resultOf(await http.post(message, { token }));
      expect(refused.isError).toBe(true);
      expect(JSON.stringify(refused.structuredContent)).toContain("More than 10 captured decisions");
      expect(await http.memory.position()).toBe(before);
      expect(limited(await resultOf(await http.post(GET, { token })))).toBeUndefined();
    });

    it("counts only as a request if its arguments were refused", async () => {
      const { http, token } = await prepare();
      // Ids of decisions and proposals are those of missing records.
      const sample = sampleOf(findTool(name)?.inputSchema) as Record<string, unknown>;
      const naming = Object.keys(sample).some((key) => /_ids?$/.test(key));
      const missing = JSON.parse(JSON.stringify(sample).replaceAll("_000001", "_none")) as typeof sample;
      for (const args of [{}, { ...sample, unheard_of: 1 }, ...(naming ? [missing] : [])]) {
        const { isError } = await resultOf(await http.post(call(1, name, args), { token }));
        expect(isError).toBe(true);
      }
      expect(await remaining(http, token)).toBe("10");
    });
  });

  it("a call that waits for the person counts when it is made again", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key({ project: "shop", mayConsent: true });
    const old = await recorded(http.memory, {}, PERSON);
    const message = modernCall(1, "supersede_decision", {
      title: "Keep the orders in memory",
      target: "order_cache",
      rationale: "One process reads them.",
      old_decision_ids: [old],
    });
    const capabilities = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
    const meta = { ...(message.params?.["_meta"] as object), ...capabilities };
    const asking = { ...message, params: { ...message.params, _meta: meta } };
    const asked = await http.post(asking, { token, headers: modernHeaders(message) });
    expect(await asked.text()).toContain("wants to replace what a person decided");
    expect(await remaining(http, token)).toBe("10");
  });

  it("a call with refused arguments counts as a request, not as a capture", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    await times(12, () => http.post(capture({ confidence: 2 }), { token }));
    expect(await remaining(http, token)).toBe("10");
    expect((await resultOf(await http.post(capture(), { token }))).isError).toBeFalsy();
    expect(await remaining(http, token)).toBe("9");
  });

  it("counts the calls of a batch one by one", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const { token } = await http.key();
    const batch = Array.from({ length: 12 }, () => capture());
    const { results } = (await json(await http.post(batch, { token, path: "/batch" }))) as {
      results: { result: ToolResult }[];
    };
    expect(results.map(({ result }) => limited(result))).toEqual([...Array(10).fill(undefined), 1, 2]);
  });
});

describe("MEMBRIA_RATE_LIMIT", () => {
  it.each(["warn", "off"] as const)("%s refuses nothing", async (rateLimit) => {
    const http = await openHttp({ rateLimit });
    const { token } = await http.key();
    await times(11, () => http.post(capture(), { token }));
    const result = await resultOf(await http.post(capture(), { token }));
    expect(result.isError).toBeFalsy();
    expect(result._meta?.["membria/rateLimit"]?.warning).toEqual(
      rateLimit === "warn" ? [expect.stringContaining("Nothing is refused here")] : undefined,
    );
  });

  it("is warn on stdio by default", async () => {
    const env = { MEMBRIA_HOME: (await folderOfTest()).path, MEMBRIA_EMBEDDING: "off" };
    for (const [mode, refused] of [
      ["", false],
      ["on", true],
    ] as const) {
      const client = startServer({ env: { ...env, MEMBRIA_RATE_LIMIT: mode } });
      await client.initialize();
      await Promise.all(Array.from({ length: 10 }, () => client.request("tools/call", capture().params)));
      const reply = await client.request("tools/call", capture().params);
      const result = reply?.result as unknown as ToolResult;
      expect(result.isError ?? false).toBe(refused);
      expect(result._meta?.["membria/rateLimit"]?.warning).toHaveLength(1);
      await client.close();
    }
  });
});
