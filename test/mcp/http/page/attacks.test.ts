import { describe, expect, it } from "vitest";
import { readLog } from "../../../../src/access/operations/read-log.ts";
import { listDecisions } from "../../../../src/decisions/operations/list-decisions.ts";
import { perform } from "../../../../src/shared/operations/operation.ts";
import { ALL_TOOLS } from "../../../../src/tools/inventory.ts";
import { PAGE_CALLS } from "../../../../src/tools/page/inventory.ts";
import { callBy, openMemory } from "../../../support/memory.ts";
import { rowCounts } from "../../../support/raw-sqlite.ts";
import { json, openHttp, type SentHeaders } from "../open-http.ts";
import { rawRequest } from "../raw-request.ts";
import { ANNA, openPage, pageSettings, type TestPage } from "./open-page.ts";

const CAPTURE = { statement: "Keep the orders in PostgreSQL", confidence: 0.8 };

const reasonIn = async (response: Response) =>
  ((await json(response))["error"] as { details: { reason: string } }).details.reason;

async function decisionsIn({ memory }: Pick<TestPage, "memory">, project = "shop") {
  const { items } = await perform(listDecisions, {}, memory, callBy({ project }));
  return items;
}

const post = (url: string, path: string, headers: SentHeaders, body = JSON.stringify(CAPTURE)) =>
  fetch(`${url}${path}`, { method: "POST", headers, body });

describe("the page of a person", () => {
  it("writes as that person, with their consent and their name in the log", async () => {
    const page = await openPage();
    const { call } = await page.browser();
    const response = await call("capture-decision", CAPTURE, { "Membria-Project": "shop" });
    expect(response.status).toBe(200);
    const [decision] = await decisionsIn(page);
    expect(decision).toMatchObject({ statement: CAPTURE.statement, author: { kind: "human", name: "Anna" } });
    const { entries } = await perform(readLog, { record: decision?.id ?? "", limit: 5 }, page.memory, ANNA);
    expect(entries).toMatchObject([
      {
        author: "Anna",
        authorKind: "human",
        client: "membria-page/1.2.3",
        key: expect.stringMatching(/^key_/),
      },
    ]);
  });
});

describe("another site", () => {
  const FOREIGN: readonly (readonly [string, SentHeaders])[] = [
    ["says it is another one on another machine", { Origin: "https://evil.example" }],
    ["is another program of this machine", { Origin: "http://127.0.0.1:1" }],
    ["has no origin, as a sandboxed frame", { Origin: "null" }],
    ["is told apart by the browser alone", { "Sec-Fetch-Site": "cross-site" }],
    ["is on the same machine by another port", { "Sec-Fetch-Site": "same-site" }],
  ];

  it.each(FOREIGN)("that %s changes nothing, even with the cookie and the token", async (_, headers) => {
    const page = await openPage();
    const browser = await page.browser();
    for (const [method, path] of [
      ["POST", "/page/call/capture-decision"],
      ["POST", "/page/session"],
      ["DELETE", "/page/session"],
    ] as const) {
      const response = await fetch(`${page.url}${path}`, {
        method,
        headers: { ...browser.headers, ...headers },
        ...(method === "POST" && { body: JSON.stringify(CAPTURE) }),
      });
      expect(response.status, `${method} ${path}`).toBe(403);
    }
    expect(await decisionsIn(page)).toEqual([]);
    expect((await browser.get("/page/session")).status).toBe(200);
  });

  it("whose browser does not say where the request comes from changes nothing", async () => {
    const page = await openPage();
    const { headers } = await page.browser();
    const { Origin: _, "Sec-Fetch-Site": __, ...silent } = headers;
    const response = await post(page.url, "/page/call/capture-decision", silent);
    expect(response.status).toBe(403);
    expect(await reasonIn(response)).toBe("foreign_site");
    expect(await decisionsIn(page)).toEqual([]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "with a form of the type %j changes nothing",
    async (type) => {
      const page = await openPage();
      const { headers } = await page.browser();
      const response = await post(page.url, "/page/call/capture-decision", {
        ...headers,
        "Content-Type": type,
      });
      expect(response.status).toBe(415);
      expect(await decisionsIn(page)).toEqual([]);
    },
  );

  it("cannot read the session of somebody, nor what they are told", async () => {
    const page = await openPage();
    const { get } = await page.browser();
    for (const path of ["/page/session", "/page/events"]) {
      const response = await get(path, { "Sec-Fetch-Site": "cross-site" });
      expect(response.status, path).toBe(403);
      expect(response.headers.get("access-control-allow-origin"), path).toBeNull();
    }
  });

  it("is not told by a preflight that it may", async () => {
    const page = await openPage();
    const response = await fetch(`${page.url}/page/call/capture-decision`, {
      method: "OPTIONS",
      headers: {
        Origin: "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,membria-csrf",
      },
    });
    expect(response.ok).toBe(false);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("under a name that resolves to this machine is refused by the name", async () => {
    const page = await openPage();
    const { headers } = await page.browser();
    for (const path of ["/", "/page/session", "/page/call/today"]) {
      const { status } = await rawRequest(page.url, {
        method: "GET",
        path,
        headers: { ...headers, Accept: "text/html", Host: "evil.example" },
      });
      expect(status, path).toBe(403);
    }
  });
});

describe("a token", () => {
  it.each([
    ["is missing", undefined, "csrf_missing"],
    ["is empty", "", "csrf_wrong"],
    ["is made up", "a".repeat(43), "csrf_wrong"],
  ])("that %s lets nothing through", async (_, token, reason) => {
    const page = await openPage();
    const { headers } = await page.browser();
    const { "Membria-CSRF": __, ...rest } = headers;
    const sent = token === undefined ? rest : { ...rest, "Membria-CSRF": token };
    const response = await post(page.url, "/page/call/capture-decision", sent);
    expect(response.status).toBe(403);
    expect(await reasonIn(response)).toBe(reason);
    expect(await decisionsIn(page)).toEqual([]);
  });

  it("of another session lets nothing through", async () => {
    const page = await openPage();
    const [own, other] = [await page.browser(), await page.browser()];
    const response = await own.call("today", {}, { "Membria-CSRF": String(other.session["csrf"]) });
    expect(response.status).toBe(403);
  });

  it("is needed to sign out", async () => {
    const page = await openPage();
    const { headers, get } = await page.browser();
    const { "Membria-CSRF": _, ...rest } = headers;
    const response = await fetch(`${page.url}/page/session`, { method: "DELETE", headers: rest });
    expect(response.status).toBe(403);
    expect((await get("/page/session")).status).toBe(200);
  });
});

describe("whoever has no session", () => {
  it.each(Object.keys(PAGE_CALLS))("cannot call %s", async (name) => {
    const page = await openPage();
    const response = await post(page.url, `/page/call/${name}`, {
      Origin: page.url,
      "Content-Type": "application/json",
    });
    expect(response.status).toBe(401);
    expect(await reasonIn(response)).toBe("no_session");
  });

  it("gets in with no key in place of the cookie, and with no cookie in place of a key", async () => {
    const page = await openPage();
    const { token } = await page.key({ role: "admin" });
    const bearer = { Origin: page.url, "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    expect((await post(page.url, "/page/call/today", bearer)).status).toBe(401);
    const { headers, cookie } = await page.browser();
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await post(page.url, "/mcp", headers, ping)).status).toBe(401);
    expect((await post(page.url, "/", headers, ping)).status).toBe(401);
    expect((await fetch(`${page.url}/metrics`, { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it("has two cookies of the same name and is nobody", async () => {
    const page = await openPage();
    const { cookie } = await page.browser();
    const response = await fetch(`${page.url}/page/session`, { headers: { Cookie: `${cookie}; ${cookie}` } });
    expect(response.status).toBe(401);
  });
});

describe("a session that may not do everything", () => {
  it("of a viewer reads, and changes nothing", async () => {
    const page = await openPage();
    const { id } = await page.key({ name: "Ben", role: "viewer" });
    const { call } = await page.browser({ key: id });
    expect((await call("list-decisions")).status).toBe(200);
    const response = await call("capture-decision", CAPTURE);
    expect(response.status).toBe(403);
    expect(await reasonIn(response)).toBe("permission_denied");
    expect(await decisionsIn(page)).toEqual([]);
  });

  it("that is bound to a project finds nothing of another one, by its id or by its name", async () => {
    const page = await openPage();
    const admin = await page.browser();
    await admin.call("capture-decision", CAPTURE, { "Membria-Project": "bank" });
    const [secret] = await decisionsIn(page, "bank");
    const { id } = await page.key({ name: "Ben", role: "admin", project: "shop" });
    const bound = await page.browser({ key: id });
    const ofOther = { id: secret?.id ?? "" };
    const missing = await bound.call("get-decision", ofOther);
    expect(missing.status).toBe(404);
    expect(await missing.text()).not.toContain(CAPTURE.statement);
    for (const [name, args] of [
      ["get-decision", ofOther],
      ["list-decisions", {}],
      ["retract-decision", ofOther],
    ] as const)
      for (const project of ["bank", "all"]) {
        const response = await bound.call(name, args, { "Membria-Project": project });
        expect(response.status, `${name} in ${project}`).toBe(403);
        expect(await reasonIn(response)).toBe("project_forbidden");
      }
    expect((await bound.get("/page/events?project=bank")).status).toBe(403);
    expect((await decisionsIn(page, "bank"))[0]?.standing).toBe("active");
  });

  it("on a server without keys only reads, whoever asks", async () => {
    const page = await openPage({ withoutKeys: "admin" });
    const session = await json(await fetch(`${page.url}/page/session`));
    expect(session).toMatchObject({ readsOnly: true, role: "viewer", expires_at: null });
    const headers = {
      Origin: page.url,
      "Content-Type": "application/json",
      "Membria-CSRF": String(session["csrf"]),
    };
    expect((await post(page.url, "/page/call/list-decisions", headers, "{}")).status).toBe(200);
    for (const { name, effect } of Object.values(PAGE_CALLS)) {
      if (effect === "read") continue;
      const response = await post(page.url, `/page/call/${name}`, headers);
      expect(response.status, name).toBe(403);
      expect(await json(response)).toMatchObject({
        error: { message: expect.stringContaining("without keys"), details: { reason: "read_only" } },
      });
    }
    expect(await decisionsIn(page)).toEqual([]);
  });

  it("on a server that only reads changes nothing either", async () => {
    const page = await openPage({ exposure: { profile: "core", toolNames: "portable", readOnly: true } });
    const { session, call } = await page.browser();
    expect(session).toMatchObject({ readsOnly: true });
    expect(await reasonIn(await call("capture-decision", CAPTURE))).toBe("read_only");
  });
});

describe("a request that only looks", () => {
  it("changes nothing, whatever it is sent to", async () => {
    const page = await openPage();
    const { get, headers } = await page.browser();
    const before = await rowCounts(page.memory.path);
    const paths = [
      "/",
      "/today",
      "/page/session",
      "/page/assets/main-1.js",
      ...Object.keys(PAGE_CALLS).map((name) => `/page/call/${name}`),
    ];
    for (const path of paths) {
      const response = await get(path, { ...headers, Accept: "text/html" });
      if (path.startsWith("/page/call/")) expect(response.status, path).toBe(405);
    }
    expect(await rowCounts(page.memory.path)).toEqual(before);
  });
});

describe("what is sent", () => {
  it.each([
    ["is no JSON", "{", "invalid_json"],
    ["is a list", "[]", "invalid_argument"],
    ["has an unknown argument", '{"statement":"Use it","evil":1}', "unknown_argument"],
  ])("and %s is refused with a reason", async (_, body, reason) => {
    const page = await openPage();
    const { headers } = await page.browser();
    const response = await post(page.url, "/page/call/capture-decision", headers, body);
    expect(response.status).toBe(400);
    expect(await reasonIn(response)).toBe(reason);
  });

  it("and is larger than a megabyte is refused before it is read", async () => {
    const page = await openPage();
    const { call } = await page.browser();
    const response = await call("capture-decision", { statement: "x".repeat(1_100_000) });
    expect(response.status).toBe(413);
  });

  it("to a call that does not exist, or that every object has, is not found", async () => {
    const page = await openPage();
    const { call } = await page.browser();
    for (const name of ["no-such-call", "constructor", "__proto__", "toString"])
      expect((await call(name)).status, name).toBe(404);
  });

  it("too often is refused for a while, with more room for reading than an agent has", async () => {
    const page = await openPage({ rateLimit: "on" });
    const { call } = await page.browser();
    const statuses = new Set<number>();
    for (let i = 0; i < 150; i++) statuses.add((await call("list-domains")).status);
    expect(statuses).toEqual(new Set([200]));
    let last = await call("capture-decision", CAPTURE);
    for (let i = 0; i < 10; i++)
      last = await call("capture-decision", { statement: `Decide number ${i} now` });
    expect(last.status).toBe(429);
    expect(last.headers.get("retry-after")).toBe("1");
  });

  it("by a person who goes through what waits is not taken for too many decisions", async () => {
    const page = await openPage({ rateLimit: "on" });
    const { call } = await page.browser();
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i++)
      statuses.add((await call("answer-item", { kind: "link", id: `lnk_${i}`, verdict: "rejected" })).status);
    expect(statuses).toEqual(new Set([404]));
  });
});

it("no client of the protocol can list or call what the page can", async () => {
  const names = new Set(ALL_TOOLS.flatMap(({ name, canonicalName }) => [name, canonicalName]));
  expect(Object.keys(PAGE_CALLS).filter((name) => names.has(name))).toEqual([]);
});

it("a server without the page has none of its paths", async () => {
  const http = await openHttp({ memory: await openMemory() });
  expect((await fetch(`${http.url}/page/session`)).status).toBe(404);
  const withPage = await openHttp({ memory: await openMemory(), page: pageSettings(undefined) });
  expect((await fetch(`${withPage.url}/page/session`)).status).toBe(401);
});
