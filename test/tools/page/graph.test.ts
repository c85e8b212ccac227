import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { MOST_NODES } from "../../../src/learning/operations/graph-decisions.ts";
import { settleGuidance } from "../../../src/learning/sql/guidance.ts";
import { causalChainCall, graphCall } from "../../../src/tools/page/graph.ts";
import { approveLinkCall } from "../../../src/tools/page/links.ts";
import { act, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { give, guidance } from "../../support/guidance.ts";
import { link, review } from "../../support/links.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 12));

const add = (memory: TestMemory, id: string, n: number, fields: DecisionFields = {}) =>
  addDecision(memory, { decision: decision({ id, createdAt: day(n), ...fields }) }, act(day(n)));

async function linked(memory: TestMemory, from: string, to: string, isApproved = true): Promise<string> {
  const made = link({ from, to, relation: "refines", reason: `${from} says more than ${to}` });
  await storeLink(memory, made, act());
  if (isApproved) await storeLinkReview(memory, "shop", made.id, review(), act());
  return made.id;
}

const viewer = () => callBy({ kind: "human", role: "viewer" });
const ask = async (memory: TestMemory, args: object = {}) =>
  (await graphCall.run(args, memory, viewer())).result;

/** The edges in words: `dec_b refines dec_a`. */
const edgesOf = ({ nodes, edges, relations }: Awaited<ReturnType<typeof ask>>): string[] =>
  edges.from.map(
    (from, i) =>
      `${nodes.id[from]} ${relations[edges.relation[i] as number]} ${nodes.id[edges.to[i] as number]}`,
  );

describe("the graph that the page draws", () => {
  it("has every decision with its standing, outcome, domain and time, oldest first", async () => {
    const memory = await openMemory();
    await add(memory, "dec_new", 3, { domain: "api", statement: "Version by path" });
    await add(memory, "dec_old", 1, { domain: "database", statement: "Keep orders in PostgreSQL" });
    await addOutcome(memory, "shop", "dec_old", outcome(0), act(day(2)));
    const { nodes, standings, outcomes, domains, projects, total } = await ask(memory);
    expect(nodes.id).toEqual(["dec_old", "dec_new"]);
    expect(nodes.statement).toEqual(["Keep orders in PostgreSQL", "Version by path"]);
    expect(nodes.standing.map((i) => standings[i])).toEqual(["active", "active"]);
    expect(nodes.outcome.map((i) => outcomes[i])).toEqual(["failure", undefined]);
    expect(nodes.domain.map((i) => domains[i])).toEqual(["database", "api"]);
    expect(nodes.project.map((i) => projects[i])).toEqual(["shop", "shop"]);
    expect(nodes.created_at).toEqual([day(1).getTime(), day(3).getTime()]);
    expect(total).toBe(2);
  });

  it("relates them by links in force, by what a warning prevented, and by what a proposal was based on", async () => {
    const memory = await openMemory();
    await add(memory, "dec_a", 1);
    await add(memory, "dec_b", 2);
    await addDecision(
      memory,
      {
        decision: decision({ id: "dec_c", createdAt: day(3) }),
        supersedes: [{ ref: "dec_a", linkId: "lnk_first" }],
      },
      act(day(3)),
    );
    await add(memory, "dec_d", 4, {
      evidence: [
        { kind: "record", ref: screened("dec_b") },
        { kind: "record", ref: screened("dec_gone") },
        { kind: "note", ref: screened("dec_a") },
      ],
    });
    await linked(memory, "dec_c", "dec_b");
    const told = guidance({ cited: ["dec_a", "dec_gone"] });
    await give(memory, told);
    await settleGuidance(memory, "shop", told.id, {
      decisionId: "dec_d",
      at: day(4),
      verdict: "prevented",
    });
    const kept = guidance({ cited: ["dec_b"] });
    await give(memory, kept);
    await settleGuidance(memory, "shop", kept.id, { decisionId: "dec_d", at: day(4), verdict: "kept" });
    const drawn = await ask(memory);
    expect(edgesOf(drawn).toSorted()).toEqual([
      "dec_a prevented dec_d",
      "dec_c refines dec_b",
      "dec_c supersedes dec_a",
      "dec_d learned_from dec_b",
    ]);
    expect(drawn.standings[drawn.nodes.standing[0] as number]).toBe("superseded");
  });

  it("keeps links that wait apart, with their reason, and leaves rejected ones out", async () => {
    const memory = await openMemory();
    for (const [i, id] of ["dec_a", "dec_b", "dec_c"].entries()) await add(memory, id, i + 1);
    const id = await linked(memory, "dec_b", "dec_a", false);
    const rejected = await linked(memory, "dec_c", "dec_a", false);
    await storeLinkReview(memory, "shop", rejected, review({ verdict: "rejected" }), act());
    const { edges, pending, relations } = await ask(memory);
    expect(edges.from).toEqual([]);
    expect(pending).toEqual([
      {
        link: id,
        from: 1,
        to: 0,
        relation: relations.indexOf("refines"),
        reason: "dec_b says more than dec_a",
      },
    ]);
  });

  it("takes the newest, says how many there are, and adds an old one with its surroundings if asked", async () => {
    const memory = await openMemory();
    for (let i = 1; i <= 6; i++) await add(memory, `dec_${i}`, i);
    await linked(memory, "dec_2", "dec_1");
    const newest = await ask(memory, { limit: 2 });
    expect(newest.nodes.id).toEqual(["dec_5", "dec_6"]);
    expect(newest.total).toBe(6);
    expect(newest.edges.from).toEqual([]);
    const around = await ask(memory, { limit: 2, around: "dec_1" });
    expect(around.nodes.id).toEqual(["dec_1", "dec_2", "dec_5", "dec_6"]);
    expect(edgesOf(around)).toEqual(["dec_2 refines dec_1"]);
    await expect(ask(memory, { limit: MOST_NODES + 1 })).rejects.toThrow("limit");
    await expect(ask(memory, { around: "dec_none" })).rejects.toThrow("dec_none");
  });

  it("shows nothing of another project", async () => {
    const memory = await openMemory();
    await add(memory, "dec_a", 1);
    await add(memory, "dec_x", 2, { project: "bank" });
    expect((await ask(memory)).nodes.id).toEqual(["dec_a"]);
    await expect(ask(memory, { around: "dec_x" })).rejects.toThrow("dec_x");
    const all = await graphCall.run({}, memory, { ...viewer(), scope: "all" });
    expect(all.result.projects).toEqual(["bank", "shop"]);
  });

  it("shortens long statements, whole characters at a time", async () => {
    const memory = await openMemory();
    await add(memory, "dec_a", 1, { statement: `${"🧭".repeat(119)}ab` });
    const [statement = ""] = (await ask(memory)).nodes.statement;
    expect([...statement]).toHaveLength(120);
    expect(statement.endsWith("🧭…")).toBe(true);
  });
});

describe("the causal chain of a decision", () => {
  it("goes from what it replaced to what replaced it, with outcomes and signals", async () => {
    const memory = await openMemory();
    await add(memory, "dec_a", 1);
    await addOutcome(memory, "shop", "dec_a", outcome(0, { lessons: ["Too slow"] }), act(day(2)));
    await addDecision(
      memory,
      {
        decision: decision({ id: "dec_b", createdAt: day(3) }),
        supersedes: [{ ref: "dec_a", linkId: "lnk_first" }],
      },
      act(day(3)),
    );
    const { result } = await causalChainCall.run({ id: "dec_b" }, memory, viewer());
    expect(result.decision.id).toBe("dec_b");
    expect(result.steps.map(({ decision: { id }, outcome: known }) => [id, known?.lessons])).toEqual([
      ["dec_a", ["Too slow"]],
      ["dec_b", undefined],
    ]);
    expect(result.cut).toBe(false);
    await expect(causalChainCall.run({ id: "dec_zz" }, memory, viewer())).rejects.toThrow("dec_zz");
  });
});

describe("approving a link on the page", () => {
  const person = () => callBy({ kind: "human", role: "agent" });

  it("puts it in force, and only a dependence can be taken back", async () => {
    const memory = await openMemory();
    for (const [i, id] of ["dec_a", "dec_b", "dec_c"].entries()) await add(memory, id, i + 1);
    const id = await linked(memory, "dec_b", "dec_a", false);
    const { result } = await approveLinkCall.run({ id }, memory, person());
    expect(result).toEqual({ said: "It is in force: dec_b refines dec_a.", undo: null });
    expect(edgesOf(await ask(memory))).toEqual(["dec_b refines dec_a"]);
    const dependence = link({ from: "dec_c", to: "dec_a", relation: "depends_on" });
    await storeLink(memory, dependence, act());
    const approved = await approveLinkCall.run({ id: dependence.id }, memory, person());
    expect(approved.result.undo).toMatchObject({ call: "reject-link", input: { id: dependence.id } });
  });

  it("asks whether the person knows of a link that says something else", async () => {
    const memory = await openMemory();
    for (const [i, id] of ["dec_a", "dec_b"].entries()) await add(memory, id, i + 1);
    await linked(memory, "dec_b", "dec_a");
    const other = link({ from: "dec_b", to: "dec_a", relation: "contradicts" });
    await storeLink(memory, other, act());
    await expect(approveLinkCall.run({ id: other.id }, memory, person())).rejects.toThrow("refines");
    const { result } = await approveLinkCall.run({ id: other.id, despite_conflicts: true }, memory, person());
    expect(result.said).toContain("contradicts");
  });

  it("is refused to who may only read", async () => {
    const memory = await openMemory();
    for (const [i, id] of ["dec_a", "dec_b"].entries()) await add(memory, id, i + 1);
    const id = await linked(memory, "dec_b", "dec_a", false);
    await expect(approveLinkCall.run({ id }, memory, viewer())).rejects.toThrow("role");
  });
});
