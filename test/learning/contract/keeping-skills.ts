import { expect, it } from "vitest";
import type { SkillFacts, SkillLife } from "../../../src/learning/rules/skill.ts";
import type { SkillExposure } from "../../../src/learning/rules/skill-trial.ts";
import type { Store } from "../../../src/memory/store.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { daysAfter } from "../../support/skills.ts";

/** Judges by counts alone, so that the suite needs no statistics. */
const judge = ({ tally }: SkillFacts): SkillLife => ({
  kind: tally.score * 2 < tally.outcomes ? "antipattern" : "skill",
  stage: tally.outcomes < 3 ? "forming" : "emerging",
  because: `${tally.outcomes} outcomes.`,
});
const retire = (): SkillLife => ({ kind: "skill", stage: "retired", because: "Stale." });

let days = 0;

/** A decision with an outcome, each one day later than the previous. */
async function settled(store: Store, score: number, fields: DecisionFields = {}, lessons: string[] = []) {
  const made = decision(fields);
  await store.addDecision({ decision: made }, act());
  await store.recordOutcome(made.project, made.id, outcome(score, { lessons }), act(daysAfter(++days)));
  return made.id;
}

const into = (group: string, ...absorbs: string[]) => ({ group, absorbs });

/** Decisions with these outcomes, all in one group. */
async function group(store: Store, id: string, scores: readonly number[], fields: DecisionFields = {}) {
  const ids: string[] = [];
  for (const score of scores) {
    ids.push(await settled(store, score, fields));
    await store.learnSkill(
      fields.project ?? "shop",
      ids.at(-1) as string,
      into(id),
      judge,
      act(daysAfter(days)),
    );
  }
  return ids;
}

export function keepingSkills(current: () => OpenedStore): void {
  it("counts a group with each decision, and returns it after a restart", async () => {
    const opened = current();
    const [, , last] = await group(opened.store, "sk_a", [1, 0.4, 0.9]);
    for (const open of [async () => opened.store, opened.reopen]) {
      const store = await open();
      const found = await store.findSkill("shop", "sk_a");
      expect(found).toMatchObject({
        id: "sk_a",
        project: "shop",
        domain: "database",
        tally: { outcomes: 3, score: expect.closeTo(2.3, 9) },
        successes: 2,
        latest: [{ decisionId: last, worked: true }, { worked: false }, { worked: true }],
        lastWorkedAt: daysAfter(days),
        lastFailedAt: daysAfter(days - 1),
        noted: { kind: "skill", stage: "emerging" },
        generatedAt: daysAfter(days),
      });
      expect(await store.skillOf("shop", last as string)).toEqual(found);
      expect(await store.findSkill("all", "sk_a")).toEqual(found);
      expect(await store.findSkill("depot", "sk_a")).toBeUndefined();
    }
  });

  it("returns the state before, and keeps each transition with time, reason and evidence", async () => {
    const { store } = current();
    const ids = await group(store, "sk_a", [1, 1]);
    expect(await store.transitionsOf("shop", "sk_a")).toEqual([]);
    const third = await settled(store, 1);
    const learned = await store.learnSkill("shop", third, into("sk_a"), judge, act(daysAfter(90)));
    expect(learned).toMatchObject({
      before: { kind: "skill", stage: "forming" },
      skill: { noted: { stage: "emerging" } },
    });
    await store.reviewSkills("shop", retire, act(daysAfter(900)));
    expect(await store.transitionsOf("shop", "sk_a")).toEqual([
      {
        at: daysAfter(90),
        from: { kind: "skill", stage: "forming" },
        to: { kind: "skill", stage: "emerging" },
        because: "3 outcomes.",
        evidence: [third, ids[1], ids[0]],
      },
      {
        at: daysAfter(900),
        from: { kind: "skill", stage: "emerging" },
        to: { kind: "skill", stage: "retired" },
        because: "Stale.",
        evidence: [third, ids[1], ids[0]],
      },
    ]);
  });

  it("reviews only what changed, in one project", async () => {
    const { store } = current();
    await group(store, "sk_a", [1, 1, 1]);
    await group(store, "sk_b", [1, 1, 1], { project: "depot" });
    const position = await store.position();
    expect(await store.reviewSkills("shop", judge, act())).toEqual([]);
    expect(await store.position()).toBe(position);
    const changed = await store.reviewSkills("shop", retire, act());
    expect(changed.map(({ skill, before }) => [skill.id, before.stage])).toEqual([["sk_a", "emerging"]]);
    expect((await store.findSkill("depot", "sk_b"))?.noted.stage).toBe("emerging");
  });

  it("writes one audit row per learned outcome", async () => {
    const { store } = current();
    const ids = await group(store, "sk_a", [1, 1, 1]);
    const rows = (await store.changesAfter(0, 100)).filter(({ kind }) => kind === "skill");
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ["skill.learned", "sk_a"],
      ["skill.learned", "sk_a"],
      ["skill.changed", "sk_a"],
    ]);
    expect(ids).toHaveLength(3);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it("counts the newer outcome of a decision, which stays in its group", async () => {
    const { store } = current();
    const [first] = await group(store, "sk_a", [1, 1, 1]);
    await store.recordOutcome("shop", first as string, outcome(0), act(daysAfter(++days)));
    await store.learnSkill("shop", first as string, into("sk_other"), judge, act(daysAfter(days)));
    expect(await store.findSkill("shop", "sk_a")).toMatchObject({
      tally: { outcomes: 3, score: 2 },
      successes: 2,
    });
    expect(await store.findSkill("shop", "sk_other")).toBeUndefined();
  });

  it("learns from superseded and retracted decisions, not from drafts or decisions without an outcome", async () => {
    const { store } = current();
    for (const standing of ["superseded", "deprecated"] as const) {
      const id = await settled(store, 1, { standing });
      expect(await store.learnSkill("shop", id, into("sk_a"), judge, act())).toBeDefined();
    }
    const draft = await settled(store, 1, { standing: "draft" });
    const open = decision();
    await store.addDecision({ decision: open }, act());
    for (const id of [draft, open.id, "dec_nowhere"]) {
      expect(await store.learnSkill("shop", id, into("sk_a"), judge, act())).toBeUndefined();
    }
    expect((await store.findSkill("shop", "sk_a"))?.tally.outcomes).toBe(2);
    expect((await store.settledDecisions("shop")).map(({ id }) => id)).not.toContain(draft);
  });

  it("moves the decisions of an absorbed group, unless it has become a skill meanwhile", async () => {
    const { store } = current();
    const small = await group(store, "sk_small", [1]);
    await group(store, "sk_grown", [1, 1, 1]);
    const id = await settled(store, 1);
    await store.learnSkill("shop", id, into("sk_a", "sk_small", "sk_grown"), judge, act());
    expect((await store.skillOf("shop", small[0] as string))?.id).toBe("sk_a");
    expect(await store.findSkill("shop", "sk_small")).toBeUndefined();
    expect((await store.findSkill("shop", "sk_grown"))?.tally.outcomes).toBe(3);
  });

  it("finds the groups of decisions, with their size", async () => {
    const { store } = current();
    const [one, two] = await group(store, "sk_a", [1, 1, 1]);
    const relevant = new Map([
      [one as string, 0.9],
      [two as string, 0.7],
      ["dec_nowhere", 0.8],
    ]);
    const [near, ...rest] = await store.nearGroups("shop", relevant);
    expect(rest).toEqual([]);
    expect({ ...near, relevances: [...(near?.relevances ?? [])].sort((a, b) => a - b) }).toEqual({
      id: "sk_a",
      size: 3,
      relevances: [0.7, 0.9],
    });
  });

  it("lists groups with three outcomes by project and domain, and the size of the largest forming group", async () => {
    const { store } = current();
    await group(store, "sk_b", [1, 1, 1]);
    await group(store, "sk_a", [0, 0, 0], { domain: "auth" });
    await group(store, "sk_c", [1, 1, 1], { project: "depot" });
    await group(store, "sk_d", [1, 1], { domain: "api" });
    const ids = async (...args: Parameters<Store["listSkills"]>) =>
      (await store.listSkills(...args)).map(({ id }) => id);
    expect(await ids("shop")).toEqual(["sk_a", "sk_b"]);
    expect(await ids("shop", "all")).toEqual(["sk_a", "sk_b"]);
    expect(await ids("shop", "auth")).toEqual(["sk_a"]);
    expect(await ids("all")).toEqual(["sk_a", "sk_b", "sk_c"]);
    expect(await store.largestForming("shop")).toBe(2);
    expect(await store.largestForming("shop", "auth")).toBe(0);
  });

  it("returns the decisions of a group with their outcomes, newest first", async () => {
    const { store } = current();
    const old = await settled(
      store,
      1,
      { statement: "Use one pool", topic: screened("connection_pools"), topicStated: true },
      ["Pools help", "A lot"],
    );
    const recent = await settled(store, 0.2, { statement: "Use no pool" });
    for (const id of [old, recent]) await store.learnSkill("shop", id, into("sk_a"), judge, act());
    const both = await store.decisionsOfSkill("shop", "sk_a", 10);
    expect(both).toEqual([
      expect.objectContaining({
        decisionId: recent,
        statement: "Use no pool",
        status: "failure",
        score: 0.2,
        lessons: [],
      }),
      {
        decisionId: old,
        statement: "Use one pool",
        domain: "database",
        topic: "connection_pools",
        standing: "active",
        status: "success",
        score: 1,
        at: daysAfter(days - 1),
        lessons: ["Pools help", "A lot"],
      },
    ]);
    expect(await store.decisionsOfSkill("shop", "sk_a", 1)).toHaveLength(1);
  });

  it("replaces all groups, and keeps the history of a skill", async () => {
    const { store } = current();
    const first = await group(store, "sk_a", [1, 1, 1]);
    const second = await group(store, "sk_b", [1, 1, 1]);
    const third = await group(store, "sk_c", [1]);
    const other = await group(store, "sk_d", [1, 1, 1], { project: "depot" });
    const all = new Map([["sk_b", [...first, ...second, ...third]]]);
    expect(await store.replaceSkills("shop", all, judge, act(daysAfter(800)))).toBe(true);
    expect(await store.findSkill("shop", "sk_b")).toMatchObject({
      tally: { outcomes: 7 },
      noted: { stage: "emerging" },
    });
    expect((await store.skillOf("shop", first[0] as string))?.id).toBe("sk_b");
    expect(await store.findSkill("shop", "sk_a")).toMatchObject({
      tally: { outcomes: 0 },
      noted: { stage: "retired" },
    });
    expect((await store.transitionsOf("shop", "sk_a")).at(-1)).toMatchObject({
      at: daysAfter(800),
      because: "Its decisions were grouped anew.",
    });
    expect(await store.findSkill("shop", "sk_c")).toBeUndefined();
    expect((await store.skillOf("depot", other[0] as string))?.id).toBe("sk_d");
  });

  it("leaves the groups alone if an outcome came in while they were made", async () => {
    const { store } = current();
    const first = await group(store, "sk_a", [1, 1, 1]);
    const late = await settled(store, 1);
    const before = await store.findSkill("shop", "sk_a");
    expect(await store.replaceSkills("shop", new Map([["sk_b", first]]), judge, act())).toBe(false);
    expect(await store.findSkill("shop", "sk_a")).toEqual(before);
    expect(await store.findSkill("shop", "sk_b")).toBeUndefined();
    expect(await store.replaceSkills("shop", new Map([["sk_b", [...first, late]]]), judge, act())).toBe(true);
  });

  it("finds the decisions with an outcome that are in no group or alone, in the order of their outcomes", async () => {
    const { store } = current();
    const [paired] = await group(store, "sk_a", [1, 1]);
    const [alone] = await group(store, "sk_b", [1], { project: "depot" });
    const ungrouped = await settled(store, 1, { project: "yard" });
    const draft = await settled(store, 1, { project: "attic", standing: "draft" });
    const open = decision({ project: "cellar" });
    await store.addDecision({ decision: open }, act());
    const of = (...ids: (string | undefined)[]) => store.aloneAmong(ids as string[]);
    expect(await of(paired, draft, open.id, "dec_nowhere")).toEqual([]);
    expect(await of(paired, ungrouped, alone)).toEqual([
      { id: alone, project: "depot" },
      { id: ungrouped, project: "yard" },
    ]);
  });

  it("moves a decision that is alone into another group, and one among others nowhere", async () => {
    const { store } = current();
    const [alone = ""] = await group(store, "sk_a", [1]);
    const [paired = ""] = await group(store, "sk_b", [1, 1]);
    const [elsewhere = ""] = await group(store, "sk_c", [1], { project: "depot" });
    const moved = await store.learnSkill("shop", alone, into("sk_b"), judge, act());
    expect(moved?.skill).toMatchObject({ id: "sk_b", tally: { outcomes: 3 } });
    expect((await store.skillOf("shop", alone))?.id).toBe("sk_b");
    expect(await store.findSkill("shop", "sk_a")).toBeUndefined();
    await store.learnSkill("shop", paired, into("sk_new"), judge, act());
    expect((await store.skillOf("shop", paired))?.id).toBe("sk_b");
    await store.learnSkill("depot", elsewhere, into("sk_b"), judge, act());
    expect((await store.skillOf("depot", elsewhere))?.id).toBe("sk_c");
  });

  it("retires a skill whose last decision moves", async () => {
    const { store } = current();
    const ids = await group(store, "sk_a", [1, 1, 1]);
    const [last = "", ...erased] = ids;
    await group(store, "sk_b", [1, 1]);
    for (const id of erased) await store.eraseDecision("shop", id, act());
    await store.learnSkill("shop", last, into("sk_b"), judge, act(daysAfter(800)));
    expect((await store.skillOf("shop", last))?.id).toBe("sk_b");
    expect(await store.findSkill("shop", "sk_a")).toMatchObject({
      tally: { outcomes: 0 },
      noted: { stage: "retired" },
    });
  });

  it("finds the failures that a success replaced, newest success first", async () => {
    const { store } = current();
    const replaced = async (before: number, after: number, fields: DecisionFields = {}) => {
      const failed = await settled(store, before, { statement: "Use no pool", ...fields }, ["It ran dry"]);
      const made = decision({ statement: "Use one pool", ...fields });
      const linkId = `lnk_${made.id.slice(4)}`;
      await store.addDecision({ decision: made, supersedes: [{ ref: failed, linkId }] }, act());
      await store.recordOutcome(made.project, made.id, outcome(after), act(daysAfter(++days)));
      return [made.id, failed] as const;
    };
    const found = async (...args: Parameters<Store["replacedFailures"]>) =>
      (await store.replacedFailures(...args)).map(({ worked, failed }) => [
        worked.decisionId,
        failed.decisionId,
      ]);
    const first = await replaced(0, 1);
    const second = await replaced(0.1, 0.9, { domain: "auth" });
    const elsewhere = await replaced(0, 1, { project: "depot" });
    await replaced(0, 0);
    await replaced(1, 1);
    await replaced(0, 0.5);
    expect(await found("shop", 10)).toEqual([second, first]);
    expect(await found("shop", 1)).toEqual([second]);
    expect(await found("shop", 10, "all")).toEqual([second, first]);
    expect(await found("shop", 10, "auth")).toEqual([second]);
    expect(await found("all", 10)).toEqual([elsewhere, second, first]);
    const [pair] = await store.replacedFailures("shop", 1);
    expect(pair).toMatchObject({
      worked: { statement: "Use one pool", status: "success", domain: "auth", lessons: [] },
      failed: {
        statement: "Use no pool",
        status: "failure",
        standing: "superseded",
        lessons: ["It ran dry"],
      },
    });
    await store.eraseDecision("shop", second[1], act());
    expect(await found("shop", 10)).toEqual([first]);
  });

  it("knows when the first outcome of each decision was recorded", async () => {
    const { store } = current();
    const id = await settled(store, 1);
    const at = daysAfter(days);
    await store.recordOutcome("shop", id, outcome(0), act(daysAfter(++days)));
    expect(await store.settledDecisions("shop")).toEqual([{ id, settledAt: at }]);
  });

  it("stops counting an erased decision, and deletes an empty group", async () => {
    const { store } = current();
    const [gone, ...kept] = await group(store, "sk_a", [1, 0, 1]);
    await expose(store, { session: screened("session-1") });
    await store.eraseDecision("shop", gone as string, act());
    expect(await store.findSkill("shop", "sk_a")).toMatchObject({
      tally: { outcomes: 2, score: 1 },
      successes: 1,
    });
    expect((await store.decisionsOfSkill("shop", "sk_a", 10)).map(({ decisionId }) => decisionId)).toEqual(
      [...kept].reverse(),
    );
    for (const id of kept) await store.eraseDecision("shop", id, act());
    expect(await store.findSkill("shop", "sk_a")).toBeUndefined();
    expect(await store.transitionsOf("shop", "sk_a")).toEqual([]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });
}

/** A session was shown the skill `sk_a` of the project `shop`, unless told otherwise. */
const expose = (
  store: Store,
  fields: Pick<SkillExposure, "session"> & Partial<SkillExposure>,
): Promise<void> =>
  store.recordObservations([
    { kind: "exposure", exposure: { project: "shop", skill: "sk_a", shown: true, at: DAY, ...fields } },
  ]);

export function tryingSkills(current: () => OpenedStore): void {
  const session = screened("session-1");

  it("sums the outcomes of decisions captured after an exposure in the same session", async () => {
    const { store } = current();
    await group(store, "sk_a", [1, 1, 1]);
    await expose(store, { session });
    await expose(store, { session: screened("session-2"), shown: false });
    await group(store, "sk_a", [1, 0.5], { sessionId: "session-1" });
    await group(store, "sk_a", [0], { sessionId: "session-2" });
    await group(store, "sk_a", [0], { sessionId: "session-1", createdAt: daysAfter(-1) });
    await group(store, "sk_b", [0], { sessionId: "session-1" });
    await group(store, "sk_a", [0], { sessionId: "session-3" });
    expect(await store.trialOf("shop", "sk_a")).toEqual({
      shown: { outcomes: 2, score: 1.5 },
      withheld: { outcomes: 1, score: 0 },
    });
    expect(await store.trialOf("shop", "sk_b")).toEqual({
      shown: { outcomes: 0, score: 0 },
      withheld: { outcomes: 0, score: 0 },
    });
  });

  it("keeps only the first exposure of a session", async () => {
    const { store } = current();
    await group(store, "sk_a", [1, 1, 1]);
    await expose(store, { session });
    await expose(store, { session, shown: false, at: daysAfter(300) });
    await group(store, "sk_a", [1], { sessionId: "session-1" });
    expect((await store.trialOf("shop", "sk_a")).shown.outcomes).toBe(1);
  });

  it("leaves no audit row, and nothing about a skill that its project does not have", async () => {
    const { store } = current();
    await group(store, "sk_a", [1, 1, 1]);
    const position = await store.position();
    await expose(store, { session });
    await expose(store, { session, skill: "sk_nowhere" });
    await expose(store, { session: screened("session-2"), project: "depot" });
    expect(await store.position()).toBe(position);
    await group(store, "sk_a", [1], { sessionId: "session-2" });
    expect((await store.trialOf("shop", "sk_a")).shown.outcomes).toBe(0);
  });
}
