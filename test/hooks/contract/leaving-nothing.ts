import { expect, it } from "vitest";
import { candidateDigest } from "../../../src/candidates/rules/candidate.ts";
import { HOOKS_KEPT_DAYS } from "../../../src/hooks/rules/hook-session.ts";
import type { Store } from "../../../src/memory/store.ts";
import { Fault } from "../../../src/shared/errors.ts";
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

async function fill(store: Store, project: string, session: string, at: Date): Promise<void> {
  const key = { ...SESSION, session };
  await store.noteSession(
    { ...key, project },
    { prompt: screened("Use a table"), files: [screened("src/a.ts")] },
    at,
  );
  await store.recordTold([told({ ...key, project, at, record: "dec_told" })]);
  await store.addCandidates([candidate({ ...key, project, at })]);
  await store.saveCheckpointDraft(checkpointDraft({ ...key, project, at }));
}

/** Everything that hooks left behind for one session. */
async function leftOf(store: Store, session: string) {
  const key = { ...SESSION, session };
  const ofSession = <T extends { readonly session: string }>(all: readonly T[]): T[] =>
    all.filter((one) => one.session === session);
  return {
    session: await store.hookSession(key),
    files: await store.touchedFiles(key, 10),
    told: ofSession(await store.listTold("all", 10)),
    candidates: ofSession((await store.openCandidates("all", 10)).items),
  };
}

export function leavingNothing(opened: () => OpenedStore): void {
  it("everything expires after its days, and nothing before", async () => {
    const { store } = opened();
    await fill(store, "shop", "old", DAY);
    await fill(store, "shop", "new", daysAfter(1));
    expect(await store.expireHooks(daysAfter(HOOKS_KEPT_DAYS))).toBe(0);
    const kept = await leftOf(store, "new");
    expect(kept.candidates).toHaveLength(2);
    const later = new Date(daysAfter(HOOKS_KEPT_DAYS).getTime() + 1);
    expect(await store.expireHooks(later)).toBe(5);
    expect(await leftOf(store, "old")).toEqual(NOTHING);
    expect(await leftOf(store, "new")).toEqual(kept);
    expect(await store.expireHooks(later)).toBe(0);
  });

  it("a session that is still used does not expire", async () => {
    const { store } = opened();
    await store.noteSession(IN_SHOP, {}, DAY);
    await store.noteSession(IN_SHOP, {}, daysAfter(20));
    await store.expireHooks(daysAfter(40));
    expect(await store.hookSession(SESSION)).toBeDefined();
  });

  it("a candidate is erased by its id, in its project", async () => {
    const { store } = opened();
    const [gone, kept] = [candidate(), candidate()];
    await store.addCandidates([gone, kept]);
    const refused = await store.eraseCandidate("depot", gone.id).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: "not_found", reason: "candidate_not_found", received: gone.id });
    expect(await store.eraseCandidate("shop", gone.id)).toMatchObject({ id: gone.id, project: "shop" });
    expect((await store.openCandidates("shop", 10)).items).toEqual([kept]);
    await expect(store.eraseCandidate("shop", gone.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("with a decision goes what has its words: candidates, prompts, and that it was told", async () => {
    const { store } = opened();
    const statement = screened("Keep carts in Redis");
    const made = decision({ statement, source: "Carts go to Redis, then." });
    await store.addDecision({ decision: made }, act());
    const edit = { statement: screened("Keep carts in Valkey") };
    await store.editDecision("shop", made.id, { id: "rev_a", edit }, act());
    const withWords = [
      candidate({ statement }),
      candidate({ quote: statement }),
      candidate({ statement: edit.statement }),
      candidate({ quote: screened("Carts go to Redis, then.") }),
    ];
    const other = [candidate(), candidate({ project: "depot", statement })];
    await store.addCandidates([...withWords, ...other]);
    await store.noteSession(IN_SHOP, { prompt: screened("Carts go to Redis, then.") }, DAY);
    await store.recordTold([told({ record: made.id }), told({ record: "dec_other" })]);

    await store.eraseDecision("shop", made.id, act());

    expect((await store.openCandidates("all", 10)).items).toEqual(other);
    expect((await store.hookSession(SESSION))?.prompt).toBeUndefined();
    expect((await store.listTold("shop", 10)).map(({ record }) => record)).toEqual(["dec_other"]);
  });

  it.each([
    ["and its memories", true],
    ["even if it has no memories yet", false],
  ])("with a project goes everything of its sessions, %s", async (_, hasMemories) => {
    const { store } = opened();
    if (hasMemories) await store.addDecision({ decision: decision() }, act());
    await fill(store, "shop", "one", DAY);
    await fill(store, "depot", "two", DAY);
    const kept = await leftOf(store, "two");
    await store.eraseProject("shop", act());
    expect(await leftOf(store, "one")).toEqual(NOTHING);
    expect(await leftOf(store, "two")).toEqual(kept);
  });

  it("a project that moves as a whole takes along what waits in it, and what was told", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision() }, act());
    await fill(store, "shop", "one", DAY);
    await fill(store, "depot", "two", DAY);
    await store.moveProject("shop", "store", act());
    expect((await store.openCandidates("shop", 10)).total).toBe(0);
    expect((await store.openCandidates("store", 10)).items).toMatchObject([
      { kind: "decision", project: "store" },
      { kind: "checkpoint", project: "store" },
    ]);
    expect(await store.listTold("store", 10)).toMatchObject([{ record: "dec_told", session: "one" }]);
    expect((await store.openCandidates("depot", 10)).total).toBe(2);
  });

  it("what was reviewed is known in the project that it moves to, and nowhere once that is erased", async () => {
    const { store } = opened();
    const digests: string[] = [];
    for (const project of ["shop", "store"]) {
      const settled = candidate({ project, quote: screened("Carts go to Redis, then.") });
      const own = candidate({ project });
      await store.addDecision({ decision: decision({ project, id: `dec_in_${project}` }) }, act());
      await store.addCandidates([settled, own]);
      for (const { id } of [settled, own]) await store.settleCandidate(project, id, DAY);
      digests.push(candidateDigest(settled.quote), candidateDigest(own.quote));
    }
    await store.moveProject("shop", "store", act());
    expect((await store.settledAmong("shop", digests)).size).toBe(0);
    expect(await store.settledAmong("store", digests)).toEqual(new Set(digests));
    await store.eraseProject("store", act());
    expect((await store.settledAmong("store", digests)).size).toBe(0);
  });

  it("and it comes back with the project, unless that shares a name with another by then", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision() }, act());
    await fill(store, "shop", "one", DAY);
    const back = async (): Promise<void> => {
      const last = await store.lastMove();
      await store.undoMove(last?.entry ?? 0, act());
    };
    await store.moveProject("shop", "store", act());
    await back();
    expect(await store.listTold("store", 10)).toEqual([]);
    expect(await store.listTold("shop", 10)).toMatchObject([{ session: "one" }]);
    expect((await store.openCandidates("shop", 10)).total).toBe(2);
    await store.addDecision({ decision: decision({ project: "store" }) }, act());
    await store.moveProject("shop", "store", act());
    await back();
    expect((await store.openCandidates("store", 10)).total).toBe(2);
  });
}
