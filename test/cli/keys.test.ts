import { describe, expect, it } from "vitest";
import { readKeys } from "../../src/access/sql/keys.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { openCommandLine, type Run } from "../support/command-line.ts";

const jsonOf = ({ out, err }: Run) => {
  expect(err).toBe("");
  return JSON.parse(out) as Record<string, unknown> & { keys: Record<string, unknown>[] };
};
const errorIn = ({ err }: Run) => (JSON.parse(err) as { error: Record<string, unknown> }).error;

describe("membria keys create", () => {
  it("prints {id, key, name, role, expires_at} with --json: an agent's, for thirty days", async () => {
    const line = await openCommandLine();
    expect(jsonOf(await line.run("keys", "create", "--name", "laptop", "--json"))).toEqual({
      id: "key_000001",
      key: expect.stringMatching(/^mbr_000001_[\w-]{43}$/),
      name: "laptop",
      role: "agent",
      expires_at: "2026-03-14T10:30:00.000Z",
    });
  });

  it("takes a role, a project and an end", async () => {
    const line = await openCommandLine();
    const flags = ["--role", "viewer", "--project", "github.com/acme/shop", "--expires", "12h"];
    expect(jsonOf(await line.run("keys", "create", "--name", "ci", ...flags, "--json"))).toMatchObject({
      role: "viewer",
      project: "github.com/acme/shop",
      expires_at: "2026-02-12T22:30:00.000Z",
    });
  });

  it("lets its client report consent with --may-consent only, which is listed and kept when it is rotated", async () => {
    const line = await openCommandLine();
    await line.run("keys", "create", "--name", "ci");
    const { out } = await line.run("keys", "create", "--name", "laptop", "--may-consent");
    expect(out).toContain("may report the consent of a person");
    const rotated = await line.run("keys", "rotate", "key_000002", "--json");
    expect(jsonOf(rotated)).toMatchObject({ may_consent: true });
    const { keys } = jsonOf(await line.run("keys", "list", "--json"));
    expect(keys).toMatchObject([
      { id: "key_000002", may_consent: true },
      { id: "key_000001", may_consent: false },
    ]);
    const listed = (await line.run("keys", "list")).out.split("\n");
    expect(listed.filter((row) => row.includes("may report consent"))).toEqual([
      expect.stringContaining("key_000002"),
    ]);
    const logged = (await line.run("audit", "--all", "--json")).out.split("\n");
    expect(logged.map((entry) => /"may_consent":(\w+)/.exec(entry)?.[1])).toEqual(["false", "true", "true"]);
  });

  it("shows the key once, and keeps nothing that gives it away", async () => {
    const line = await openCommandLine();
    const { out } = await line.run("keys", "create", "--name", "laptop");
    const [token = ""] = /mbr_\S+/.exec(out) ?? [];
    expect(out).toContain("shown only once");
    const kept = JSON.stringify(await readKeys(line.memory));
    expect(kept).not.toContain(token.slice(-43));
    expect((await line.run("keys", "list", "--json")).out).not.toContain(token.slice(-43));
  });

  it.each([
    [["--name", "x", "--role", "root"], "role"],
    [["--name", "x", "--expires", "soon"], "expires"],
    [["--name", "x", "--project", "All of it"], "project"],
    [[], "name"],
  ])("refuses %j by its name", async (flags, field) => {
    const line = await openCommandLine();
    const run = await line.run("keys", "create", ...flags, "--json");
    expect(run.code).toBe(2);
    expect(errorIn(run)).toMatchObject({ code: "invalid", field });
  });
});

describe("membria keys list", () => {
  it("says how to make the first one", async () => {
    const line = await openCommandLine();
    expect((await line.run("keys", "list")).out).toContain("membria keys create");
  });

  it("shows each key, whether it opens, and a warning a week before its end", async () => {
    const line = await openCommandLine();
    for (const name of ["laptop", "ci"]) await line.run("keys", "create", "--name", name);
    await line.run("keys", "revoke", "key_000001");
    line.memory.clock.advance(25 * DAY_MS);
    const { keys } = jsonOf(await line.run("keys", "list", "--json"));
    expect(keys).toMatchObject([
      {
        id: "key_000002",
        standing: "active",
        last_used_at: null,
        warning: expect.stringContaining("in 5 days"),
      },
      { id: "key_000001", standing: "revoked", warning: null },
    ]);
    const { out } = await line.run("keys", "list");
    expect(out).toContain("membria keys rotate key_000002");
    line.memory.clock.advance(5 * DAY_MS);
    expect((await line.run("keys", "list")).out).toContain("expired");
  });
});

describe("membria keys rotate and revoke", () => {
  it("rotates: the same id, another secret, another month, and the old one ends at once", async () => {
    const line = await openCommandLine();
    const made = jsonOf(await line.run("keys", "create", "--name", "laptop", "--json"));
    line.memory.clock.advance(DAY_MS);
    const fresh = jsonOf(await line.run("keys", "rotate", "key_000001", "--json"));
    expect(fresh).toMatchObject({ id: made["id"], name: "laptop", expires_at: "2026-03-15T10:30:00.000Z" });
    expect(fresh["key"]).not.toBe(made["key"]);
    expect(fresh).not.toHaveProperty("previous_until");
  });

  it("rotates with an overlap, and says until when", async () => {
    const line = await openCommandLine();
    await line.run("keys", "create", "--name", "laptop");
    const { out } = await line.run("keys", "rotate", "key_000001", "--overlap", "1h");
    expect(out).toContain("The old secret works until 2026-02-12T11:30:00.000Z");
  });

  it.each(["rotate", "revoke"])("%s says that there is no such key", async (verb) => {
    const line = await openCommandLine();
    const run = await line.run("keys", verb, "key_none", "--json");
    expect(run.code).toBe(3);
    expect(errorIn(run)).toMatchObject({ code: "not_found", hint: expect.stringContaining("keys list") });
  });
});

describe("membria mcp start", () => {
  it("listens on 127.0.0.1:9090, with keys, unless told otherwise", async () => {
    const started: unknown[] = [];
    const line = await openCommandLine({ start: async (address) => void started.push(address) });
    await line.run("mcp", "start");
    await line.run(
      "mcp",
      "start",
      "--port",
      "8443",
      "--host",
      "10.0.0.7",
      "--tls-cert",
      "a",
      "--tls-key",
      "b",
    );
    await line.run("mcp", "start", "--behind-proxy", "--allowed-host", "a", "--allowed-host", "b");
    const usual = {
      port: 9090,
      host: "127.0.0.1",
      behindProxy: false,
      allowedHost: [],
      insecureNoAuth: false,
      idleMinutes: 0,
    };
    expect(started).toEqual([
      usual,
      { ...usual, port: 8443, host: "10.0.0.7", tlsCert: "a", tlsKey: "b" },
      { ...usual, behindProxy: true, allowedHost: ["a", "b"] },
    ]);
  });

  it.each([
    ["--port", "70000"],
    ["--port", "http"],
  ])("refuses %s %s", async (...flags) => {
    const line = await openCommandLine();
    expect((await line.run("mcp", "start", ...flags)).code).toBe(2);
  });
});
