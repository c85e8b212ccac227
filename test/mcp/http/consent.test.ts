import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { pendingLinks } from "../../../src/decisions/sql/links.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { commandLineOn } from "../../support/command-line.ts";
import { listening } from "../../support/listening.ts";
import { openMemory, rewired } from "../../support/memory.ts";
import { succeed } from "../../support/tools.ts";
import { call, INITIALIZED, initialize, modern, type WireMessage } from "../stdio/messages.ts";
import { BOTH, type HttpSetup, modernHeaders, openHttp, type TestHttp } from "./open-http.ts";
import { connect, REVISIONS } from "./sdk-client.ts";

const YES = { action: "accept", content: { confirm: true } };

interface Sent {
  readonly args?: Record<string, unknown>;
  readonly tool?: string;
  readonly token?: string;
  readonly server?: TestHttp;
  readonly project?: string;
  readonly answer?: unknown;
  /** The key of the question that is answered; the one that was asked unless told otherwise. */
  readonly question?: string;
  readonly state?: unknown;
  readonly capabilities?: Record<string, unknown>;
}

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: { readonly code?: string; readonly message?: string };
  readonly inputRequests?: Record<string, { readonly params: { readonly message: string } }>;
  readonly requestState?: string;
}

/** The body of an answer, which may come as a stream of one event. */
async function resultOf(response: Response): Promise<Result> {
  const text = await response.text();
  const body = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
  const { result, error } = JSON.parse(body) as WireMessage;
  expect(error).toBeUndefined();
  return result as Result;
}

/** A server with two decisions of a person, and a client of 2026-07-28 that writes its messages by hand. */
async function prepare(setup: HttpSetup = {}) {
  const http = await openHttp({ memory: await openMemory(), ...setup });
  const decide = async (title: string, target: string): Promise<string> => {
    const given = { title, target, rationale: "It was measured." };
    const { decision_id } = await succeed(http.memory, "record_decision", given, {
      kind: "human",
      name: "Ada",
    });
    return String(decision_id);
  };
  const old = await decide("Cache orders in Redis", "cache");
  const other = await decide("Queue orders in Kafka", "queue");
  const { id, token } = await http.key({ name: "laptop", mayConsent: true });
  const replacing = (target: string) => ({
    title: "Cache orders in memory",
    target: "cache",
    rationale: "One process reads them.",
    old_decision_ids: [target],
  });

  async function send(sent: Sent = {}): Promise<Result> {
    const { args = replacing(old), tool = "supersede_decision", capabilities = { elicitation: {} } } = sent;
    const question = sent.question ?? "";
    const message = modern(
      1,
      "tools/call",
      {
        name: tool,
        arguments: args,
        ...(sent.answer !== undefined && { inputResponses: { [question]: sent.answer } }),
        ...(sent.state !== undefined && { requestState: sent.state }),
      },
      {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1.0" },
      },
    );
    const project = { "Membria-Project": sent.project ?? "shop" };
    const headers = { ...modernHeaders(message), ...project };
    return resultOf(await (sent.server ?? http).post(message, { token: sent.token ?? token, headers }));
  }

  /** Asks, and returns what the client has to send with the answer. */
  async function ask(sent: Sent = {}): Promise<{ question: string; state: string }> {
    const { inputRequests = {}, requestState } = await send(sent);
    const [question] = Object.keys(inputRequests);
    if (question === undefined || requestState === undefined) return expect.unreachable("Nobody was asked.");
    return { question, state: requestState };
  }

  const standing = async (decision: string) => (await findDecision(http.memory, "shop", decision))?.standing;
  return { http, id, token, old, other, replacing, send, ask, standing };
}

/** Refused with these words, and nothing was written. */
async function expectRefused(http: TestHttp, send: () => Promise<Result>, words: string): Promise<void> {
  const before = await http.memory.position();
  const { isError, structuredContent } = await send();
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining(words),
  });
  expect(structuredContent?.message).toContain("Call again without the answer");
  expect(await http.memory.position()).toBe(before);
}

describe("an answer that was not asked for, over HTTP with 2026-07-28", () => {
  it("does not count with the key of the question alone, from a client that does not say it can ask", async () => {
    const { http, old, send, ask, standing } = await prepare();
    const { question } = await ask();
    const forged = () => send({ question, answer: YES, capabilities: {} });
    await expectRefused(http, forged, "does not declare the capability elicitation");
    expect(await standing(old)).toBe("active");
  });

  it("does not count with its state either, if the call does not say that the client can ask", async () => {
    const { http, send, ask } = await prepare();
    const asked = await ask();
    for (const capabilities of [{}, { elicitation: { url: {} } }])
      await expectRefused(http, () => send({ ...asked, answer: YES, capabilities }), "elicitation");
  });

  it("does not count without the state", async () => {
    const { http, old, send, ask, standing } = await prepare();
    const { question } = await ask();
    await expectRefused(http, () => send({ question, answer: YES }), "without the requestState");
    expect(await standing(old)).toBe("active");
  });

  it("does not count with a state that was changed", async () => {
    const { http, send, ask } = await prepare();
    const { question, state } = await ask();
    const changed = `${state.startsWith("A") ? "B" : "A"}${state.slice(1)}`;
    for (const forged of [changed, state.slice(0, -4), "state", ""])
      await expectRefused(http, () => send({ question, answer: YES, state: forged }), "did not issue");
  });

  it("does not count for another target, nor with other arguments", async () => {
    const { http, other, replacing, send, ask, standing } = await prepare();
    const { state } = await ask();
    const { question } = await ask({ args: replacing(other) });
    const replayed = () => send({ args: replacing(other), question, answer: YES, state });
    await expectRefused(http, replayed, "of another one");
    expect(await standing(other)).toBe("active");
    const asked = await ask();
    const args = { ...replacing(other), old_decision_ids: [other] };
    const { inputRequests } = await send({ ...asked, args, answer: YES });
    expect(Object.keys(inputRequests ?? {}), "the person is asked about the other one").toHaveLength(1);
  });

  it("does not count with another key", async () => {
    const { http, old, send, ask, standing } = await prepare();
    const asked = await ask();
    const { token } = await http.key({ mayConsent: true });
    await expectRefused(http, () => send({ ...asked, answer: YES, token }), "of another one");
    expect(await standing(old)).toBe("active");
  });

  it("does not count ten minutes later", async () => {
    const { http, old, send, ask, standing } = await prepare();
    const asked = await ask();
    http.memory.clock.advance(10 * 60_000);
    await expectRefused(http, () => send({ ...asked, answer: YES }), "more than 10 minutes");
    expect(await standing(old)).toBe("active");
  });

  it("does not count twice, also if the first answer was a no", async () => {
    const { http, send, ask } = await prepare();
    const asked = await ask();
    expect(await send({ ...asked, answer: { action: "decline" } })).toMatchObject({
      structuredContent: { code: "isolation_violation" },
    });
    await expectRefused(http, () => send({ ...asked, answer: YES }), "answered already");
  });

  it("does not count at another server on the same memory, and still does at the one that asked", async () => {
    const { http, send, ask } = await prepare();
    const asked = await ask();
    const server = await openHttp({ memory: http.memory });
    await expectRefused(http, () => send({ ...asked, answer: YES, server }), "did not issue");
    expect((await send({ ...asked, answer: YES })).isError).toBeFalsy();
  });

  it("counts once with everything that was sent, and the record says who reported it", async () => {
    const { http, id, old, send, ask, standing } = await prepare();
    const asked = await ask();
    http.memory.clock.advance(9 * 60_000);
    const before = await http.memory.position();
    const { structuredContent } = await send({ ...asked, answer: YES });
    const { decision_id } = structuredContent as { decision_id?: string };
    expect(await standing(old)).toBe("superseded");
    const author = { kind: "agent", name: "test-client", person: "laptop" };
    expect(await findDecision(http.memory, "shop", String(decision_id))).toMatchObject({
      author,
      notes: [{ text: `Consent to replace ${old} reported by "test-client/1.0" (key ${id}).`, by: author }],
    });
    const line = commandLineOn(http.memory, "shop");
    const { out } = await line.run("audit", "--json");
    const entries = out.split("\n").map((entry) => JSON.parse(entry) as Record<string, unknown>);
    const written = entries.filter(({ position }) => Number(position) > before);
    expect(written.map(({ action }) => action)).toEqual(["decision.captured", "decision.superseded"]);
    for (const entry of written)
      expect(entry).toMatchObject({
        author_kind: "agent",
        author: "test-client",
        person: "laptop",
        client: "test-client/1.0",
        key: id,
      });
    expect((await verifyAudit(http.memory)).problem).toBeUndefined();
  });
});

describe("a call with an answer that tries again on its own", () => {
  it("uses the answer for every try", async () => {
    const memory = await openMemory();
    let [isAsked, tries] = [false, 0];
    const changing = listening(memory, (statement) => {
      if (isAsked && statement.startsWith("INSERT INTO memories ") && ++tries === 1)
        throw new Fault("conflict", "What holds changed at the same moment.", { reason: "topic_changed" });
    });
    const { send, ask, old, standing } = await prepare({ memory: rewired(memory, { memory: changing }) });
    const args = { topic: "cache", decision: "Cache orders in memory", reasoning: "One process reads them." };
    const asked = await ask({ tool: "save_decision", args });
    isAsked = true;
    const { isError } = await send({ ...asked, tool: "save_decision", args, answer: YES });
    expect(isError).toBeFalsy();
    expect(tries).toBe(2);
    expect(await standing(old)).toBe("superseded");
  });
});

describe("an answer in a call of 2025-11-25 over HTTP", () => {
  it("does not count, because there the server asks within the call", async () => {
    const { http, token, old, replacing, ask, standing } = await prepare();
    const { question } = await ask();
    const project = { Accept: BOTH, "Membria-Project": "shop" };
    const open = await http.post(initialize(1, { elicitation: {} }), { token, headers: project });
    await open.text();
    const headers = { ...project, "Mcp-Session-Id": open.headers.get("mcp-session-id") ?? "" };
    await http.post(INITIALIZED, { token, headers });
    const { params, ...message } = call(2, "supersede_decision", replacing(old));
    const forged = { ...message, params: { ...params, inputResponses: { [question]: YES } } };
    const sendForged = async () => resultOf(await http.post(forged, { token, headers }));
    await expectRefused(http, sendForged, "without the requestState");
    expect(await standing(old)).toBe("active");
  });
});

describe("a caller that may not report consent", () => {
  it.each<[string, HttpSetup]>([
    ["a key without the permission", {}],
    ["the shared token", { authToken: "a-token-for-everybody" }],
    ["nobody in particular, on a server without keys", { withoutKeys: "admin" }],
  ])("is not asked, and its answer does not count: %s", async (_, setup) => {
    const { http, old, send, standing } = await prepare(setup);
    const token = setup.authToken ?? (await http.key()).token;
    const refused = await send({ token });
    expect(refused).not.toHaveProperty("inputRequests");
    expect(refused.structuredContent).toMatchObject({ code: "isolation_violation" });
    const forged = await send({ token, question: "supersede", answer: YES, state: "state" });
    expect(forged.structuredContent).toMatchObject({ code: "isolation_violation" });
    expect(await standing(old)).toBe("active");
  });

  it.each(REVISIONS)("leaves a draft and a pending link, with a client of %s that can ask", async (era) => {
    const { http, old, other, standing } = await prepare();
    const { token } = await http.key();
    const { client } = await connect(http, era, token, { answer: true });
    const use = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const save = { topic: "cache", decision: "Cache orders in memory", reasoning: "One process reads them." };
    expect((await use("save_decision", save)).structuredContent).toMatchObject({
      data: { standing: "draft" },
    });
    expect(await standing(old)).toBe("active");
    const link = { from_id: old, to_id: other, relationship: "refines" };
    await use("propose_link", { ...link, reason: "It says where" });
    expect((await use("approve_link", link)).structuredContent).toMatchObject({
      error: { details: { reason: "consent_not_permitted" } },
    });
    expect(await pendingLinks(http.memory, "shop", {}, 10)).toMatchObject({ total: 1 });
  });
});

describe.each(REVISIONS)("with a key that may report consent and a client of %s", (era) => {
  it("the answer approves a link, once asked", async () => {
    const { http, old, other, token } = await prepare();
    const { client } = await connect(http, era, token, { answer: true });
    const link = { from_id: old, to_id: other, relationship: "refines" };
    await client.callTool({ name: "propose_link", arguments: { ...link, reason: "It says where" } });
    const approved = await client.callTool({ name: "approve_link", arguments: link });
    expect(approved.structuredContent).toMatchObject({
      data: { status: "active", reviews: [{ how: "asked", author: "agent", by: "claude-code" }] },
    });
  });
});
