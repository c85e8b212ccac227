import { describe, expect, it } from "vitest";
import { modernCall, request } from "../stdio/messages.ts";
import { json, modernHeaders, openHttp } from "./open-http.ts";
import { rawBytes, rawRequest } from "./raw-request.ts";

const PING = JSON.stringify(request(1, "ping"));
const OPEN = { withoutKeys: "agent" } as const;

describe("requests for a foreign host are refused before anything else", () => {
  it("with a foreign Host or Origin, even with a key and on every path", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    for (const [header, value] of [
      ["Host", "evil.example"],
      ["Host", "evil.example:9090"],
      ["Host", "127.0.0.1.evil.example"],
      ["Origin", "https://evil.example"],
      ["Origin", "null"],
      ["Origin", "http://localhost.evil.example"],
    ] as const) {
      for (const path of ["/mcp", "/batch", "/healthz", "/nowhere"]) {
        const method = path === "/healthz" ? "GET" : "POST";
        const { status, body } = await rawRequest(http.url, {
          path,
          method,
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", [header]: value },
          ...(method === "POST" && { body: PING }),
        });
        expect(status, `${header}: ${value} at ${path}`).toBe(403);
        const reason = `foreign_${header.toLowerCase()}`;
        expect(JSON.parse(body)).toMatchObject({ error: { code: "FORBIDDEN", details: { reason } } });
      }
    }
  });

  it("an invalid Host header is a bad request", async () => {
    const http = await openHttp();
    const { status, body } = await rawRequest(http.url, { headers: { Host: "localhost@evil.example" } });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { code: "BAD_REQUEST" } });
  });

  it("the names of this machine and configured names are accepted", async () => {
    const http = await openHttp({ address: { allowedHosts: ["memory.example.com"] } });
    for (const [header, value] of [
      ["Host", "localhost:9090"],
      ["Host", "[::1]:9090"],
      ["Host", "memory.example.com"],
      ["Origin", "http://127.0.0.1:6274"],
    ] as const) {
      const sent = { path: "/healthz", method: "GET", headers: { [header]: value } };
      expect((await rawRequest(http.url, sent)).status, value).toBe(200);
    }
  });
});

describe("limits of a request body", () => {
  it("a declared length over 10 MB is refused at once, a longer body while it is sent", async () => {
    const http = await openHttp(OPEN);
    const announced = await rawBytes(
      http.url,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${11 * 1024 * 1024}\r\n\r\n{`,
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    expect(announced).toContain("PAYLOAD_TOO_LARGE");
    const streamed = await fetch(`${http.url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: new Blob(["x".repeat(10 * 1024 * 1024 + 1)]).stream(),
      duplex: "half",
    } as RequestInit).then(
      ({ status }) => status,
      () => "cut",
    );
    expect([413, "cut"]).toContain(streamed);
  });

  it("slow bodies and slow headers are cut off", async () => {
    const http = await openHttp({ ...OPEN, times: { headersMs: 100, requestMs: 150 } });
    const cut = /^HTTP\/1\.1 408 |^$/;
    const start = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
    const rest = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    expect(await rawBytes(http.url, start + rest)).toMatch(cut);
    expect(await rawBytes(http.url, start)).toMatch(cut);
    // On a busy machine it may be slow itself.
    await expect.poll(async () => (await fetch(`${http.url}/healthz`)).status).toBe(200);
  });

  it("the content type must be JSON", async () => {
    const http = await openHttp(OPEN);
    for (const type of [undefined, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const headers = { ...(type && { "Content-Type": type }) };
      expect((await rawRequest(http.url, { body: PING, headers })).status, type).toBe(415);
    }
  });

  it("conflicting lengths are refused", async () => {
    const http = await openHttp(OPEN);
    const answer = await rawBytes(
      http.url,
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("paths and methods", () => {
  it("other paths are not found, with or without a key", async () => {
    const http = await openHttp();
    const { token } = await http.key({ role: "admin" });
    for (const path of [
      "/../../etc/passwd",
      "/mcp/../../etc/passwd",
      "/..%2f..%2fetc%2fpasswd",
      "/%2e%2e/etc/passwd",
      "/mcp/",
      "/MCP",
      "/mcp%00",
      "/dist/membria.js",
      "/package.json",
      "/.well-known/oauth-protected-resource",
    ]) {
      for (const method of ["GET", "POST"]) {
        const { status, body } = await rawRequest(http.url, {
          method,
          path,
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          ...(method === "POST" && { body: PING }),
        });
        expect(status, `${method} ${path}`).toBe(404);
        expect(JSON.parse(body)).toMatchObject({ error: { code: "NOT_FOUND" } });
      }
    }
  });

  it("a wrong method is answered with the allowed ones", async () => {
    const http = await openHttp();
    for (const [path, method, allow] of [
      ["/mcp", "PUT", "GET, POST, DELETE"],
      ["/", "PATCH", "GET, POST, DELETE"],
      ["/batch", "GET", "POST"],
      ["/healthz", "POST", "GET"],
      ["/readyz", "DELETE", "GET"],
    ] as const) {
      const response = await fetch(`${http.url}${path}`, { method });
      expect([response.status, response.headers.get("allow")], `${method} ${path}`).toEqual([405, allow]);
      expect(await json(response)).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
    }
  });

  it("GET without a session is refused with the reason", async () => {
    const http = await openHttp(OPEN);
    const response = await fetch(`${http.url}/mcp`, { headers: { Accept: "text/event-stream" } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("a header that names another method changes nothing", async () => {
    const http = await openHttp(OPEN);
    const response = await http.post(PING, { headers: { "X-HTTP-Method-Override": "DELETE" } });
    expect(await json(response)).toMatchObject({ id: 1, result: {} });
  });
});

describe("2026-07-28: headers that say something else than the body are refused", () => {
  const message = modernCall(3, "membria_get_decision", { decision_id: "dec_x" });

  it("any wrong or missing header", async () => {
    const http = await openHttp(OPEN);
    for (const [name, value] of [
      ["Mcp-Method", "tools/list"],
      ["Mcp-Name", "membria_capture_decision"],
      ["MCP-Protocol-Version", "2025-11-25"],
    ] as const) {
      const wrong = await http.post(message, { headers: { ...modernHeaders(message), [name]: value } });
      expect(wrong.status, name).toBe(400);
      expect(await json(wrong), name).toMatchObject({ id: 3, error: { code: expect.any(Number) } });
      const { [name]: _, ...headers } = modernHeaders(message);
      expect((await http.post(message, { headers })).status, `no ${name}`).toBe(400);
    }
  });

  it("a body without a version under a header with one", async () => {
    const http = await openHttp(OPEN);
    const response = await http.post(request(4, "tools/list"), {
      headers: { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" },
    });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ id: 4, error: { code: -32602 } });
  });

  it("a session id makes no difference to it", async () => {
    const http = await openHttp(OPEN);
    const headers = { ...modernHeaders(message), "Mcp-Session-Id": "made-up" };
    expect((await http.post(message, { headers })).status).toBe(200);
  });
});

describe("an address that others can reach", () => {
  it.each([
    ["unprotected_address", { host: "0.0.0.0" }, undefined],
    ["unprotected_address", { host: "192.0.2.7" }, undefined],
    ["unprotected_address", { host: "::" }, undefined],
    ["host_name_required", { host: "0.0.0.0", behindProxy: true }, undefined],
    ["unprotected_address", { host: "0.0.0.0", behindProxy: true, allowedHosts: ["a.example"] }, "agent"],
  ] as const)("is refused: %s, %j, without keys as %s", async (reason, address, withoutKeys) => {
    await expect(openHttp({ address, withoutKeys })).rejects.toMatchObject({ reason });
  });

  it("is served behind a proxy, by its name", async () => {
    const http = await openHttp({
      address: { host: "0.0.0.0", behindProxy: true, allowedHosts: ["memory.example.com"] },
    });
    const url = http.url.replace("0.0.0.0", "127.0.0.1");
    const status = async (host: string): Promise<number> =>
      (await rawRequest(url, { path: "/healthz", method: "GET", headers: { Host: host } })).status;
    expect(await status("memory.example.com")).toBe(200);
    expect(await status("other.example.com")).toBe(403);
  });

  it("a port in use is reported, with another one to try", async () => {
    const http = await openHttp();
    const port = Number(new URL(http.url).port);
    await expect(openHttp({ address: { port } })).rejects.toMatchObject({
      reason: "port_taken",
      hint: expect.stringContaining(`--port ${port + 1}`),
    });
  });
});
