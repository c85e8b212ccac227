import { describe, expect, it } from "vitest";
import { PROMPTS } from "../../../src/prompts/inventory.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { expectToFitSchema, toolNamed } from "../../support/tools.ts";
import { json, openHttp, type TestHttp } from "../http/open-http.ts";
import { sampleOf } from "../http/sample-arguments.ts";
import { call, request, textOf, type WireMessage } from "../stdio/messages.ts";

const OPEN = { withoutKeys: "agent" } as const;
const LONGEST_TEXT = 10_000;

const ask = async (http: TestHttp, message: WireMessage): Promise<WireMessage> =>
  (await json(await http.post(message))) as WireMessage;

const unknown = (count: number, length = 20) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown_${i}_${"x".repeat(length)}`, "1"]));

describe("unknown arguments of every tool are refused briefly, in the tool's own error format", () => {
  it.each(ALL_TOOLS.map(({ name }) => name))("%s", async (name) => {
    const http = await openHttp(OPEN);
    const tool = toolNamed(name);
    const valid = sampleOf(tool.inputSchema) as Record<string, unknown>;
    for (const [count, said] of [
      [6, /And 1 more unknown argument\.|and 5 more/],
      [900, /And 895 more unknown arguments\.|and 899 more/],
      [10_000, /\b10,\d{3} names; at most 1,000 are allowed/],
    ] as const) {
      const { result } = await ask(http, call(1, name, { ...valid, ...unknown(count) }));
      expect(result?.["isError"]).toBe(true);
      expectToFitSchema(tool, result?.["structuredContent"]);
      const text = textOf({ result } as WireMessage) ?? "";
      expect(text).toMatch(said);
      expect(text.length).toBeLessThan(LONGEST_TEXT);
      expect(JSON.stringify(result?.["structuredContent"]).length).toBeLessThan(LONGEST_TEXT);
    }
  });
});

describe("so are other long lists of problems", () => {
  it("items of a list that are all wrong", async () => {
    const http = await openHttp(OPEN);
    const statement = "Keep the orders in PostgreSQL";
    const alternatives = Array.from({ length: 900 }, () => "");
    const reply = await ask(
      http,
      call(1, "membria_capture_decision", { statement, alternatives, confidence: 2 }),
    );
    expect(textOf(reply)).toMatch(/alternatives\.0 .* And \d{3} more problems\./);
    expect(textOf(reply)?.length).toBeLessThan(LONGEST_TEXT);
  });

  it("names and values that are long themselves", async () => {
    const http = await openHttp(OPEN);
    for (const args of [
      { ["n".repeat(500_000)]: 1 },
      { decision_id: "d".repeat(900_000) },
      { decision_id: Array.from({ length: 900 }, () => "d".repeat(1_000)) },
    ]) {
      const reply = await ask(http, call(1, "membria_get_decision", args));
      expect(JSON.stringify(reply).length, Object.keys(args)[0]?.slice(0, 20)).toBeLessThan(3_000);
    }
  });

  it("a version of the tool", async () => {
    const http = await openHttp(OPEN);
    const _meta = { "membria/version": "v".repeat(900_000) };
    const reply = await ask(
      http,
      request(1, "tools/call", { name: "membria_get_decision", arguments: {}, _meta }),
    );
    expect(JSON.stringify(reply).length).toBeLessThan(LONGEST_TEXT * 2);
    expect(textOf(reply)?.length).toBeLessThan(LONGEST_TEXT);
  });

  it.each(PROMPTS.map(({ name }) => name))("the prompt %s", async (name) => {
    const http = await openHttp(OPEN);
    for (const count of [900, 10_000]) {
      const { error } = await ask(http, request(1, "prompts/get", { name, arguments: unknown(count) }));
      expect(error?.code).toBe(-32602);
      expect(error?.message).toMatch(/And \d+ more unknown arguments|10,000 names; at most 1,000/);
      expect(JSON.stringify(error).length).toBeLessThan(LONGEST_TEXT);
    }
  });

  it("a resource", async () => {
    const http = await openHttp(OPEN);
    for (const params of [
      { uri: "membria://decisions/all", arguments: unknown(900) },
      { uri: "membria://decisions/all", arguments: unknown(10_000) },
      { uri: `membria://decisions/all?${"x".repeat(500_000)}=1` },
      { uri: `membria://nowhere/${"x".repeat(500_000)}` },
      { uri: `membria://decisions/${"x".repeat(500_000)}` },
    ]) {
      const { error } = await ask(http, request(1, "resources/read", params));
      expect(error, params.uri.slice(0, 40)).toBeDefined();
      expect(JSON.stringify(error).length, params.uri.slice(0, 40)).toBeLessThan(LONGEST_TEXT);
    }
  });

  it("names of tools, prompts, templates and methods, and ids", async () => {
    const http = await openHttp(OPEN);
    const long = "x".repeat(900_000);
    for (const message of [
      call(1, long),
      request(1, "prompts/get", { name: long }),
      request(1, "completion/complete", {
        ref: { type: "ref/prompt", name: long },
        argument: { name: "a", value: "" },
      }),
      request(1, "completion/complete", {
        ref: { type: "ref/resource", uri: long },
        argument: { name: "a", value: "" },
      }),
      request(1, long),
      request(long, "ping"),
      request(1, "ping", { _meta: { progressToken: { [long]: 1 } } }),
    ]) {
      const reply = await ask(http, message);
      expect(reply.error).toBeDefined();
      expect(JSON.stringify(reply).length, message.method?.slice(0, 30)).toBeLessThan(2_000);
    }
  });
});

it("each message of a batch is counted for itself", async () => {
  const http = await openHttp(OPEN);
  const batch = [
    call(1, "membria_get_decision", unknown(10_000)),
    request(2, "ping"),
    request(3, "prompts/get", { name: "weekly_review", arguments: unknown(10_000) }),
    ...Array.from({ length: 5 }, (_, i) => call(10 + i, "membria_get_decision", unknown(900))),
  ];
  const { results } = (await json(await http.post(batch, { path: "/batch" }))) as { results: WireMessage[] };
  expect(results.map(({ id }) => id)).toEqual([1, 2, 3, 10, 11, 12, 13, 14]);
  expect(textOf(results[0] ?? {})).toMatch(/10,000 names/);
  expect(results[1]).toMatchObject({ result: {} });
  expect(results[2]?.error?.message).toMatch(/10,000 names/);
  expect(textOf(results[3] ?? {})).toMatch(/And 895 more unknown arguments/);
});
