import { describe, expect, it } from "vitest";
import {
  acceptCandidate,
  listCandidates,
  putBackCandidate,
  rejectCandidate,
} from "../../../src/candidates/operations/review-candidates.ts";
import type { DecisionCandidate } from "../../../src/candidates/rules/candidate.ts";
import {
  addCandidates,
  findCandidate,
  openCandidates,
  saveCheckpointDraft,
} from "../../../src/candidates/sql/candidate-rows.ts";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../../src/decisions/sql/links.ts";
import { countWaiting } from "../../../src/hooks/operations/list-told.ts";
import { eraseMemory } from "../../../src/portability/operations/erase-memory.ts";
import { latestCheckpoint } from "../../../src/sessions/sql/notes.ts";
import type { Role } from "../../../src/shared/actor.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { candidate, checkpointDraft } from "../../support/hook-records.ts";
import { link } from "../../support/links.ts";
import { callBy, openMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });
const POSTGRES = {
  quote: screened("OK, we use Postgres instead of Mongo because orders need transactions."),
  statement: screened("Use Postgres instead of Mongo"),
  alternatives: [screened("Mongo")],
  reasoning: screened("orders need transactions"),
  files: [screened("db/schema.sql"), screened("src/orders.ts")],
};

async function waiting(fields: Partial<DecisionCandidate> = {}) {
  const memory = await openMemory();
  const one = candidate({ ...POSTGRES, ...fields });
  await addCandidates(memory, [one]);
  return { memory, one };
}

describe("A candidate for a decision", () => {
  it("becomes a decision of the person who accepts it, with its quote and its files", async () => {
    const { memory, one } = await waiting();
    const accepted = await perform(acceptCandidate, { ref: one.id }, memory, person);
    expect(accepted).toMatchObject({ kind: "decision", repeated: false, candidate: one });
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items).toMatchObject([
      {
        statement: "Use Postgres instead of Mongo",
        alternatives: ["Mongo"],
        reasoning: "orders need transactions",
        source: POSTGRES.quote,
        evidence: [
          { kind: "file", ref: "db/schema.sql" },
          { kind: "file", ref: "src/orders.ts" },
        ],
        author: { kind: "human", name: "somebody" },
        domain: "database",
        confidenceStated: false,
        standing: "active",
        project: "shop",
      },
    ]);
    expect(await perform(listCandidates, {}, memory, person)).toEqual({ items: [], total: 0 });
    const log = await memory.changesAfter(0, 10);
    expect(log.map(({ action }) => action)).toEqual(["decision.captured"]);
  });

  it("is accepted in the words of the person where they give some", async () => {
    const { memory, one } = await waiting();
    const edits = { statement: "Use PostgreSQL 17", reasoning: "Ours", confidence: 0.9, domain: "backend" };
    await perform(acceptCandidate, { ref: one.id, edits }, memory, person);
    expect((await decisionPage(memory, { scope: "shop" }, 10)).items).toMatchObject([
      { ...edits, confidenceStated: true, source: POSTGRES.quote },
    ]);
  });

  it("is screened like everything that is captured", async () => {
    const { memory, one } = await waiting();
    const edits = { statement: "Use the token ghp_16C7e42F292c6912E7710c838347Ae178B4a" };
    const { notices } = await perform(acceptCandidate, { ref: one.id, edits }, memory, person);
    const [made] = (await decisionPage(memory, { scope: "shop" }, 10)).items;
    expect(made?.statement).not.toContain("16C7e42F292c");
    expect(notices).toHaveLength(1);
  });

  it("is gone once it is rejected, and nothing is written about it", async () => {
    const { memory, one } = await waiting();
    expect(await perform(rejectCandidate, { ref: one.id }, memory, person)).toEqual(one);
    expect(await findCandidate(memory, "shop", one.id)).toBeUndefined();
    expect(await memory.changesAfter(0, 10)).toEqual([]);
    const again = [
      perform(rejectCandidate, { ref: one.id }, memory, person),
      perform(acceptCandidate, { ref: one.id }, memory, person),
    ];
    for (const refused of again)
      await expect(refused).rejects.toMatchObject({ code: "not_found", reason: "candidate_not_found" });
  });

  it("waits again when that is taken back, and the decision that it became no longer holds", async () => {
    const { memory, one } = await waiting();
    await perform(rejectCandidate, { ref: one.id }, memory, person);
    await perform(putBackCandidate, { candidate: one }, memory, person);
    expect(await findCandidate(memory, "shop", one.id)).toEqual(one);

    const first = await perform(acceptCandidate, { ref: one.id }, memory, person);
    if (first.kind !== "decision") throw new Error("It is a decision.");
    const became = first.decision.id;
    await perform(putBackCandidate, { candidate: one, became }, memory, person);
    expect((await findDecision(memory, "shop", became))?.standing).toBe("deprecated");

    const second = await perform(acceptCandidate, { ref: one.id }, memory, person);
    expect(second).toMatchObject({ repeated: true, decision: { id: became } });
    expect((await findDecision(memory, "shop", became))?.standing).toBe("active");
  });

  it("is accepted by a person alone, whatever the role of somebody else", async () => {
    const { memory, one } = await waiting({ origin: "agent" });
    const others = [
      callBy({ kind: "agent", role: "admin", consent: () => true }),
      callBy({ kind: "script", role: "admin" }),
    ];
    for (const call of others) {
      const refusals = [
        perform(acceptCandidate, { ref: one.id }, memory, call),
        perform(rejectCandidate, { ref: one.id }, memory, call),
        perform(putBackCandidate, { candidate: candidate() }, memory, call),
      ];
      for (const refused of refusals)
        await expect(refused).rejects.toMatchObject({ code: "forbidden", reason: "person_required" });
    }
    expect((await perform(listCandidates, {}, memory, callBy({ role: "viewer" }))).items).toEqual([one]);
  });

  it.each(["viewer", "agent"] as const)("is no matter for the role %s", async (role: Role) => {
    const { memory, one } = await waiting();
    const call = callBy({ kind: "human", role });
    const refusals = [
      perform(acceptCandidate, { ref: one.id }, memory, call),
      perform(rejectCandidate, { ref: one.id }, memory, call),
    ];
    for (const refused of refusals)
      await expect(refused).rejects.toMatchObject({ code: "forbidden", reason: "permission_denied" });
  });

  it("belongs to its project", async () => {
    const { memory, one } = await waiting();
    const elsewhere = callBy({ kind: "human", role: "admin", project: "depot" });
    await expect(perform(acceptCandidate, { ref: one.id }, memory, elsewhere)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(perform(eraseMemory, { ref: one.id }, memory, elsewhere)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await perform(eraseMemory, { ref: one.id }, memory, person)).toMatchObject({ id: one.id });
    expect((await openCandidates(memory, "all", 10)).total).toBe(0);
  });
});

describe("A draft of a checkpoint", () => {
  it("becomes a checkpoint, in the words of the person where they give some", async () => {
    const memory = await openMemory();
    const draft = checkpointDraft();
    await saveCheckpointDraft(memory, draft);
    await expect(
      perform(acceptCandidate, { ref: draft.id, edits: { domain: "api" } }, memory, person),
    ).rejects.toMatchObject({ code: "invalid", field: "edits.domain" });
    const summary = "The order table is done.";
    const accepted = await perform(acceptCandidate, { ref: draft.id, edits: { summary } }, memory, person);
    expect(accepted).toMatchObject({ kind: "checkpoint", checkpoint: { summary } });
    expect(await latestCheckpoint(memory, "shop")).toMatchObject({
      summary,
      openFiles: ["src/orders.ts"],
      author: { kind: "human" },
    });
    expect((await openCandidates(memory, "shop", 10)).total).toBe(0);
  });
});

it("What waits is counted by kind, for whoever may read", async () => {
  const memory = await openMemory();
  const { memory: store, clock } = memory;
  await addCandidates(store, [candidate(), candidate(), candidate({ project: "depot" })]);
  await saveCheckpointDraft(store, checkpointDraft());
  const dueAt = new Date(clock.now().getTime() - 1);
  for (const id of ["dec_a", "dec_b"])
    await addDecision(store, { decision: { ...decision({ id }), dueAt } }, act());
  await storeLink(store, link({ from: "dec_a", to: "dec_b" }), act());
  expect(await perform(countWaiting, {}, memory, callBy({ role: "viewer" }))).toEqual({
    decisions: 2,
    checkpoints: 1,
    outcomes: 2,
    links: 1,
    proposals: 0,
  });
});
