import { request as httpRequest } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { MOST_DELIVERIES_A_DAY } from "../../../src/repository/rules/webhooks/delivery.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { act, decision } from "../../support/decisions.ts";
import { deliver, github, gitlab, PROJECT, WEBHOOK_SECRET, webhookHeaders } from "../../support/webhooks.ts";
import { openHttp, type TestHttp } from "./open-http.ts";
import { rawBytes, rawRequest } from "./raw-request.ts";

const OPENED = github.pullRequest("opened");
const OPEN = { webhookSecret: WEBHOOK_SECRET } as const;

async function withDecision(): Promise<TestHttp> {
  const http = await openHttp(OPEN);
  const made = decision({
    project: PROJECT,
    linkedPr: "https://github.com/acme/shop/pull/12",
    createdAt: new Date("2026-02-01T00:00:00Z"),
  });
  await addDecision(http.memory, { decision: made }, act());
  return http;
}

describe("a server without a secret", () => {
  it("has no webhooks, and says how to switch them on", async () => {
    const http = await openHttp();
    for (const forge of ["github", "gitlab"] as const) {
      const { status, answer } = await deliver(http.url, forge, "push", {});
      expect(status).toBe(404);
      expect(answer).toMatchObject({ error: { message: expect.stringContaining("MEMBRIA_WEBHOOK_SECRET") } });
    }
  });

  it("nor has one that only reads", async () => {
    const exposure = { profile: "core", toolNames: "portable", readOnly: true } as const;
    const http = await openHttp({ ...OPEN, exposure });
    expect((await deliver(http.url, "github", "pull_request", OPENED)).status).toBe(404);
  });
});

describe("a webhook that does not prove that it knows the secret", () => {
  it("is refused with the same words, whatever is wrong", async () => {
    const http = await withDecision();
    const body = JSON.stringify(OPENED);
    const good = webhookHeaders("github", "pull_request", body);
    const { "X-Hub-Signature-256": signature = "" } = good;
    const answers = new Set<string>();
    for (const given of [
      undefined,
      "",
      "sha256=",
      "sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709",
      signature.slice(0, -1),
      `${signature}0`,
      signature.replace("sha256=", ""),
      signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      webhookHeaders("github", "pull_request", body, { secret: "another-secret-of-16" })[
        "X-Hub-Signature-256"
      ],
      webhookHeaders("github", "pull_request", `${body} `)["X-Hub-Signature-256"],
    ]) {
      const { "X-Hub-Signature-256": _, ...headers } = good;
      const { status, body: answer } = await rawRequest(http.url, {
        path: "/webhooks/github",
        headers: { ...headers, ...(given !== undefined && { "X-Hub-Signature-256": given }) },
        body,
      });
      expect(status, String(given)).toBe(401);
      answers.add(answer);
    }
    expect(answers.size).toBe(1);
  });

  it("is refused by GitLab's token, and a signature is none", async () => {
    const http = await openHttp(OPEN);
    const body = JSON.stringify(gitlab.mergeRequest("open"));
    for (const token of [undefined, "", "x".repeat(WEBHOOK_SECRET.length), `${WEBHOOK_SECRET} x`, "short"]) {
      const { "X-Gitlab-Token": _, ...headers } = webhookHeaders("gitlab", "Merge Request Hook", body);
      const { status } = await rawRequest(http.url, {
        path: "/webhooks/gitlab",
        headers: { ...headers, ...(token !== undefined && { "X-Gitlab-Token": token }) },
        body,
      });
      expect(status, String(token)).toBe(401);
    }
  });

  it("leaves nothing behind, and a key of the memory does not help", async () => {
    const http = await withDecision();
    const { token } = await http.key({ role: "admin" });
    const headers = { Authorization: `Bearer ${token}` };
    const refused = await deliver(http.url, "github", "pull_request", OPENED, {
      delivery: "one",
      secret: "another-secret-of-16",
      headers,
    });
    expect(refused.status).toBe(401);
    expect((await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" })).status).toBe(200);
  });

  it("is refused for a foreign host before anything else", async () => {
    const http = await openHttp(OPEN);
    const body = JSON.stringify(OPENED);
    const headers = { ...webhookHeaders("github", "pull_request", body), Host: "evil.example" };
    expect((await rawRequest(http.url, { path: "/webhooks/github", headers, body })).status).toBe(403);
  });
});

describe("a replay", () => {
  it("is refused by its id, and by its body under another id", async () => {
    const http = await withDecision();
    expect((await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" })).status).toBe(200);
    const again = await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" });
    expect(again.status).toBe(409);
    expect(again.answer).toMatchObject({ error: { details: { reason: "delivered_before" } } });
    const merged = await deliver(http.url, "github", "pull_request", github.merged(), { delivery: "one" });
    expect(merged.status).toBe(409);
    expect((await deliver(http.url, "github", "pull_request", OPENED, { delivery: "two" })).status).toBe(409);
  });

  it("is refused after a restart of the server", async () => {
    const http = await withDecision();
    await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" });
    await http.close();
    const later = await openHttp({ ...OPEN, memory: http.memory });
    expect((await deliver(later.url, "github", "pull_request", OPENED, { delivery: "one" })).status).toBe(
      409,
    );
  });

  it("of two at the same time one is taken", async () => {
    const http = await withDecision();
    const both = await Promise.all(
      ["one", "one", "two"].map((delivery) =>
        deliver(http.url, "github", "pull_request", OPENED, { delivery }),
      ),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it("adds nothing when it comes after the ids are forgotten", async () => {
    const http = await withDecision();
    await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" });
    http.memory.clock.advance(31 * DAY_MS);
    const late = await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" });
    expect([late.status, late.answer["status"]]).toEqual([202, "nothing"]);
  });
});

describe("a body", () => {
  it("of 10 MB is refused before it is read, if it says so", async () => {
    const http = await openHttp(OPEN);
    const announced = await rawBytes(
      http.url,
      `POST /webhooks/github HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Hub-Signature-256: sha256=${"0".repeat(64)}\r\nContent-Length: ${10 * 1024 * 1024}\r\n\r\n{`,
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("without an end is refused while it is read, with a right token or a made-up signature", async () => {
    const http = await openHttp(OPEN);
    for (const [forge, headers] of [
      ["github", { "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` }],
      ["gitlab", { "X-Gitlab-Token": WEBHOOK_SECRET }],
    ] as const) {
      const { status, megabytes } = await endlessBody(http.url, `/webhooks/${forge}`, headers);
      expect([413, "cut"]).toContain(status);
      expect(megabytes).toBeLessThan(16);
    }
    expect((await fetch(`${http.url}/healthz`)).status).toBe(200);
  });

  it("that comes in chunks is read like any other", async () => {
    const http = await withDecision();
    const body = JSON.stringify(OPENED);
    const response = await fetch(`${http.url}/webhooks/github`, {
      method: "POST",
      headers: webhookHeaders("github", "pull_request", body),
      body: new Blob([body.slice(0, 10), body.slice(10)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(200);
  });

  it("must be JSON, and an object", async () => {
    const http = await openHttp(OPEN);
    for (const body of ["", "{", "null", "12", '"text"', "[]", "[{}]", "\ufeff{", "{}{}"])
      expect((await deliver(http.url, "github", "push", body)).status, body).toBe(400);
    const latin = Buffer.from('{"a":"\xe9"}', "latin1");
    const headers = webhookHeaders("gitlab", "Push Hook", "");
    const response = await fetch(`${http.url}/webhooks/gitlab`, { method: "POST", headers, body: latin });
    expect(response.status).toBe(400);
  });

  it("must say that it is JSON", async () => {
    const http = await openHttp(OPEN);
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
      const headers = { "Content-Type": type };
      expect((await deliver(http.url, "github", "push", "{}", { headers })).status, type).toBe(415);
    }
  });

  it("of unlimited depth harms nothing", async () => {
    const http = await openHttp(OPEN);
    const deep = `{"repository":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`;
    expect([202, 400]).toContain((await deliver(http.url, "github", "push", deep)).status);
  });
});

describe("headers and methods", () => {
  it("without an event or with an id that is none it is a bad request", async () => {
    const http = await openHttp(OPEN);
    for (const headers of [
      { "X-GitHub-Event": "" },
      { "X-GitHub-Delivery": "" },
      { "X-GitHub-Delivery": "a b" },
    ])
      expect((await deliver(http.url, "github", "push", {}, { headers })).status).toBe(400);
    const long = await deliver(http.url, "github", "push", {}, { delivery: "x".repeat(101) });
    expect(long.status).toBe(400);
  });

  it("only POST is taken, and no other path", async () => {
    const http = await openHttp(OPEN);
    const got = await fetch(`${http.url}/webhooks/github`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`${http.url}/webhooks/bitbucket`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${http.url}/webhooks`, { method: "POST" })).status).toBe(404);
  });
});

describe("a sender of too many", () => {
  it("has to wait a minute", async () => {
    const http = await openHttp(OPEN);
    const ping = (): Promise<{ status: number }> => deliver(http.url, "github", "ping", {});
    for (let sent = 0; sent < 300; sent++) expect((await ping()).status).toBe(202);
    expect((await ping()).status).toBe(429);
    http.memory.clock.advance(2 * MINUTE_MS);
    expect((await ping()).status).toBe(202);
  });

  it("cannot fill the disk", async () => {
    const http = await withDecision();
    const { path, clock } = http.memory;
    const file = await connect(path);
    onTestFinished(() => file.close());
    await file.write((sql) => {
      for (let n = 0; n < MOST_DELIVERIES_A_DAY; n++)
        sql.run(
          "INSERT INTO webhook_deliveries VALUES ('github', ?, ?, ?)",
          `n${n}`,
          `d${n}`,
          clock.now().getTime(),
        );
    });
    const refused = await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" });
    expect(refused.status).toBe(429);
    clock.advance(2 * DAY_MS);
    expect((await deliver(http.url, "github", "pull_request", OPENED, { delivery: "one" })).status).toBe(200);
  });
});

/** Sends until the server answers or hangs up, and says how much it took. */
function endlessBody(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number | "cut"; megabytes: number }> {
  const piece = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  return new Promise((resolve) => {
    const end = (status: number | "cut") => {
      request.destroy();
      resolve({ status, megabytes: sent / 1024 / 1024 });
    };
    const request = httpRequest(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      agent: false,
    });
    request.on("response", ({ statusCode }) => end(statusCode ?? 0));
    request.on("error", () => end("cut"));
    const send = (): void => {
      if (request.destroyed) return;
      sent += piece.length;
      request.write(piece, () => setImmediate(send));
    };
    send();
  });
}
