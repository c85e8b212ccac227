import { describe, expect, it } from "vitest";
import { revokeKey, rotateKey } from "../../../src/access/operations/manage-keys.ts";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { recordingLog } from "../stdio/connection.ts";
import { call, request } from "../stdio/messages.ts";
import { json, openHttp } from "./open-http.ts";
import { rawRequest } from "./raw-request.ts";

const ADMIN = callBy({ kind: "human", role: "admin" });
const CAPTURE = { statement: "Use PostgreSQL for the users", alternatives: ["MongoDB"], confidence: 0.8 };
const PING = JSON.stringify(request(1, "ping"));

const KEYED = [
  ["POST", "/mcp"],
  ["GET", "/mcp"],
  ["DELETE", "/mcp"],
  ["POST", "/"],
  ["GET", "/"],
  ["DELETE", "/"],
  ["POST", "/batch"],
] as const;

async function expectUnauthorized(response: Response, reason: string): Promise<void> {
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toMatch(/^Bearer\b/);
  expect(await json(response)).toEqual({
    error: { code: "UNAUTHORIZED", message: expect.stringMatching(/\S/), details: { reason } },
  });
}

describe("requests without a key are refused on every route", () => {
  it.each(KEYED)("%s %s", async (method, path) => {
    const http = await openHttp();
    const { id, token } = await http.key({ expires: "1h" });
    const ask = (authorization?: string, query = "") =>
      fetch(`${http.url}${path}${query}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(authorization && { Authorization: authorization }),
        },
        ...(method === "POST" && { body: PING }),
      });
    await expectUnauthorized(await ask(), "missing_token");
    await expectUnauthorized(await ask("Bearer"), "malformed_header");
    await expectUnauthorized(await ask(`Basic ${btoa(`x:${token}`)}`), "malformed_header");
    await expectUnauthorized(await ask(`Bearer ${token} ${token}`), "malformed_header");
    await expectUnauthorized(await ask("Bearer nonsense"), "unknown_key");
    await expectUnauthorized(
      await ask(`Bearer ${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`),
      "unknown_key",
    );
    await expectUnauthorized(await ask(`Bearer ${token.toUpperCase()}`), "unknown_key");
    await expectUnauthorized(await ask(undefined, `?token=${token}`), "token_in_url");
    await expectUnauthorized(await ask(`Bearer ${token}`, `?access_token=${token}`), "token_in_url");
    await expectUnauthorized(await ask(`Bearer ${token}`, `?q=${token}`), "token_in_url");
    expect((await ask(`bearer ${token}`)).status).not.toBe(401);

    http.memory.clock.advance(HOUR_MS);
    await expectUnauthorized(await ask(`Bearer ${token}`), "expired_key");
    const renewed = await perform(rotateKey, { id }, http.memory, ADMIN);
    await expectUnauthorized(await ask(`Bearer ${token}`), "unknown_key");
    expect((await ask(`Bearer ${renewed.token}`)).status).not.toBe(401);
    await perform(revokeKey, { id }, http.memory, ADMIN);
    await expectUnauthorized(await ask(`Bearer ${renewed.token}`), "revoked_key");
  });

  it.each(["token", "access_token", "auth-token", "bearer_token", "id_token", "api_key", "key", "bearer"])(
    "a token in a URL is refused under the name %s, also if it is not one of ours",
    async (name) => {
      const http = await openHttp();
      const { token } = await http.key();
      const response = await http.post(PING, { token, path: `/mcp?${name}=shared-by-everybody` });
      await expectUnauthorized(response, "token_in_url");
    },
  );

  it.each(["TOKEN:", "TOKEN@", ":TOKEN@", "x:TOKEN@"])(
    "a token in the user part of a URL is refused, although the header is right: %s",
    async (user) => {
      const http = await openHttp();
      const { token } = await http.key();
      const { host } = new URL(http.url);
      const target = `http://${user.replace("TOKEN", token)}${user.endsWith("@") ? "" : "@"}${host}/mcp`;
      const headers = { Host: host, Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const answer = await rawRequest(http.url, { path: target, headers, body: PING });
      expect([answer.status, answer.body]).toEqual([401, expect.stringContaining("token_in_url")]);
    },
  );

  it("the token of MEMBRIA_AUTH_TOKEN is accepted with the role agent; another token is not", async () => {
    const http = await openHttp({ authToken: "your-secure-token-here" });
    const written = await http.post(call(1, "membria_capture_decision", CAPTURE), {
      token: "your-secure-token-here",
    });
    expect(await json(written)).toHaveProperty("result.structuredContent.decision_id");
    const accept = await http.post(call(2, "accept_proposal", { proposal_id: "prop_x" }), {
      token: "your-secure-token-here",
    });
    expect(await json(accept)).toMatchObject({ result: { isError: true } });
    await expectUnauthorized(await http.post(PING, { token: "your-secure-token-herE" }), "unknown_key");
  });

  it("tokens appear in no log and no response", async () => {
    const { log, entries } = recordingLog();
    const http = await openHttp({ memory: await openMemory(log), authToken: "your-secure-token-here" });
    const { token } = await http.key();
    const answers = [
      await http.post(call(1, "membria_capture_decision", { ...CAPTURE, statement: `Use ${token} always` }), {
        token,
      }),
      await http.post(PING, { token: `${token}x` }),
      await fetch(`${http.url}/mcp?key=${token}`, { method: "POST" }),
      await http.post(PING, { token: "your-secure-token-herE" }),
    ];
    const secret = token.slice(-43);
    for (const answer of answers) expect(await answer.text()).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${secret}|secure-token`));
    const [decision] = (await decisionPage(http.memory, { scope: "all" }, 1)).items;
    expect(decision?.statement).toBe("Use [redacted:membria-key] always");
  });
});

it("a warning appears a week before a key expires: in the log once a day, and in results", async () => {
  const { log, entries } = recordingLog();
  const http = await openHttp({ memory: await openMemory(log) });
  const { id, token } = await http.key();
  const meta = async () =>
    (
      (await json(await http.post(call(1, "memory_search_recent"), { token }))) as {
        result: { _meta?: object };
      }
    ).result._meta;
  http.memory.clock.advance(22 * DAY_MS);
  expect(await meta()).toBeUndefined();
  http.memory.clock.advance(2 * DAY_MS);
  const warning = expect.stringMatching(new RegExp(`${id} expires in 6 days.*membria keys rotate ${id}`));
  expect(await meta()).toEqual({ "membria/keyExpiry": warning });
  await meta();
  expect(entries.filter(({ message }) => message.includes("expires in"))).toHaveLength(1);
});
