import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../../support/command-line.ts";
import { folderOfTest } from "../../support/memory.ts";
import { PATIENT } from "../../support/patient.ts";
import { MEMBRIA } from "../../support/stdio-client.ts";
import { call, initialize, modernCall, request } from "../stdio/messages.ts";
import { openFixture } from "./open-fixture.ts";
import { json, modernHeaders, openHttp } from "./open-http.ts";

it("a client that hangs up cancels its call, and nothing is logged as a failure", async () => {
  const { tools, post, log } = await openFixture(50);
  const gone = new AbortController();
  const answer = post(call(1, "hold", { key: "a" }), {}, gone.signal).catch(() => "gone");
  await expect.poll(() => tools.holding.size).toBe(1);
  gone.abort();
  expect(await answer).toBe("gone");
  await expect.poll(() => tools.aborted.has("a")).toBe(true);
  expect(log.filter(({ level }) => level === "error")).toEqual([]);
});

describe("closing", () => {
  it("finishes requests in flight of both eras, and accepts no new ones", async () => {
    const { http, tools, post } = await openFixture(240_000);
    const modern = modernCall(2, "hold", { key: "b" });
    const held = [post(call(1, "hold", { key: "a" })), post(modern, modernHeaders(modern))];
    await expect.poll(() => tools.holding.size).toBe(2);
    const closed = http.close();
    await expect(post(request(3, "ping"))).rejects.toThrow();
    tools.release("a");
    tools.release("b");
    const answers = await Promise.all(held.map(async (response) => (await response).text()));
    expect(answers[0]).toContain("released a");
    expect(answers[1]).toContain("released b");
    await closed;
  });

  it("does not wait longer than the limit, nor for endless streams", async () => {
    const { http, tools, post } = await openFixture(50);
    const opened = await post(initialize(1));
    const stream = await fetch(`${http.url}/mcp`, {
      headers: { Accept: "text/event-stream", "Mcp-Session-Id": opened.headers.get("mcp-session-id") ?? "" },
    });
    const ended = stream.text().catch(() => "cut");
    const stuck = post(call(2, "hold", { key: "a" })).catch(() => "cut");
    await expect.poll(() => tools.holding.size).toBe(1);
    await http.close();
    await ended;
    expect(await stuck).toBe("cut");
  });
});

describe("the program", () => {
  const start = async (env: Record<string, string>, ...flags: string[]) => {
    const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...PATIENT, MEMBRIA_EMBEDDING: "off", MEMBRIA_RATE_LIMIT: "", ...env },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
    });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    return { child, url: line.replace("Membria listens on ", ""), log: () => log };
  };

  it("serves with a key from the command line, and ends cleanly on SIGTERM", async () => {
    const env = { MEMBRIA_HOME: (await folderOfTest()).path };
    const made = await runProgram(["keys", "create", "--name", "laptop", "--json"], { env });
    const { key } = JSON.parse(made.out) as { key: string };
    const { child, url, log } = await start(env);
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
      body: JSON.stringify(
        call(1, "membria.capture_decision", {
          statement: "Test decision",
          alternatives: ["Alt 1"],
          confidence: 0.75,
        }),
      ),
    });
    expect(await json(response)).toHaveProperty("result.structuredContent.decision_id");
    expect(response.headers.get("ratelimit-policy")).toContain('"requests";q=100;w=60');
    const ended = once(child, "close");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(log()).not.toContain(key);
    const listed = await runProgram(["keys", "list", "--json"], { env });
    expect(JSON.parse(listed.out)).toMatchObject({
      keys: [{ name: "laptop", last_used_at: expect.any(String) }],
    });
  });

  it("accepts MAMA_AUTH_TOKEN, but refuses a short one without repeating it", async () => {
    const env = { MEMBRIA_HOME: (await folderOfTest()).path, MAMA_AUTH_TOKEN: "too-short" };
    const refused = await runProgram(["mcp", "start", "--port", "0"], { env });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("at least 16 characters");
    expect(refused.err).not.toContain("too-short");
  });

  it("uses TLS with a certificate", async ({ skip }) => {
    const folder = await folderOfTest();
    const [key, cert] = [folder.file("key.pem"), folder.file("cert.pem")];
    try {
      const subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes"];
      const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
      execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert, ...subject], {
        stdio: "ignore",
      });
    } catch {
      skip("openssl is not here to make a certificate");
    }
    const { url } = await openHttp({
      address: { tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") } },
    });
    expect(url).toMatch(/^https:/);
    const asked = httpsRequest(`${url}/healthz`, { ca: readFileSync(cert), servername: "localhost" }).end();
    const [response] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});
