import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../support/falkordb.ts";
import { folderOfTest } from "../support/memory.ts";
import { type Run, runProgram } from "../support/run-program.ts";
import { startServer } from "../support/stdio-client.ts";

/** A machine: a home of its own, with the program that a person or a client starts in it. */
async function machine(hub: FalkorDb) {
  const { path: home } = await folderOfTest();
  const env = {
    // A person's decision could not be replaced by an agent.
    MEMBRIA_ACTOR: "script",
    MEMBRIA_HOME: home,
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_GRAPH_URL: hub.url,
    MEMBRIA_BACKUPS: "0",
  };
  const run = async (...argv: string[]): Promise<Run> => runProgram(argv, { env });
  const typed = { ...env, MEMBRIA_ACTOR: "human" };
  const json = async (...argv: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await runProgram([...argv, "--json"], { env: typed });
    expect(code, err + out).toBe(0);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const serve = async () => {
    const server = startServer({ env });
    onTestFinished(() => server.kill());
    await server.initialize();
    return server;
  };
  return { run, json, serve };
}

describe("A project that two machines share", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());

  it("is in step through servers and commands alike", async () => {
    const [one, two] = [await machine(hub), await machine(hub)];
    await one.json("team", "create", "--from", "all");
    const { invitation, fingerprint } = await one.json("team", "invite");
    await two.json(
      "team",
      "join",
      "--invite",
      String(invitation),
      "--fingerprint",
      String(fingerprint),
      "--from",
      "all",
    );

    // A command shares what it wrote before it ends.
    const decided = await one.run("decide", "Cache orders in Redis", "--topic", "orders");
    expect(decided.out + decided.err).toContain("will be shared with the team when an agent");
    expect(await one.json("team", "status")).toMatchObject({ teams: [{ pending: 0 }] });

    // A server reads it by itself.
    const server = await two.serve();
    const id = await eventually(async () => {
      const found = JSON.stringify(await server.call("search_decisions", { query: "Cache orders" }));
      const [known] = /dec_[0-9a-z]+/.exec(found) ?? [];
      expect(known, found).toBeDefined();
      return String(known);
    });

    // Of two that replace it, the first one does.
    const won = await server.call("supersede_decision", {
      title: "Cache orders nowhere",
      target: "orders",
      rationale: "They change too often to be cached.",
      old_decision_ids: [id],
    });
    // On a busy machine the time that a claim waits may be over before; it is settled all the same.
    expect(String(won["notices"])).toMatch(/^(?:Shared with the team|Stored locally)/);
    await eventually(async () =>
      expect(await two.json("team", "status")).toMatchObject({ teams: [{ pending: 0 }] }),
    );
    const lost = await one.run("supersede", id, "Cache orders in files");
    expect(lost.err + lost.out).toMatch(/Lost to |Stored locally/);
    await eventually(async () => {
      await one.run("team", "sync");
      expect((await one.run("proposals")).out).toContain("prop_");
    });

    // What a machine says while the server is away arrives when it is back.
    await hub.stop();
    const away = await server.call("membria_capture_decision", {
      statement: "Keep invoices for ten years",
      alternatives: ["Five years"],
      confidence: 0.9,
    });
    expect(String(away["notices"])).toContain("tored locally");
    await hub.start();
    await eventually(async () => {
      await one.run("team", "sync");
      expect((await one.run("list")).out).toContain("Keep invoices for ten years");
    });
    const doctor = await one.run("doctor", "--json");
    expect(JSON.parse(doctor.out)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: "team",
          found: expect.stringContaining("shop: in step; the server answers"),
        }),
      ]),
    });
    expect(await server.close()).toBe(0);
  });
});
