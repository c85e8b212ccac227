import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { harvestCandidates } from "../../../src/candidates/operations/harvest-candidates.ts";
import {
  acceptCandidate,
  putBackCandidate,
  rejectCandidate,
} from "../../../src/candidates/operations/review-candidates.ts";
import { openCandidates } from "../../../src/candidates/sql/candidate-rows.ts";
import { addDecision, decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { expireHooks } from "../../../src/hooks/sql/hook-store.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { Checkout } from "../../../src/shared/ports.ts";
import { act, decision } from "../../support/decisions.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { callBy, folderOfTest, openMemory, START } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });
const MARCH = new Date("2025-03-01T12:00:00Z");
const MAY = new Date("2025-05-01T12:00:00Z");

async function shop() {
  const repository = await gitRepository();
  await repository.write("src/orders.ts", "export {};\n");
  const drop = repository.commit("Drop support for Node 18 (#12)", MARCH);
  await repository.write("src/orders.ts", "export const orders = [];\n");
  repository.commit("Fix the crash of an empty list", MARCH);
  await repository.write(
    "AGENTS.md",
    "# Shop\n\n- Never log the body of a request, because it has card numbers.\n",
  );
  await repository.write("docs/adr/0001-use-postgres.md", "# Use Postgres\n\n## Status\n\nAccepted\n");
  const rules = repository.commit("Write down the rules", MAY);
  const memory = await openMemory();
  const deps = { ...memory, checkout: gitCheckout(async () => workTree(repository.root)) };
  const harvest = (input = {}, checkout: Checkout = deps.checkout) =>
    perform(harvestCandidates, input, { ...deps, checkout }, person);
  return { repository, memory, harvest, drop, rules };
}

describe("A harvest", WITH_GIT, () => {
  it("lets what a repository says wait for a person, with where it stands", async () => {
    const { memory, harvest, drop, rules } = await shop();
    const { candidates, ...counts } = await harvest();
    expect(counts).toEqual({
      commits: 3,
      bySource: { commits: 1, reverts: 0, rules: 1, changelogs: 0, named: 0 },
      waiting: 0,
      reviewed: 0,
      inMemory: 0,
      leftOut: 0,
      adr: [{ folder: "docs/adr", records: 1 }],
      dryRun: false,
    });
    expect(candidates).toMatchObject([
      {
        statement: "Never log the body of a request",
        reasoning: "it has card numbers",
        citation: { file: "AGENTS.md", line: 3, commit: rules, at: MAY },
      },
      {
        statement: "Drop support for Node 18",
        origin: "written",
        client: "harvest",
        at: START,
        files: ["src/orders.ts"],
        citation: { commit: drop, subject: "Drop support for Node 18 (#12)", pr: "#12", at: MARCH },
      },
    ]);
    expect((await openCandidates(memory, "shop", 10)).items).toEqual(candidates);
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(0);
  });

  it("stores nothing in a dry run", async () => {
    const { memory, harvest } = await shop();
    expect((await harvest({ dryRun: true })).candidates).toHaveLength(2);
    expect((await openCandidates(memory, "shop", 10)).total).toBe(0);
  });

  it("brings nothing again that waits, was accepted or was rejected, and all that was taken back", async () => {
    const { memory, harvest } = await shop();
    const [rule, drop] = (await harvest()).candidates;
    if (!rule || !drop) throw new Error("Two were expected.");
    expect(await harvest()).toMatchObject({ candidates: [], waiting: 2 });
    await perform(rejectCandidate, { ref: rule.id }, memory, person);
    const accepted = await perform(acceptCandidate, { ref: drop.id }, memory, person);
    expect(await harvest()).toMatchObject({ candidates: [], waiting: 0, reviewed: 2 });
    await perform(putBackCandidate, { candidate: rule }, memory, person);
    expect(await harvest()).toMatchObject({ candidates: [], waiting: 1, reviewed: 1 });
    if (accepted.kind !== "decision") throw new Error("A decision was expected.");
    await eraseDecision(memory, "shop", accepted.decision.id, act(START));
    // Nothing of an erased decision stays, so that it is found as if for the first time.
    expect((await harvest()).candidates).toMatchObject([{ statement: "Drop support for Node 18" }]);
  });

  it("offers what expired again", async () => {
    const { memory, harvest } = await shop();
    await harvest();
    memory.clock.set(new Date(START.getTime() + 31 * 24 * 60 * 60 * 1_000));
    await expireHooks(memory, memory.clock.now());
    expect((await harvest()).candidates).toHaveLength(2);
  });

  it("leaves out what is decided already in the same words", async () => {
    const { memory, harvest } = await shop();
    await addDecision(
      memory,
      { decision: decision({ id: "dec_node", statement: "Drop the support for Node 18" }) },
      act(START),
    );
    expect(await harvest()).toMatchObject({ inMemory: 1, candidates: [{ origin: "written" }] });
  });

  it("keeps the time of an accepted one, its commit, its pull request and its files", async () => {
    const { memory, harvest, drop } = await shop();
    const found = (await harvest()).candidates.find(({ citation }) => citation?.commit === drop);
    await perform(acceptCandidate, { ref: found?.id ?? "" }, memory, person);
    const [made] = (await decisionPage(memory, { scope: "shop" }, 10)).items;
    expect(made).toMatchObject({
      createdAt: MARCH,
      author: { kind: "human", name: "somebody" },
      source: "Drop support for Node 18",
      evidence: [
        { kind: "commit", ref: drop },
        { kind: "pr", ref: "#12" },
        { kind: "file", ref: "src/orders.ts" },
      ],
    });
    // Nobody was asked for its outcome before.
    expect(made?.dueAt?.getTime()).toBeGreaterThan(START.getTime());
  });

  it("reads the part of the history that is asked for", async () => {
    const { repository, harvest } = await shop();
    expect((await harvest({ since: "2025-04-01", dryRun: true })).candidates).toMatchObject([
      { citation: { file: "AGENTS.md" } },
    ]);
    expect((await harvest({ paths: ["./src/"], dryRun: true })).candidates).toMatchObject([
      { statement: "Drop support for Node 18" },
    ]);
    await repository.write("src/orders.ts", "export const no = 1;\n");
    repository.commit("Drop support for Node 16", MAY);
    expect(await harvest({ limit: 1, dryRun: true })).toMatchObject({ leftOut: 2, candidates: [{}] });
  });

  it("leaves out what was reverted, and says what was ruled out and why", async () => {
    const { repository, harvest } = await shop();
    await repository.write("src/prices.ts", "1");
    const cached = repository.commit("Cache prices for a day because the database is slow", MAY);
    const why = "Customers saw the prices of yesterday, which broke two orders.";
    await repository.write("src/prices.ts", "2");
    repository.commit(
      `Revert "Cache prices for a day because the database is slow"\n\nThis reverts commit ${cached}.\n\n${why}`,
      MAY,
    );
    const { candidates } = await harvest({ dryRun: true });
    expect(candidates.filter(({ quote }) => quote.includes("Cache prices"))).toMatchObject([
      { statement: expect.stringContaining("Ruled out by a revert: Cache prices"), reasoning: why },
    ]);
  });

  it("stores no secret and no control character of anybody's message", async () => {
    const { repository, harvest } = await shop();
    const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    await repository.write("src/a.ts", "1");
    repository.commit(`Use the token ${token} instead of a password\u001b[2J because it is shorter`, MAY);
    const { candidates } = await harvest();
    const text = JSON.stringify(candidates);
    expect(text).toContain("[redacted:");
    expect(text).not.toContain("16C7e42F292c");
    expect(text).not.toContain("\\u001b");
    expect((await harvest()).waiting).toBe(3);
  });

  it("reads transcripts and memory files only where a person names them", async () => {
    const { harvest } = await shop();
    const folder = (await folderOfTest()).path;
    const transcript = join(folder, "session.jsonl");
    const said = {
      role: "user",
      content: "Let's go with Redis instead of Memcached, it survives a restart.",
    };
    await writeFile(
      transcript,
      `{"type":"summary"}\n${JSON.stringify({ type: "user", timestamp: MAY, message: said })}\n`,
    );
    const notes = join(folder, "MEMORY.md");
    await writeFile(notes, "- Prefer small files over large ones here\n");
    const { candidates, bySource } = await harvest({ from: [transcript, notes] });
    expect(bySource.named).toBe(2);
    expect(candidates.filter(({ citation }) => citation?.isOutside)).toMatchObject([
      {
        origin: "person",
        statement: "Use Redis instead of Memcached",
        citation: { file: "session.jsonl", line: 2, at: MAY },
      },
      { origin: "written", citation: { file: "MEMORY.md", line: 1 } },
    ]);
    await expect(harvest({ from: [join(folder, "missing.jsonl")] })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("needs a repository, unless files are named", async () => {
    const memory = await openMemory();
    await expect(perform(harvestCandidates, {}, memory, person)).rejects.toMatchObject({
      reason: "no_repository",
    });
  });
});
