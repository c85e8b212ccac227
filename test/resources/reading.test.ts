import type { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../src/decisions/sql/outcomes.ts";
import { protocolError, withProtocolErrors } from "../../src/mcp/protocol-error.ts";
import type { Completer } from "../../src/resources/completion.ts";
import { findResource, listResources, RESOURCES } from "../../src/resources/inventory.ts";
import { Fault } from "../../src/shared/errors.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { recordingLog } from "../mcp/stdio/connection.ts";
import { act, decision } from "../support/decisions.ts";
import { decide, history, settle } from "../support/loop.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { outcome } from "../support/outcomes.ts";
import { succeed } from "../support/tools.ts";

interface Contents extends Record<string, unknown> {
  readonly decisions: { decision_id: string; due_at: string; reasoning: string; outcomes: unknown[] }[];
  readonly chain: { decision_id: string; statement: string }[];
}

async function read(memory: TestMemory, uri: string, caller: Caller = {}): Promise<Contents> {
  const { resource, args } = findResource(uri);
  return (await resource.read(args, memory, callBy({ role: resource.role, ...caller }))) as Contents;
}

const sampleOf = (variable: string | undefined, decision: string): string =>
  ({ domain: "database", id: "flask-mass-assignment" })[variable ?? ""] ?? decision;

const sizeOf = (contents: unknown): number => JSON.stringify(contents).length;

describe("every resource", () => {
  it("reads an empty memory, or says what is missing", async () => {
    const memory = await openMemory();
    for (const { address, variables } of RESOURCES) {
      const uri = address.replace(/\{\w+\}/, sampleOf(variables[0], "dec_nowhere"));
      const reading = read(memory, uri);
      if (variables[0] === "decision_id") await expect(reading).rejects.toMatchObject({ code: "not_found" });
      else expect(await reading).toBeTypeOf("object");
    }
  });

  it("names the project once if it is not obvious", async () => {
    const memory = await openMemory();
    const id = await decide(memory);
    const notices = ["Taken for the project default."];
    for (const { address, variables } of RESOURCES) {
      const uri = address.replace(/\{\w+\}/, sampleOf(variables[0], id));
      const contents = await read(memory, uri, { notices });
      expect((contents["notices"] as string[]).at(-1), uri).toBe(notices[0]);
      expect(JSON.stringify(contents).split(notices[0] as string), uri).toHaveLength(2);
    }
  });

  it("has the quotation notice exactly when it contains stored text", async () => {
    const memory = await openMemory();
    const id = await decide(
      memory,
      { statement: "Use zebras for transport", dueDays: 0 },
      { name: "zebra keeper" },
    );
    for (const what of ["milk", "mail", "hay", "coal"]) {
      await settle(memory, await decide(memory, { statement: `Use zebras for the transport of ${what}` }), 1);
    }
    for (const { address, variables, quotesMemory } of RESOURCES) {
      const uri = address.replace(/\{\w+\}/, sampleOf(variables[0], id));
      const contents = await read(memory, uri);
      expect("notice" in contents, uri).toBe(quotesMemory);
      expect(JSON.stringify(contents).includes("zebra"), uri).toBe(quotesMemory);
    }
  });

  it("stays under 10,000 characters, says what was left out, and returns it with a larger max_tokens", async () => {
    const memory = await openMemory();
    const long = "Zebras carry more than horses. ".repeat(200);
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { decision_id } = (await succeed(memory, "membria_capture_decision", {
        statement: `Use ${n} zebras for transport`,
        alternatives: ["Horses"],
        confidence: 0.8,
        context: { reasoning: long },
      })) as { decision_id: string };
      ids.push(decision_id);
    }
    memory.clock.advance(40 * DAY_MS);
    for (const uri of [
      "membria://decisions/all",
      "membria://decisions/due",
      `membria://decisions/${ids[0]}`,
      `membria://graph/similar-decisions/${ids[0]}`,
    ]) {
      const contents = await read(memory, uri);
      expect(sizeOf(contents), uri).toBeLessThanOrEqual(10_000);
    }
    const due = await read(memory, "membria://decisions/due");
    expect(due["omitted"]).toEqual(expect.arrayContaining([expect.stringContaining("max_tokens")]));
    const whole = await read(memory, "membria://decisions/due?max_tokens=50000");
    expect(whole.decisions.map(({ reasoning }) => reasoning.length)).toEqual(ids.map(() => long.length));
    expect(whole).not.toHaveProperty("omitted");
  });
});

describe("membria://decisions/due", () => {
  it("has what is due with its id and day, the longest overdue first, and how many", async () => {
    const memory = await openMemory();
    const ids = [await decide(memory, { dueDays: 2 }), await decide(memory, { dueDays: 1, domain: "api" })];
    await decide(memory, { dueDays: 50 });
    expect(await read(memory, "membria://decisions/due")).toMatchObject({ decisions: [], total: 0 });
    memory.clock.advance(3 * DAY_MS);
    const due = await read(memory, "membria://decisions/due?limit=1");
    expect(due).toMatchObject({
      total: 2,
      decisions: [{ decision_id: ids[1], due_at: "2026-02-13T10:30:00.000Z" }],
    });
    expect(await read(memory, "membria://decisions/due?module=database")).toMatchObject({ total: 1 });
    await settle(memory, ids[0] as string, 1);
    expect(await read(memory, "membria://decisions/due")).toMatchObject({ total: 1 });
  });
});

describe("membria://audit", () => {
  const uri = "membria://audit";
  const entriesOf = (contents: Contents) =>
    contents["entries"] as { position: number; action: string; subject: string; author: string }[];

  it("has the newest entries first, and what they are filtered by", async () => {
    const memory = await openMemory();
    const id = await decide(memory, {}, { name: "painter", person: "Ada", key: "key_9" });
    memory.clock.advance(3 * DAY_MS);
    await addOutcome(memory, "shop", id, outcome(1), act(memory.clock.now()));
    await decide(memory, {}, { project: "bank" });
    const all = await read(memory, uri);
    expect(entriesOf(all)).toMatchObject([
      { position: 2, action: "outcome.recorded", author: "coding-agent" },
      {
        position: 1,
        action: "decision.captured",
        subject: id,
        author: "painter",
        person: "Ada",
        key: "key_9",
      },
    ]);
    expect(all).not.toHaveProperty("next_cursor");
    const positions = async (query: string) =>
      entriesOf(await read(memory, `${uri}?${query}`)).map(({ position }) => position);
    expect(await positions("since=2d")).toEqual([2]);
    expect(await positions("actor=ADA")).toEqual([1]);
    expect(await positions("op=outcome")).toEqual([2]);
    expect(await positions(`decision=${id}`)).toEqual([2, 1]);
    expect(await positions("cursor=2")).toEqual([1]);
  });

  it("leads to all older entries with its cursor, however few fit into one answer", async () => {
    const memory = await openMemory();
    for (let n = 0; n < 120; n++) await addDecision(memory, { decision: decision() }, act());
    const seen: number[] = [];
    for (let address = uri, pages = 0; ; ) {
      const page = await read(memory, address);
      expect(sizeOf(page)).toBeLessThanOrEqual(10_000);
      expect(++pages).toBeLessThan(20);
      seen.push(...entriesOf(page).map(({ position }) => position));
      if (page["next_cursor"] === undefined) break;
      address = `${uri}?cursor=${page["next_cursor"]}`;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n));
    const large = await read(memory, `${uri}?max_tokens=50000`);
    expect(entriesOf(large)).toHaveLength(100);
    expect(large["next_cursor"]).toBe(21);
  });

  it.each(["viewer", "agent"] as const)(
    "is neither listed for the role %s nor read with it",
    async (role) => {
      const memory = await openMemory();
      await expect(read(memory, uri, { role })).rejects.toMatchObject({ code: "forbidden" });
      const listed = async (caller: Caller) =>
        (await listResources(undefined, memory, callBy(caller))).resources.some((one) => one.uri === uri);
      expect(await listed({ role })).toBe(false);
      expect(await listed({ role: "admin" })).toBe(true);
    },
  );

  it("names its own arguments in a refusal", async () => {
    const memory = await openMemory();
    await expect(read(memory, `${uri}?op=decision.made`)).rejects.toMatchObject({
      code: "invalid",
      field: "op",
    });
    await expect(read(memory, `${uri}?since=soon`)).rejects.toMatchObject({
      code: "invalid",
      field: "since",
    });
  });
});

describe("membria://calibrations", () => {
  it("says for each domain and in all how many outcomes are due", async () => {
    const memory = await openMemory();
    await history(memory, "database", [
      [0.8, 1],
      [0.8, 1],
      [0.8, 0],
    ]);
    await history(memory, "api", [[0.8, 1]]);
    for (const domain of ["database", "api", "auth"]) await decide(memory, { domain, dueDays: 0 });
    expect(await read(memory, "membria://calibrations/all")).toMatchObject({
      due_outcomes: 3,
      calibrations: [
        { domain: "api", status: "no_data", sample_size: 1, due_outcomes: 1 },
        { domain: "database", sample_size: 3, mean_success_rate: 0.6, due_outcomes: 1 },
      ],
    });
    expect(await read(memory, "membria://calibrations/auth")).toMatchObject({
      status: "no_data",
      sample_size: 0,
      due_outcomes: 1,
      recommendation: expect.any(String),
    });
  });
});

describe("the address of a resource", () => {
  it("has its variables encoded", async () => {
    const memory = await openMemory();
    await expect(read(memory, "membria://decisions/ADR%2F7%3F")).rejects.toThrow(
      "There is no decision ADR/7?",
    );
    expect(() => findResource("membria://decisions/%E0%A4%A")).toThrow("There is no resource");
  });

  it.each(["membria://decisions", "membria://decisions/a/b", "MEMBRIA://decisions/all", "", "membria://"])(
    "%j is none, and the refusal has those that are",
    (uri) => {
      expect(() => findResource(uri)).toThrow(expect.objectContaining({ code: "not_found" }));
      expect(() => findResource(uri)).toThrow(
        expect.objectContaining({ hint: expect.stringContaining("membria://anomalies/current") }),
      );
    },
  );
});

describe("a failed read as an error of the protocol", () => {
  const uri = "membria://decisions/all";

  it("is -32001 with retry_after while the memory is away", () => {
    expect(protocolError(new Fault("unavailable", "Away.", { retryAfter: 5 }), { uri })).toMatchObject({
      code: -32001,
      data: { reason: "graph_unavailable", retry_after: 5, uri },
    });
  });

  it("reveals nothing about a defect, and logs it in full", async () => {
    const { log, entries } = recordingLog();
    const defect = new Error("SQLITE_CORRUPT at /home/somebody");
    const { signal } = new AbortController();
    const failing = withProtocolErrors(() => Promise.reject(defect), {
      log,
      signal,
      about: { method: "resources/list" },
    });
    const error = await failing.catch((thrown: unknown) => thrown as ProtocolError);
    expect(error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(error)).not.toContain("CORRUPT");
    expect(entries).toMatchObject([{ level: "error", meta: { method: "resources/list", error: defect } }]);
  });

  it("rethrows the error when the client is gone, and logs no failure", async () => {
    const { log, entries } = recordingLog();
    const gone = new Error("gone");
    const work = () => Promise.reject(gone);
    await expect(withProtocolErrors(work, { log, signal: AbortSignal.abort(), about: {} })).rejects.toBe(
      gone,
    );
    expect(entries).toEqual([]);
  });
});

describe("membria://threats/{id}, also by a name that a pattern had before", () => {
  const uri = "membria://threats/flask-mass-assignment";

  it("has the whole pattern", async () => {
    const memory = await openMemory();
    const all = await memory.threats.all();
    const threat = all.find(({ id }) => id === "mass-assignment");
    const code = threat?.code.find(({ framework }) => framework === "flask");
    expect(await read(memory, `${uri}?max_tokens=20000`)).toMatchObject({
      id: threat?.id,
      name: threat?.name,
      threat: threat?.agent.threat,
      vulnerable: code?.vulnerable,
      fixed: code?.fixed,
      test: code?.test,
      related: threat?.related,
    });
  });

  it("suggests similar names for an unknown one", async () => {
    await expect(read(await openMemory(), "membria://threats/rails-mass-assignment")).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("mass-assignment"),
    });
  });

  it("is completed by prefix, and listed with its severity", async () => {
    const memory = await openMemory();
    const call = callBy({ role: "viewer" });
    const { resource } = findResource(uri);
    const complete = resource.completers["id"] as Completer;
    const { values } = await complete("s", memory, call);
    expect(values).toContain("share-link");
    expect(values.every((id) => id.startsWith("s"))).toBe(true);
    const { resources } = await listResources(undefined, memory, call);
    const listed = resources.filter((one) => one.uri.startsWith("membria://threats/"));
    expect(listed).toHaveLength((await memory.threats.all()).length);
    expect(listed.find((one) => one.uri === "membria://threats/mass-assignment")?.title).toMatch(
      /^Threat, critical: /,
    );
  });
});
