import { expect, it } from "vitest";
import { candidateDigest } from "../../../src/candidates/rules/candidate.ts";
import {
  addCandidates,
  eraseCandidate,
  openCandidates,
  saveCheckpointDraft,
  settleCandidate,
  settledAmong,
} from "../../../src/candidates/sql/candidate-rows.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { HOOKS_KEPT_DAYS } from "../../../src/hooks/rules/hook-session.ts";
import {
  expireHooks,
  hookSession,
  noteSession,
  readTold,
  recordTold,
  touchedFiles,
} from "../../../src/hooks/sql/hook-store.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { eraseProject, lastMove, storeMove, undoMove } from "../../../src/portability/sql/projects.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { candidate, checkpointDraft, SESSION, told } from "../../support/hook-records.ts";
import { daysAfter } from "../../support/skills.ts";

const IN_SHOP = { ...SESSION, project: "shop" } as const;
const NOTHING = {
  session: undefined,
  files: [],
  told: [],
  candidates: [],
};

async function fill(memory: Memory, project: string, session: string, at: Date): Promise<void> {
  const key = { ...SESSION, session };
  await noteSession(
    memory,
    { ...key, project },
    { prompt: screened("Use a table"), files: [screened("src/a.ts")] },
    at,
  );
  await recordTold(memory, [told({ ...key, project, at, record: "dec_told" })]);
  await addCandidates(memory, [candidate({ ...key, project, at })]);
  await saveCheckpointDraft(memory, checkpointDraft({ ...key, project, at }));
}

/** Everything that hooks left behind for one session. */
async function leftOf(memory: Memory, session: string) {
  const key = { ...SESSION, session };
  const ofSession = <T extends { readonly session: string }>(all: readonly T[]): T[] =>
    all.filter((one) => one.session === session);
  return {
    session: await hookSession(memory, key),
    files: await touchedFiles(memory, key, 10),
    told: ofSession(await readTold(memory, "all", 10)),
    candidates: ofSession((await openCandidates(memory, "all", 10)).items),
  };
}

export function leavingNothing(opened: () => OpenedStore): void {
  it("everything expires after its days, and nothing before", async () => {
    const { memory } = opened();
    await fill(memory, "shop", "old", DAY);
    await fill(memory, "shop", "new", daysAfter(1));
    expect(await expireHooks(memory, daysAfter(HOOKS_KEPT_DAYS))).toBe(0);
    const kept = await leftOf(memory, "new");
    expect(kept.candidates).toHaveLength(2);
    const later = new Date(daysAfter(HOOKS_KEPT_DAYS).getTime() + 1);
    expect(await expireHooks(memory, later)).toBe(5);
    expect(await leftOf(memory, "old")).toEqual(NOTHING);
    expect(await leftOf(memory, "new")).toEqual(kept);
    expect(await expireHooks(memory, later)).toBe(0);
  });

  it("a session that is still used does not expire", async () => {
    const { memory } = opened();
    await noteSession(memory, IN_SHOP, {}, DAY);
    await noteSession(memory, IN_SHOP, {}, daysAfter(20));
    await expireHooks(memory, daysAfter(40));
    expect(await hookSession(memory, SESSION)).toBeDefined();
  });

  it("a candidate is erased by its id, in its project", async () => {
    const { memory } = opened();
    const [gone, kept] = [candidate(), candidate()];
    await addCandidates(memory, [gone, kept]);
    const refused = await eraseCandidate(memory, "depot", gone.id).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: "not_found", reason: "candidate_not_found", received: gone.id });
    expect(await eraseCandidate(memory, "shop", gone.id)).toMatchObject({ id: gone.id, project: "shop" });
    expect((await openCandidates(memory, "shop", 10)).items).toEqual([kept]);
    await expect(eraseCandidate(memory, "shop", gone.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("with a decision goes what has its words: candidates, prompts, and that it was told", async () => {
    const { memory } = opened();
    const statement = screened("Keep carts in Redis");
    const made = decision({ statement, source: "Carts go to Redis, then." });
    await addDecision(memory, { decision: made }, act());
    const edit = { statement: screened("Keep carts in Valkey") };
    await storeEdit(memory, "shop", made.id, { id: "rev_a", edit }, act());
    const withWords = [
      candidate({ statement }),
      candidate({ quote: statement }),
      candidate({ statement: edit.statement }),
      candidate({ quote: screened("Carts go to Redis, then.") }),
    ];
    const other = [candidate(), candidate({ project: "depot", statement })];
    await addCandidates(memory, [...withWords, ...other]);
    await noteSession(memory, IN_SHOP, { prompt: screened("Carts go to Redis, then.") }, DAY);
    await recordTold(memory, [told({ record: made.id }), told({ record: "dec_other" })]);

    await eraseDecision(memory, "shop", made.id, act());

    expect((await openCandidates(memory, "all", 10)).items).toEqual(other);
    expect((await hookSession(memory, SESSION))?.prompt).toBeUndefined();
    expect((await readTold(memory, "shop", 10)).map(({ record }) => record)).toEqual(["dec_other"]);
  });

  it.each([
    ["and its memories", true],
    ["even if it has no memories yet", false],
  ])("with a project goes everything of its sessions, %s", async (_, hasMemories) => {
    const { memory } = opened();
    if (hasMemories) await addDecision(memory, { decision: decision() }, act());
    await fill(memory, "shop", "one", DAY);
    await fill(memory, "depot", "two", DAY);
    const kept = await leftOf(memory, "two");
    await eraseProject(memory, "shop", act());
    expect(await leftOf(memory, "one")).toEqual(NOTHING);
    expect(await leftOf(memory, "two")).toEqual(kept);
  });

  it("a project that moves as a whole takes along what waits in it, and what was told", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision() }, act());
    await fill(memory, "shop", "one", DAY);
    await fill(memory, "depot", "two", DAY);
    await storeMove(memory, "shop", "store", act());
    expect((await openCandidates(memory, "shop", 10)).total).toBe(0);
    expect((await openCandidates(memory, "store", 10)).items).toMatchObject([
      { kind: "decision", project: "store" },
      { kind: "checkpoint", project: "store" },
    ]);
    expect(await readTold(memory, "store", 10)).toMatchObject([{ record: "dec_told", session: "one" }]);
    expect((await openCandidates(memory, "depot", 10)).total).toBe(2);
  });

  it("what was reviewed is known in the project that it moves to, and nowhere once that is erased", async () => {
    const { memory } = opened();
    const digests: string[] = [];
    for (const project of ["shop", "store"]) {
      const settled = candidate({ project, quote: screened("Carts go to Redis, then.") });
      const own = candidate({ project });
      await addDecision(memory, { decision: decision({ project, id: `dec_in_${project}` }) }, act());
      await addCandidates(memory, [settled, own]);
      for (const { id } of [settled, own]) await settleCandidate(memory, project, id, DAY);
      digests.push(candidateDigest(settled.quote), candidateDigest(own.quote));
    }
    await storeMove(memory, "shop", "store", act());
    expect((await settledAmong(memory, "shop", digests)).size).toBe(0);
    expect(await settledAmong(memory, "store", digests)).toEqual(new Set(digests));
    await eraseProject(memory, "store", act());
    expect((await settledAmong(memory, "store", digests)).size).toBe(0);
  });

  it("and it comes back with the project, unless that shares a name with another by then", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision() }, act());
    await fill(memory, "shop", "one", DAY);
    const back = async (): Promise<void> => {
      const last = await lastMove(memory);
      await undoMove(memory, last?.entry ?? 0, act());
    };
    await storeMove(memory, "shop", "store", act());
    await back();
    expect(await readTold(memory, "store", 10)).toEqual([]);
    expect(await readTold(memory, "shop", 10)).toMatchObject([{ session: "one" }]);
    expect((await openCandidates(memory, "shop", 10)).total).toBe(2);
    await addDecision(memory, { decision: decision({ project: "store" }) }, act());
    await storeMove(memory, "shop", "store", act());
    await back();
    expect((await openCandidates(memory, "store", 10)).total).toBe(2);
  });
}
