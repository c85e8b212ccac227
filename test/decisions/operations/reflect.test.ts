import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reflect } from "../../../src/decisions/operations/reflect.ts";
import { decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { closeProposal, findProposal, readProposals } from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { recordingLog } from "../../mcp/stdio/connection.ts";
import { concluded, PERSON, proposed, recorded, SUPERSEDE } from "../../support/agent-memory.ts";
import { listening } from "../../support/listening.ts";
import { callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { callTool, succeed } from "../../support/tools.ts";

const reflected = (memory: TestMemory) => perform(reflect, {}, memory, callBy());
const drafts = (memory: TestMemory) => readProposals(memory, "shop", "draft", 100);

/** Without automatic reflection, so that the operation finds everything at once. */
const undisturbed = (memory: TestMemory): TestMemory =>
  rewired(memory, { background: { ...memory.background, start: () => {}, later: () => {} } });

async function failing(memory: TestMemory, ...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const id = await recorded(memory, { title });
    await concluded(memory, id, "failure");
    ids.push(id);
  }
  return ids;
}

describe("reflection", () => {
  it("drafts a proposal for a target that keeps failing, with at least three pieces of evidence", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    const { drafted, fed, expired, targets } = await reflected(memory);
    expect({ fed, expired, targets }).toEqual({ fed: [], expired: [], targets: 1 });
    expect(drafted).toEqual(await drafts(memory));
    expect(drafted).toMatchObject([
      {
        id: expect.stringMatching(/^prop_/),
        project: "shop",
        target: "order_cache",
        kind: "repeated_failures",
        state: "draft",
        createdAt: memory.clock.now(),
      },
    ]);
    expect(drafted[0]?.evidence.every((id) => id.startsWith("out_"))).toBe(true);
    expect(drafted[0]?.evidence).toHaveLength(3);
    expect(drafted[0]?.explanations.length).toBeGreaterThanOrEqual(2);
  });

  it("writes a draft once, whoever reflects and however often", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    await Promise.all([reflected(memory), reflected(memory)]);
    expect(await reflected(memory)).toMatchObject({ drafted: [], fed: [], expired: [] });
    expect(await drafts(memory)).toHaveLength(1);
  });

  it("never changes a decision", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    const before = await decisionPage(memory, { scope: "shop" }, 10);
    const from = await memory.position();
    await reflected(memory);
    expect(await decisionPage(memory, { scope: "shop" }, 10)).toEqual(before);
    const rows = await memory.changesAfter(from, 10);
    expect(rows.map(({ action }) => action)).toEqual(["proposal.drafted"]);
  });

  it("feeds an open draft with new evidence", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    const [draft] = (await reflected(memory)).drafted;
    memory.clock.advance(DAY_MS);
    await failing(memory, "Fourth");
    const { drafted, fed } = await reflected(memory);
    expect(drafted).toEqual([]);
    expect(fed).toMatchObject([{ id: draft?.id, statement: draft?.statement, fedAt: memory.clock.now() }]);
    expect(fed[0]?.evidence).toHaveLength(4);
    expect(fed[0]?.reasoning).toContain("4 records");
  });

  it("expires a draft after 30 days without evidence, and writes it again only with new evidence", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    await reflected(memory);
    memory.clock.advance(30 * DAY_MS - 1);
    expect((await reflected(memory)).expired).toEqual([]);
    memory.clock.advance(1);
    expect((await reflected(memory)).expired).toMatchObject([{ state: "expired" }]);
    expect(await reflected(memory)).toMatchObject({ drafted: [], expired: [] });
    await failing(memory, "Fourth");
    expect((await reflected(memory)).drafted).toHaveLength(1);
  });

  it("expires a draft with fewer than three pieces of evidence", async () => {
    const memory = undisturbed(await openMemory());
    const [first = ""] = await failing(memory, "First", "Second", "Third");
    const [draft] = (await reflected(memory)).drafted;
    await succeed(memory, "membria_record_outcome", {
      decision_id: first,
      final_status: "success",
      final_score: 1,
    });
    await succeed(memory, SUPERSEDE, {
      title: "Cache nothing",
      target: "order_cache",
      rationale: "It never worked out.",
      old_decision_ids: (await decisionPage(memory, { scope: "shop" }, 10)).items.map(({ id }) => id),
    });
    expect((await reflected(memory)).expired).toMatchObject([{ id: draft?.id }]);
    expect(await drafts(memory)).toEqual([]);
  });

  it("does not propose again what a person rejected", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    const [draft] = (await reflected(memory)).drafted;
    await closeProposal(memory, "shop", String(draft?.id), "rejected", {
      by: callBy(PERSON).actor,
      at: memory.clock.now(),
    });
    await failing(memory, "Fourth", "Fifth");
    expect((await reflected(memory)).drafted).toEqual([]);
    await failing(memory, "Sixth");
    expect((await reflected(memory)).drafted[0]?.evidence).toHaveLength(3);
  });

  it("finds a refuted decision without a stated topic, with its id as target", async () => {
    const memory = undisturbed(await openMemory());
    const { decision_id } = await succeed(memory, "membria_capture_decision", {
      statement: "Cache orders in the browser",
      alternatives: ["On the server"],
      confidence: 0.9,
    });
    const id = String(decision_id);
    for (const signal_type of ["incident", "ci_failed"])
      await succeed(memory, "membria_record_signal", { decision_id, signal_type, valence: "negative" });
    await concluded(memory, id, "failure");
    const { drafted } = await reflected(memory);
    expect(drafted).toMatchObject([{ kind: "refuted", target: id }]);
    memory.clock.advance(DAY_MS);
    const { decision_id: accepted } = await succeed(
      memory,
      "accept_proposal",
      { proposal_id: drafted[0]?.id },
      { role: "admin" },
    );
    expect(await findDecision(memory, "shop", String(accepted))).toMatchObject({ topicStated: false });
  });

  it("does not combine decisions that are only similar", async () => {
    const memory = undisturbed(await openMemory());
    for (const n of [1, 2, 3]) {
      const { decision_id } = await succeed(memory, "membria_capture_decision", {
        statement: "Cache orders in the browser",
        alternatives: [`On the server ${n}`],
        confidence: 0.9,
      });
      await concluded(memory, String(decision_id), "failure");
    }
    expect(await reflected(memory)).toMatchObject({ drafted: [] });
  });

  it("finds an approved contradiction between decisions of any topic", async () => {
    const memory = undisturbed(await openMemory());
    const [a, b] = [await recorded(memory), await recorded(memory, { target: "queue" })];
    await raw(memory.path, (db) =>
      db
        .prepare(
          `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
           VALUES ('lnk_a', 'shop', ?, ?, 'contradicts', ?, 1, '{}')`,
        )
        .run(a, b, "active"),
    );
    expect((await reflected(memory)).drafted).toMatchObject([
      { kind: "contradiction", target: "order_cache", evidence: expect.arrayContaining([a, b, "lnk_a"]) },
    ]);
  });

  it("quotes no text of a decision, and leaves nothing of an erased topic in the file", async () => {
    const memory = await openMemory();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      const id = await recorded(memory, {
        title: `Prefer the zebra ${n}`,
        target: "giraffe_policy",
        rationale: "Okapis are too slow for it.",
      });
      await concluded(memory, id, "failure");
      ids.push(id);
    }
    const [draft] = await drafts(memory);
    expect(JSON.stringify(draft)).not.toMatch(/zebra|okapi/i);
    expect(draft?.statement).toContain("giraffe_policy");
    for (const id of ids)
      await eraseDecision(memory, "shop", id, { by: callBy().actor, at: memory.clock.now() });
    await memory.close();
    expect(readFileSync(memory.path).toString("latin1")).not.toMatch(/zebra|okapi|giraffe/i);
  });

  it("needs a role that may write, and one project", async () => {
    const memory = await openMemory();
    await expect(perform(reflect, {}, memory, callBy({ role: "viewer" }))).rejects.toMatchObject({
      reason: "permission_denied",
    });
    await expect(perform(reflect, {}, memory, callBy({ project: "all" }))).rejects.toMatchObject({
      reason: "project_required",
    });
  });

  it("stays in its project", async () => {
    const memory = undisturbed(await openMemory());
    await failing(memory, "First", "Second", "Third");
    expect(await perform(reflect, {}, memory, callBy({ project: "depot" }))).toMatchObject({ targets: 0 });
  });
});

describe("automatic reflection after an outcome", () => {
  it("drafts a proposal for the target of the outcome", async () => {
    const memory = await openMemory();
    const id = await proposed(memory);
    expect(await findProposal(memory, "shop", id)).toMatchObject({
      state: "draft",
      target: "order_cache",
    });
  });

  it("starts after the reply", async () => {
    const memory = await openMemory();
    const from = await memory.position();
    const [a, b] = [await recorded(memory), await recorded(memory, { title: "Another" })];
    await concluded(memory, a, "failure");
    const before = await drafts(memory);
    let began = false;
    const slow = rewired(memory, {
      background: {
        ...memory.background,
        start: (what, work) =>
          memory.background.start(what, async () => {
            began = true;
            await work();
          }),
      },
    });
    await callTool(slow, "membria_record_outcome", {
      decision_id: b,
      final_status: "failure",
      final_score: 0,
    });
    expect(began).toBe(false);
    await memory.background.idle();
    expect(began).toBe(true);
    expect((await drafts(memory))[0]?.evidence.length).toBeGreaterThan(before[0]?.evidence.length ?? 0);
    expect(await memory.position()).toBeGreaterThan(from);
  });

  it("only logs its own failure, so that the outcome stays", async () => {
    const { log, entries } = recordingLog();
    const memory = await openMemory(log);
    const broken = rewired(memory, {
      memory: listening(memory, (statement) => {
        if (statement.includes("m.outcome = 'failure' AND m.outcome <> 'success'"))
          throw new Fault("unavailable", "The memory is busy.");
      }),
    });
    await concluded(broken, await recorded(memory), "failure");
    expect(entries.filter(({ level }) => level === "error")).toMatchObject([
      { message: "Reflection after an outcome failed", meta: { error: { message: "The memory is busy." } } },
    ]);
  });
});
