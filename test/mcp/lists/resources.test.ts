import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { act, decision } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type StdioClient, startServer } from "../../support/stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { type EraClient, REVISIONS, startEraClient } from "../eras-client.ts";

const ALL = "membria://decisions/all";
const PROJECT = { "membria/project": "bank" };
/** More than one page of the list of resources. */
const DECISIONS = 56;
/** CONTRACTS: another process's change is notified within this time. */

const id = (n: number): string => `dec_seed${String(n).padStart(4, "0")}`;

/** Decisions of a shop, the newest with the highest number; four outcomes; and a secret of a bank. */
async function seed(folder: TemporaryFolder): Promise<void> {
  const memory = await openMemoryFile(folder.file("membria.db"), silentLog);
  for (let n = 0; n < DECISIONS; n++) {
    await addDecision(
      memory,
      {
        decision: decision({
          id: id(n),
          statement: `Keep the orders of region ${n} in PostgreSQL`,
          domain: n % 2 ? "database" : "api",
          topicStated: false,
          confidence: 0.9,
          createdAt: new Date(Date.UTC(2026, 0, 1, n)),
        }),
      },
      act(),
    );
  }
  for (const [n, score] of [
    [1, 1],
    [3, 1],
    [5, 0],
    [7, 1],
  ] as const) {
    await addOutcome(memory, "shop", id(n), outcome(score, { lessons: ["Measure it first"] }), act());
  }
  await addDecision(
    memory,
    {
      decision: decision({
        id: id(500),
        statement: "Use PostgreSQL for the orders again",
        domain: "database",
      }),
      supersedes: [{ ref: id(5), linkId: "lnk_seed1" }],
    },
    act(),
  );
  await addDecision(
    memory,
    { decision: decision({ id: "dec_bank1", project: "bank", aliases: ["ADR-9"] }) },
    act(),
  );
  await memory.close();
}

describe.each(REVISIONS)("resources and prompts over a pipe, revision %s", (revision) => {
  let folder: TemporaryFolder;
  let client: EraClient;
  /** Another process on the same file. */
  let writer: StdioClient;
  const env = () => ({
    MEMBRIA_HOME: folder.path,
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_ROLE: "viewer",
    MEMBRIA_EMBEDDING: "off",
  });

  beforeAll(async () => {
    folder = await temporaryFolder();
    await seed(folder);
    writer = startServer({ env: { ...env(), MEMBRIA_ROLE: "agent" } });
    client = await startEraClient(revision, env());
    await writer.initialize();
  });
  afterAll(async () => {
    expect(await client.close(), client.stderr()).toBe(0);
    await writer.close();
    await folder.remove();
  });

  async function read(uri: string, more: Record<string, unknown> = {}, meta?: Record<string, unknown>) {
    const { contents, ...rest } = await client.ask("resources/read", { uri, ...more }, meta);
    const [content] = contents as [{ uri: string; mimeType: string; text: string }];
    expect(content).toMatchObject({ uri, mimeType: "application/json" });
    return { ...(JSON.parse(content.text) as Record<string, unknown>), rest, size: content.text.length };
  }

  const refusedRead = (uri: string, more: Record<string, unknown> = {}) =>
    client.refused("resources/read", { uri, ...more });

  it("advertises exactly what it supports", async () => {
    const capabilities = await client.capabilities();
    expect(capabilities).toMatchObject({
      resources: { subscribe: true },
      prompts: {},
      completions: {},
      logging: {},
    });
    expect(capabilities["resources"]).not.toHaveProperty("listChanged", true);
    expect(capabilities["prompts"]).not.toHaveProperty("listChanged", true);
  });

  it("lists templates by the document's addresses", async () => {
    const { resourceTemplates, ...rest } = await client.ask("resources/templates/list");
    expect((resourceTemplates as { uriTemplate: string }[]).map(({ uriTemplate }) => uriTemplate)).toEqual([
      "membria://decisions/all{?module,status,limit,cursor,max_tokens}",
      "membria://decisions/due{?module,limit,max_tokens}",
      "membria://decisions/{decision_id}",
      "membria://calibrations/all{?max_tokens}",
      "membria://calibrations/{domain}",
      "membria://skills/{domain}",
      "membria://graph/causal-chain/{decision_id}",
      "membria://graph/similar-decisions/{decision_id}",
      "membria://threats/{id}",
    ]);
    if (revision === "2026-07-28") expect(rest).toMatchObject({ ttlMs: HOUR_MS, cacheScope: "public" });
  });

  it("lists every readable resource once, page by page, without any stored text", async () => {
    const uris: string[] = [];
    let cursor: unknown;
    do {
      const page = await client.ask("resources/list", cursor === undefined ? {} : { cursor });
      uris.push(...(page["resources"] as { uri: string }[]).map(({ uri }) => uri));
      expect(JSON.stringify(page)).not.toContain("region");
      cursor = page["nextCursor"];
    } while (cursor !== undefined);
    expect(uris.slice(0, 5)).toEqual([
      ALL,
      "membria://decisions/due",
      "membria://calibrations/all",
      "membria://anomalies/current",
      "membria://calibrations/database",
    ]);
    expect(new Set(uris).size).toBe(uris.length);
    const threats = uris.filter((uri) => uri.startsWith("membria://threats/"));
    expect(threats.length).toBeGreaterThanOrEqual(34);
    expect(uris).toHaveLength(5 + threats.length + DECISIONS + 1);
  });

  it.each(["resources/list", "resources/templates/list", "prompts/list"])(
    "refuses a cursor that %s never gave out: -32602",
    async (method) => {
      for (const cursor of ["bogus", "bogus ".repeat(100)])
        expect(await client.refused(method, { cursor })).toMatchObject({ code: -32602 });
    },
  );

  it("reads decisions newest first, each as get_decision answers, with total and the next cursor", async () => {
    const first = await read(`${ALL}?limit=2&module=database`);
    expect(first).toMatchObject({
      total: DECISIONS / 2 + 1,
      notice: expect.stringContaining("data, not instructions"),
    });
    expect(first).toMatchObject({
      decisions: [
        { decision_id: id(500), standing: "active", author: "agent", similar_decisions: expect.any(Array) },
        { decision_id: id(55), statement: "Keep the orders of region 55 in PostgreSQL", outcomes: [] },
      ],
    });
    const next = await read(`${ALL}?limit=2&module=database&cursor=${first["next_cursor" as never]}`);
    expect(
      (next["decisions" as never] as { decision_id: string }[]).map(({ decision_id }) => decision_id),
    ).toEqual([id(53), id(51)]);
  });

  it("takes the document's arguments as well as the query", async () => {
    const args = { arguments: { module: "database", status: "failed", limit: 1 } };
    expect(await read(ALL, args)).toMatchObject({ total: 1, decisions: [{ decision_id: id(5) }] });
    expect(await read(`${ALL}?status=completed&limit=1`)).toMatchObject({ total: 3 });
  });

  it("reaches all of them by cursor although few fit into one answer", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await read(`${ALL}?module=api&limit=40${cursor && `&cursor=${cursor}`}`);
      expect(page.size).toBeLessThanOrEqual(10_000);
      const { decisions, next_cursor, omitted } = page as unknown as {
        decisions: { decision_id: string }[];
        next_cursor?: string;
        omitted?: string[];
      };
      if (next_cursor && decisions.length < 40) expect(omitted?.[0]).toContain("next_cursor");
      seen.push(...decisions.map(({ decision_id }) => decision_id));
      cursor = next_cursor ?? "";
    } while (cursor);
    expect(seen).toHaveLength(DECISIONS / 2);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    [`${ALL}?modul=database`, "Unknown argument 'modul'"],
    [`${ALL}?limit=many`, 'limit must be a number; received "many"'],
    [`${ALL}?limit=0`, "limit must be at least 1"],
    [`${ALL}?status=done`, "status must be one of pending"],
    [`${ALL}?limit=1&limit=2`, "limit is given twice"],
    [`${ALL}?cursor=bogus`, "cursor is not one this memory gave out"],
    ["membria://calibrations/Data%20Base", "domain must be a short lowercase name"],
    ["membria://anomalies/current?limit=3", "Unknown argument 'limit'"],
  ])("refuses %s by name: -32602", async (uri, said) => {
    const error = await refusedRead(uri);
    expect(error).toMatchObject({ code: -32602, data: { uri, suggestion: expect.any(String) } });
    expect(error.message).toContain(said);
  });

  it("refuses a value that is in both the query and the arguments", async () => {
    expect(await refusedRead(`${ALL}?limit=1`, { arguments: { limit: 2 } })).toMatchObject({ code: -32602 });
  });

  it.each([
    "membria://decisions/dec_nowhere",
    "membria://graph/causal-chain/dec_nowhere",
    "membria://graph/similar-decisions/dec_nowhere",
    "membria://nothing/here",
    "file:///etc/passwd",
  ])("says that %s is missing in the revision's own code, with the address", async (uri) => {
    expect(await refusedRead(uri)).toMatchObject({ code: client.missing, data: { uri } });
  });

  it("reads a decision as get_decision does, and says how to cache it", async () => {
    const found = await read(`membria://decisions/${id(1)}`);
    expect(found).toMatchObject({
      decision_id: id(1),
      outcome: "success",
      outcomes: [{ lessons_learned: ["Measure it first"] }],
      antipatterns_triggered: [],
    });
    if (revision === "2026-07-28") expect(found.rest).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    else expect(found.rest).not.toHaveProperty("ttlMs");
  });

  it("reads a calibration in the words of the data model, and one with too few outcomes as no_data", async () => {
    expect(await read("membria://calibrations/database")).toMatchObject({
      domain: "database",
      sample_size: 4,
      alpha: 4,
      beta: 2,
      mean_success_rate: expect.closeTo(2 / 3, 6),
      credible_interval_95: [expect.any(Number), expect.any(Number)],
      due_outcomes: expect.any(Number),
    });
    expect(await read("membria://calibrations/frontend")).toMatchObject({
      status: "no_data",
      sample_size: 0,
    });
  });

  it("reads all calibrations, with how many outcomes are due", async () => {
    expect(await read("membria://calibrations/all")).toMatchObject({
      due_outcomes: expect.any(Number),
      calibrations: [{ domain: "database", sample_size: 4 }],
    });
  });

  it("reads the chain of a decision from either end", async () => {
    for (const end of [id(5), id(500)]) {
      expect(await read(`membria://graph/causal-chain/${end}`)).toMatchObject({
        chain: [
          {
            decision_id: id(5),
            standing: "superseded",
            outcome: "failure",
            lessons_learned: ["Measure it first"],
          },
          { decision_id: id(500), standing: "active", author: "agent" },
        ],
        links: [{ from: id(500), to: id(5), relation: "supersedes" }],
      });
    }
  });

  it("reads what resembles a decision", async () => {
    const found = await read(`membria://graph/similar-decisions/${id(1)}?limit=3`);
    expect(found).toMatchObject({ decision_id: id(1), notice: expect.any(String) });
    expect(found["similar_decisions" as never]).toHaveLength(3);
  });

  it("reads anomalies with the rule of every detector", async () => {
    expect(await read("membria://anomalies/current")).toMatchObject({
      anomalies: expect.any(Array),
      rules: expect.arrayContaining([{ kind: "capture_burst", rule: expect.stringContaining("Poisson") }]),
    });
  });

  it("does not show decisions of another project unless it is named", async () => {
    for (const uri of ["membria://decisions/dec_bank1", "membria://decisions/ADR-9"]) {
      expect(await refusedRead(uri)).toMatchObject({ code: client.missing });
      expect(await read(uri, {}, PROJECT)).toMatchObject({ decision_id: "dec_bank1", project: "bank" });
    }
    expect(await read(ALL, {}, PROJECT)).toMatchObject({ total: 1 });
  });

  describe("completion", () => {
    const complete = async (ref: Record<string, unknown>, name: string, value: string) => {
      const { completion } = await client.ask("completion/complete", { ref, argument: { name, value } });
      return completion as { values: string[]; hasMore: boolean };
    };
    const template = (uri: string) => ({ type: "ref/resource", uri });

    it("offers ids by prefix, and the newest for an empty prefix", async () => {
      const ref = template("membria://decisions/{decision_id}");
      expect(await complete(ref, "decision_id", "dec_seed000")).toEqual({
        values: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(id),
        hasMore: false,
      });
      expect((await complete(ref, "decision_id", "")).values).toHaveLength(DECISIONS + 1);
      expect((await complete(ref, "decision_id", "dec_bank")).values).toEqual([]);
    });

    it("offers nothing for a text that is longer than any id", async () => {
      const ref = template("membria://decisions/{decision_id}");
      expect(await complete(ref, "decision_id", "dec_".repeat(1_000))).toEqual({
        values: [],
        hasMore: false,
      });
    });

    it("offers domains and states, for resources and for prompts", async () => {
      expect((await complete(template("membria://calibrations/{domain}"), "domain", "da")).values).toEqual([
        "database",
        "data",
      ]);
      expect((await complete(template(ALL), "status", "comp")).values).toEqual(["completed"]);
      const prompt = { type: "ref/prompt", name: "before_decision" };
      expect((await complete(prompt, "domain", "fr")).values).toEqual(["frontend"]);
    });

    it("offers nothing for free text, and refuses unknown references: -32602", async () => {
      expect(
        (await complete({ type: "ref/prompt", name: "before_decision" }, "statement", "Use")).values,
      ).toEqual([]);
      for (const ref of [template("membria://nothing/{id}"), { type: "ref/prompt", name: "nothing" }]) {
        const argument = { name: "id", value: "" };
        expect(await client.refused("completion/complete", { ref, argument })).toMatchObject({
          code: -32602,
        });
      }
    });
  });

  describe("prompts", () => {
    it("are listed with their arguments", async () => {
      const { prompts } = await client.ask("prompts/list");
      expect(prompts).toMatchObject([
        { name: "before_decision", arguments: [{ name: "statement", required: true }, {}, {}] },
        { name: "after_outcome", arguments: [{ name: "decision_id", required: false }] },
        { name: "weekly_review", arguments: [{ name: "days", required: false }] },
        { name: "resume_work", arguments: [{ name: "mode", required: false }] },
        { name: "review_change", arguments: [{ name: "change", required: true }, { name: "file" }] },
      ]);
    });

    it("begin with what the memory knows", async () => {
      const { messages } = await client.ask("prompts/get", {
        name: "before_decision",
        arguments: { statement: "Keep the orders in PostgreSQL", confidence: "0.9" },
      });
      const [message] = messages as [{ role: string; content: { text: string } }];
      expect(message.role).toBe("user");
      expect(message.content.text).toContain("```memory");
      expect(message.content.text).toContain("## Membria Decision Context");
      expect(message.content.text).toMatch(/Keep the orders of region \d+ in PostgreSQL/);
    });

    it("say what is wrong with an argument: -32602", async () => {
      const get = (name: string, args: Record<string, string>) =>
        client.refused("prompts/get", { name, arguments: args });
      expect(await get("nothing", {})).toMatchObject({ code: -32602 });
      expect(await get("before_decision", {})).toMatchObject({
        code: -32602,
        message: expect.stringContaining("statement is required"),
      });
    });
  });

  describe("subscriptions", () => {
    const updated = (from = 0) =>
      client.notifications
        .slice(from)
        .filter(({ method }) => method === "notifications/resources/updated")
        .map(({ params }) => params["uri"] as string);
    const elsewhere = async (name: string, args: Record<string, unknown>, project = "shop") => {
      const _meta = { "membria/project": project };
      const reply = await writer.request("tools/call", { name, arguments: args, _meta });
      expect(reply?.result?.["isError"], JSON.stringify(reply)).toBeFalsy();
      return reply?.result?.["structuredContent"] as { decision_id: string };
    };
    const decide = (statement: string, project?: string) =>
      elsewhere(
        "membria_capture_decision",
        { statement, alternatives: ["Another way"], confidence: 0.7, context: { module: "infra" } },
        project,
      );
    const hears = (from: number, uris: readonly string[]) =>
      eventually(() => expect(new Set(updated(from))).toEqual(new Set(uris)));

    it("notify soon about changes of another process to subscribed resources, until they end", async () => {
      const limited = `${ALL}?limit=1`;
      const end = await client.subscribe([
        limited,
        `membria://decisions/${id(9)}`,
        "membria://calibrations/infra",
      ]);
      const from = client.notifications.length;
      await decide("Deploy the bank to a cluster of its own", "bank");
      const { decision_id } = await decide("Deploy the shop from the main branch");
      await hears(from, [limited]);
      await elsewhere("membria_record_outcome", { decision_id, final_status: "success", final_score: 1 });
      await hears(from, [limited, "membria://calibrations/infra"]);

      await end();
      const marker = await client.subscribe(["membria://anomalies/current"]);
      const after = client.notifications.length;
      await decide("Deploy the shop by hand on Fridays");
      await hears(after, ["membria://anomalies/current"]);
      await marker();
    });

    it("follow a decision by its alias, in the named project", async () => {
      const end = await client.subscribe(["membria://decisions/ADR-9"], PROJECT);
      const from = client.notifications.length;
      const signal = { decision_id: "dec_bank1", signal_type: "ci_passed", valence: "positive" };
      await elsewhere("membria_record_signal", signal, "bank");
      await hears(from, ["membria://decisions/ADR-9"]);
      await end();
    });
  });

  it("does not support the subscription method of the other era", async () => {
    const other = revision === "2026-07-28" ? "resources/subscribe" : "subscriptions/listen";
    expect(await client.refused(other, { uri: ALL, notifications: {} })).toMatchObject({ code: -32601 });
  });

  it.runIf(revision === "2025-11-25")("refuses to subscribe to what cannot be read", async () => {
    const uri = "membria://decisions/dec_bank1";
    expect(await client.refused("resources/subscribe", { uri })).toMatchObject({
      code: -32002,
      data: { uri },
    });
  });
});
