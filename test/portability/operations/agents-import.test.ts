import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { proposeLink } from "../../../src/decisions/operations/propose-links.ts";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { approveLink } from "../../../src/decisions/operations/review-links.ts";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import { planReopen } from "../../../src/decisions/sql/correction-plans.ts";
import { decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { pendingLinks } from "../../../src/decisions/sql/links.ts";
import { editDecision } from "../../../src/learning/operations/update-decision.ts";
import { exportJson } from "../../../src/portability/operations/export-json.ts";
import { importJson } from "../../../src/portability/operations/import-json.ts";
import { importMama } from "../../../src/portability/operations/import-mama.ts";
import { checkCoverage } from "../../../src/repair/sql/coverage.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { writeMama } from "../../support/mama-database.ts";
import { everyStateOfMama } from "../../support/mama-states.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "Ann", role: "admin" });
const agent = callBy({ name: "claude-code", role: "admin" });

const decide = async (memory: TestMemory, statement: string, call = person) =>
  (await perform(captureDecision, { statement, confidence: 0.8, confidenceStated: true }, memory, call))
    .decision;

describe("What an agent imports", () => {
  it("has no person as the author of anything, keeps its words and hashes, and its links wait", async () => {
    const memory = await openMemory();
    const [base, fine] = [
      await decide(memory, "Cache orders in Redis"),
      await decide(memory, "Expire them daily"),
    ];
    await perform(editDecision, { ref: base.id, changes: { reasoning: "I approved this" } }, memory, person);
    await perform(recordOutcome, { ref: base.id, status: "success", score: 1 }, memory, person);
    const ends = { from: fine.id, to: base.id, relation: "refines" as const };
    const { link } = await perform(proposeLink, { ...ends, reason: "It says how long" }, memory, person);
    await perform(approveLink, { link: link.id }, memory, person);
    const file = (await folderOfTest()).file("export.json");
    await perform(exportJson, { file }, memory, person);

    const copy = await openMemory();
    const report = await perform(importJson, { file }, copy, agent);
    expect(report).toMatchObject({
      verified: { ok: true },
      counts: { "decision.added": 2, "link.added": 1 },
    });
    const here = await findDecision(copy, "shop", base.id);
    expect(here).toMatchObject({
      author: agent.actor.author,
      reasoning: "I approved this",
      standing: "active",
    });
    expect(here?.notes.at(-1)?.text).toBe('Its source says that the human "Ann" decided it.');
    expect(here && contextHash(here)).toBe(here?.contextHash);
    const again = (await folderOfTest()).file("again.json");
    await perform(exportJson, { file: again }, copy, person);
    expect(await readFile(again, "utf8")).not.toContain('"human"');
    expect((await pendingLinks(copy, "shop", {}, 10)).items).toMatchObject([{ id: link.id, reviews: [] }]);
    expect((await verifyAudit(copy)).problem).toBeUndefined();
    expect((await checkCoverage(copy)).uncovered).toEqual([]);
  });

  it("does not withdraw the outcome of a person's decision by naming it in a record of another", async () => {
    const memory = await openMemory();
    const theirs = await decide(memory, "Cache orders in Redis");
    const { outcome } = await perform(
      recordOutcome,
      { ref: theirs.id, status: "failure", score: 0 },
      memory,
      person,
    );
    const other = await openMemory();
    const own = await decide(other, "Cache carts on disk", agent);
    const recorded = await perform(recordOutcome, { ref: own.id, status: "success", score: 1 }, other, agent);
    const file = (await folderOfTest()).file("export.json");
    await perform(exportJson, { file }, other, agent);
    const text = await readFile(file, "utf8");
    const withdrawn = `"withdrawn":{"at":"2026-03-01T09:00:00.000Z","by":{"kind":"agent","name":"x"}}`;
    const forged = text
      .replaceAll(own.id, "dec_forged")
      .replaceAll(recorded.outcome.id, outcome.id)
      .replace('"decisionId":"dec_forged"', `"decisionId":"dec_nowhere",${withdrawn}`);
    expect(forged).toContain("dec_nowhere");
    await writeFile(file, forged);
    await perform(importJson, { file }, memory, agent).catch(() => undefined);
    expect((await findDecision(memory, "shop", theirs.id))?.outcome).toMatchObject({
      status: "failure",
    });
    expect((await planReopen(memory, "shop", theirs.id)).outcomes).toMatchObject([{ id: outcome.id }]);
  });

  it("of a MAMA database is the agent's as well", async () => {
    const folder = await folderOfTest();
    await writeMama(folder.file("mama.db"), everyStateOfMama());
    const [asPerson, asAgent] = [await openMemory(), await openMemory()];
    const kinds = async (memory: TestMemory) =>
      (await decisionPage(memory, { scope: "shop" }, 50)).items.map(({ author }) => author.kind);
    await perform(importMama, { file: folder.file("mama.db") }, asPerson, person);
    expect(await kinds(asPerson)).toContain("human");
    const report = await perform(importMama, { file: folder.file("mama.db") }, asAgent, agent);
    expect(report).toMatchObject({ verified: { ok: true } });
    expect(report.problems[0]).toContain("person's, says the source");
    expect(await kinds(asAgent)).not.toContain("human");
  });
});
