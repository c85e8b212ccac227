import { describe, expect, it, onTestFinished } from "vitest";
import { createKey } from "../../../src/access/operations/manage-keys.ts";
import { findKey } from "../../../src/access/sql/keys.ts";
import { readTallies, readTally } from "../../../src/calibration/sql/tallies.ts";
import { listDue } from "../../../src/decisions/operations/list-decisions.ts";
import { proposeLink } from "../../../src/decisions/operations/propose-links.ts";
import { recordSignal } from "../../../src/decisions/operations/record-outcome.ts";
import { saveDecision } from "../../../src/decisions/operations/save-decision.ts";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { pendingLinks } from "../../../src/decisions/sql/links.ts";
import { getSkills } from "../../../src/learning/operations/get-skills.ts";
import { listSkills } from "../../../src/learning/sql/skills.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseMemory } from "../../../src/portability/operations/erase-memory.ts";
import {
  forgetProject,
  moveProject,
  undoProjectMove,
} from "../../../src/portability/operations/move-project.ts";
import { readProjects } from "../../../src/portability/sql/projects.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { saidDigests } from "../../../src/repair/sql/said-tables.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { saveInsight } from "../../../src/sessions/operations/save-insight.ts";
import { latestCheckpoint, memoryChangesSince } from "../../../src/sessions/sql/notes.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { derivedIn } from "../../support/derived.ts";
import { CACHES, experience, TOKENS } from "../../support/experience.ts";
import { callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const [OLD, NEW] = ["commit/5c57a1b2c3d4", "git.example/acme/shop"];
const person = callBy({ kind: "human", name: "Ada", role: "admin" });

/** Some of everything that can be said, under this name, with vectors. */
async function filled(project: string, memory?: TestMemory): Promise<TestMemory> {
  const embedder = wordEmbedder();
  const filling = memory ?? rewired(await openMemory(), { meaning: meaningBy(embedder) });
  const caller = { project };
  const call = callBy(caller);
  const [first = "", second = ""] = await experience(filling, CACHES, { caller });
  await experience(filling, TOKENS, { caller, domain: "auth" });
  await perform(recordSignal, { ref: first, type: "incident", valence: "negative" }, filling, call);
  const reason = { relation: "refines", reason: "It says how" } as const;
  await perform(proposeLink, { from: second, to: first, ...reason }, filling, call);
  const summary = "Half of the queue is done";
  await perform(saveCheckpoint, { summary, openFiles: [], nextSteps: "The other half" }, filling, call);
  for (const statement of ["Send mail by queue (MQ)", "Send mail by cron"])
    await perform(saveDecision, { topic: "mail", statement, confidenceStated: false }, filling, call);
  await perform(saveInsight, { content: "Orders lock the table", tags: [] }, filling, call);
  await embedPending(filling, embedder, call.signal);
  await filling.background.idle();
  return filling;
}

/** Without the names of people: the one who moved is one more. */
async function said(path: string) {
  const connection = await connect(path);
  try {
    return { ...(await saidDigests(connection)), people: "" };
  } finally {
    await connection.close();
  }
}

/** What is answered in a project. */
async function answers(memory: TestMemory, project: string) {
  const call = callBy({ project });
  const checkpoint = await latestCheckpoint(memory, project);
  const search = (query: string) => perform(searchDecisions, { query }, memory, call);
  return {
    list: await decisionPage(memory, { scope: project }, 50),
    search: [await search("cache pages in Redis"), await search("MQ for mail")],
    tallies: await readTallies(memory, project),
    skills: await perform(getSkills, { domain: "all", minConfidence: 0 }, memory, call),
    links: await pendingLinks(memory, project, {}, 10),
    due: await perform(listDue, {}, memory, call),
    checkpoint,
    since: checkpoint && (await memoryChangesSince(memory, checkpoint, 10)),
  };
}

describe("A project that was moved", () => {
  it("is as if all had been written under its new name", async () => {
    const [direct, moved] = [await filled(NEW), await filled(OLD)];
    const counted = await perform(moveProject, { from: OLD, to: NEW }, moved, person);
    expect(counted).toMatchObject({ decisions: 9, others: 2, there: { decisions: 0, others: 0 } });
    expect(await answers(moved, NEW)).toEqual(await answers(direct, NEW));
    expect(await said(moved.path)).toEqual(await said(direct.path));
    expect(await derivedIn(moved.path)).toEqual(await derivedIn(direct.path));
    expect((await verifyAudit(moved)).problem).toBeUndefined();
    expect(await readProjects(moved)).toMatchObject([{ project: NEW }]);
    await expectSameWhenReplayed(moved.path);
  });

  it("is found by the index that another process has in memory", async () => {
    const memory = await filled(OLD);
    const other = await openMemoryFile(memory.path, silentLog);
    onTestFinished(other.close);
    // Only the vectors know what these words mean.
    const meaning = meaningBy(wordEmbedder(undefined, { stash: "cache", leaves: "pages", chest: "redis" }));
    const elsewhere = rewired(memory, { memory: other, meaning });
    const found = async (project: string) =>
      (await perform(searchDecisions, { query: "stash leaves in chest" }, elsewhere, callBy({ project })))
        .results.length;
    const before = await found(OLD);
    await perform(moveProject, { from: OLD, to: NEW }, memory, person);
    expect([before > 0, await found(OLD), await found(NEW)]).toEqual([true, 0, before]);
  });

  it("goes back as it was, and what came since stays", async () => {
    const [memory, untouched] = [await filled(OLD), await filled(OLD)];
    const { key } = await perform(
      createKey,
      { name: "laptop", role: "agent", project: OLD, expires: "30d", mayConsent: false },
      memory,
      person,
    );
    await perform(moveProject, { from: OLD, to: NEW }, memory, person);
    expect((await findKey(memory, key.id))?.project).toBe(NEW);
    const [since = ""] = await experience(memory, [["Log to standard output", 1]], {
      caller: { project: NEW },
    });
    const back = await perform(undoProjectMove, {}, memory, person);
    expect(back).toMatchObject({ from: NEW, to: OLD, decisions: 9, others: 2 });
    expect((await findKey(memory, key.id))?.project).toBe(OLD);
    expect((await decisionPage(memory, { scope: NEW }, 5)).items.map(({ id }) => id)).toEqual([since]);
    await perform(
      eraseMemory,
      { ref: since },
      memory,
      callBy({ kind: "human", role: "admin", project: NEW }),
    );
    expect((await answers(memory, OLD)).skills).toEqual((await answers(untouched, OLD)).skills);
    expect((await derivedIn(memory.path))["tally_bins"]).toEqual(
      (await derivedIn(untouched.path))["tally_bins"],
    );
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(memory.path);
    await expect(perform(undoProjectMove, {}, memory, person)).rejects.toMatchObject({ reason: "no_move" });
  });

  it("is merged only on request, and its decisions teach together with those that are there", async () => {
    const memory = await filled(OLD);
    await filled(NEW, memory);
    await expect(perform(moveProject, { from: OLD, to: NEW }, memory, person)).rejects.toMatchObject({
      reason: "project_not_empty",
      remedies: [{ remedy: "move-project", from: OLD, to: NEW, merges: true }],
    });
    const one = (await readTally(memory, OLD)).outcomes;
    await perform(moveProject, { from: OLD, to: NEW, merges: true }, memory, person);
    expect((await readTally(memory, NEW)).outcomes).toBe(2 * one);
    expect((await readTally(memory, OLD)).outcomes).toBe(0);
    expect((await listSkills(memory, NEW)).map(({ tally }) => tally.outcomes).sort()).toEqual([6, 8]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(memory.path);
  });

  it("is moved, merged and erased by a person or a key of an administrator alone, and a dry run writes nothing", async () => {
    const memory = await filled(OLD);
    const position = await memory.position();
    const said = { from: OLD, to: NEW };
    const agent = callBy({ role: "admin" });
    for (const refused of [
      perform(moveProject, said, memory, agent),
      perform(undoProjectMove, {}, memory, agent),
      perform(forgetProject, { project: OLD }, memory, agent),
    ])
      await expect(refused).rejects.toMatchObject({ code: "forbidden", reason: "person_required" });
    await expect(perform(moveProject, said, memory, callBy({ kind: "human" }))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await perform(moveProject, { ...said, dryRun: true }, memory, person)).toMatchObject({
      decisions: 9,
      dryRun: true,
    });
    expect(await perform(forgetProject, { project: OLD, dryRun: true }, memory, person)).toMatchObject({
      decisions: 9,
      others: 2,
    });
    expect(await memory.position()).toBe(position);
    const key = callBy({ role: "admin", key: "key_a" });
    expect(await perform(moveProject, said, memory, key)).toMatchObject({ decisions: 9 });
    const erased = await perform(forgetProject, { project: NEW }, memory, person);
    expect(erased).toMatchObject({ decisions: 9, others: 2 });
    expect(await readProjects(memory)).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(memory.path);
  });
});
