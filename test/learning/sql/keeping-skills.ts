import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import type { SkillFacts, SkillLife } from "../../../src/learning/rules/skill.ts";
import type { SkillExposure } from "../../../src/learning/rules/skill-trial.ts";
import {
  aloneAmong,
  decisionsOfSkill,
  findSkill,
  groupsNear,
  largestForming,
  learnSkill,
  listSkills,
  replacedFailures,
  replaceSkills,
  settledDecisions,
  skillOfDecision,
  storeSkillReviews,
  transitionsOf,
  trialOf,
} from "../../../src/learning/sql/skills.ts";
import { recordObservations } from "../../../src/memory/record-observations.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Scope } from "../../../src/shared/scope.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
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
async function settled(memory: Memory, score: number, fields: DecisionFields = {}, lessons: string[] = []) {
  const made = decision(fields);
  await addDecision(memory, { decision: made }, act());
  await addOutcome(memory, made.project, made.id, outcome(score, { lessons }), act(daysAfter(++days)));
  return made.id;
}

const into = (group: string, ...absorbs: string[]) => ({ group, absorbs });

/** Decisions with these outcomes, all in one group. */
async function group(memory: Memory, id: string, scores: readonly number[], fields: DecisionFields = {}) {
  const ids: string[] = [];
  for (const score of scores) {
    ids.push(await settled(memory, score, fields));
    await learnSkill(
      memory,
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
    const [, , last] = await group(opened.memory, "sk_a", [1, 0.4, 0.9]);
    for (const open of [async () => opened.memory, opened.reopen]) {
      const memory = await open();
      const found = await findSkill(memory, "shop", "sk_a");
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
      expect(await skillOfDecision(memory, "shop", last as string)).toEqual(found);
      expect(await findSkill(memory, "all", "sk_a")).toEqual(found);
      expect(await findSkill(memory, "depot", "sk_a")).toBeUndefined();
    }
  });

  it("returns the state before, and keeps each transition with time, reason and evidence", async () => {
    const { memory } = current();
    const ids = await group(memory, "sk_a", [1, 1]);
    expect(await transitionsOf(memory, "shop", "sk_a")).toEqual([]);
    const third = await settled(memory, 1);
    const learned = await learnSkill(memory, "shop", third, into("sk_a"), judge, act(daysAfter(90)));
    expect(learned).toMatchObject({
      before: { kind: "skill", stage: "forming" },
      skill: { noted: { stage: "emerging" } },
    });
    await storeSkillReviews(memory, "shop", retire, act(daysAfter(900)));
    expect(await transitionsOf(memory, "shop", "sk_a")).toEqual([
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
    const { memory } = current();
    await group(memory, "sk_a", [1, 1, 1]);
    await group(memory, "sk_b", [1, 1, 1], { project: "depot" });
    const position = await memory.position();
    expect(await storeSkillReviews(memory, "shop", judge, act())).toEqual([]);
    expect(await memory.position()).toBe(position);
    const changed = await storeSkillReviews(memory, "shop", retire, act());
    expect(changed.map(({ skill, before }) => [skill.id, before.stage])).toEqual([["sk_a", "emerging"]]);
    expect((await findSkill(memory, "depot", "sk_b"))?.noted.stage).toBe("emerging");
  });

  it("writes one audit row per learned outcome", async () => {
    const { memory } = current();
    const ids = await group(memory, "sk_a", [1, 1, 1]);
    const rows = (await memory.changesAfter(0, 100)).filter(({ kind }) => kind === "skill");
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ["skill.learned", "sk_a"],
      ["skill.learned", "sk_a"],
      ["skill.changed", "sk_a"],
    ]);
    expect(ids).toHaveLength(3);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("counts the newer outcome of a decision, which stays in its group", async () => {
    const { memory } = current();
    const [first] = await group(memory, "sk_a", [1, 1, 1]);
    await addOutcome(memory, "shop", first as string, outcome(0), act(daysAfter(++days)));
    await learnSkill(memory, "shop", first as string, into("sk_other"), judge, act(daysAfter(days)));
    expect(await findSkill(memory, "shop", "sk_a")).toMatchObject({
      tally: { outcomes: 3, score: 2 },
      successes: 2,
    });
    expect(await findSkill(memory, "shop", "sk_other")).toBeUndefined();
  });

  it("learns from superseded and retracted decisions, not from drafts or decisions without an outcome", async () => {
    const { memory } = current();
    for (const standing of ["superseded", "deprecated"] as const) {
      const id = await settled(memory, 1, { standing });
      expect(await learnSkill(memory, "shop", id, into("sk_a"), judge, act())).toBeDefined();
    }
    const draft = await settled(memory, 1, { standing: "draft" });
    const open = decision();
    await addDecision(memory, { decision: open }, act());
    for (const id of [draft, open.id, "dec_nowhere"]) {
      expect(await learnSkill(memory, "shop", id, into("sk_a"), judge, act())).toBeUndefined();
    }
    expect((await findSkill(memory, "shop", "sk_a"))?.tally.outcomes).toBe(2);
    expect((await settledDecisions(memory, "shop")).map(({ id }) => id)).not.toContain(draft);
  });

  it("moves the decisions of an absorbed group, unless it has become a skill meanwhile", async () => {
    const { memory } = current();
    const small = await group(memory, "sk_small", [1]);
    await group(memory, "sk_grown", [1, 1, 1]);
    const id = await settled(memory, 1);
    await learnSkill(memory, "shop", id, into("sk_a", "sk_small", "sk_grown"), judge, act());
    expect((await skillOfDecision(memory, "shop", small[0] as string))?.id).toBe("sk_a");
    expect(await findSkill(memory, "shop", "sk_small")).toBeUndefined();
    expect((await findSkill(memory, "shop", "sk_grown"))?.tally.outcomes).toBe(3);
  });

  it("finds the groups of decisions, with their size", async () => {
    const { memory } = current();
    const [one, two] = await group(memory, "sk_a", [1, 1, 1]);
    const relevant = new Map([
      [one as string, 0.9],
      [two as string, 0.7],
      ["dec_nowhere", 0.8],
    ]);
    const [near, ...rest] = await groupsNear(memory, "shop", relevant);
    expect(rest).toEqual([]);
    expect({ ...near, relevances: [...(near?.relevances ?? [])].sort((a, b) => a - b) }).toEqual({
      id: "sk_a",
      size: 3,
      relevances: [0.7, 0.9],
    });
  });

  it("lists groups with three outcomes by project and domain, and the size of the largest forming group", async () => {
    const { memory } = current();
    await group(memory, "sk_b", [1, 1, 1]);
    await group(memory, "sk_a", [0, 0, 0], { domain: "auth" });
    await group(memory, "sk_c", [1, 1, 1], { project: "depot" });
    await group(memory, "sk_d", [1, 1], { domain: "api" });
    const ids = async (scope: Scope, domain?: string) =>
      (await listSkills(memory, scope, domain)).map(({ id }) => id);
    expect(await ids("shop")).toEqual(["sk_a", "sk_b"]);
    expect(await ids("shop", "all")).toEqual(["sk_a", "sk_b"]);
    expect(await ids("shop", "auth")).toEqual(["sk_a"]);
    expect(await ids("all")).toEqual(["sk_a", "sk_b", "sk_c"]);
    expect(await largestForming(memory, "shop")).toBe(2);
    expect(await largestForming(memory, "shop", "auth")).toBe(0);
  });

  it("returns the decisions of a group with their outcomes, newest first", async () => {
    const { memory } = current();
    const old = await settled(
      memory,
      1,
      { statement: "Use one pool", topic: screened("connection_pools"), topicStated: true },
      ["Pools help", "A lot"],
    );
    const recent = await settled(memory, 0.2, { statement: "Use no pool" });
    for (const id of [old, recent]) await learnSkill(memory, "shop", id, into("sk_a"), judge, act());
    const both = await decisionsOfSkill(memory, "shop", "sk_a", 10);
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
    expect(await decisionsOfSkill(memory, "shop", "sk_a", 1)).toHaveLength(1);
  });

  it("replaces all groups, and keeps the history of a skill", async () => {
    const { memory } = current();
    const first = await group(memory, "sk_a", [1, 1, 1]);
    const second = await group(memory, "sk_b", [1, 1, 1]);
    const third = await group(memory, "sk_c", [1]);
    const other = await group(memory, "sk_d", [1, 1, 1], { project: "depot" });
    const all = new Map([["sk_b", [...first, ...second, ...third]]]);
    expect(await replaceSkills(memory, "shop", all, judge, act(daysAfter(800)))).toBe(true);
    expect(await findSkill(memory, "shop", "sk_b")).toMatchObject({
      tally: { outcomes: 7 },
      noted: { stage: "emerging" },
    });
    expect((await skillOfDecision(memory, "shop", first[0] as string))?.id).toBe("sk_b");
    expect(await findSkill(memory, "shop", "sk_a")).toMatchObject({
      tally: { outcomes: 0 },
      noted: { stage: "retired" },
    });
    expect((await transitionsOf(memory, "shop", "sk_a")).at(-1)).toMatchObject({
      at: daysAfter(800),
      because: "Its decisions were grouped anew.",
    });
    expect(await findSkill(memory, "shop", "sk_c")).toBeUndefined();
    expect((await skillOfDecision(memory, "depot", other[0] as string))?.id).toBe("sk_d");
  });

  it("leaves the groups alone if an outcome came in while they were made", async () => {
    const { memory } = current();
    const first = await group(memory, "sk_a", [1, 1, 1]);
    const late = await settled(memory, 1);
    const before = await findSkill(memory, "shop", "sk_a");
    expect(await replaceSkills(memory, "shop", new Map([["sk_b", first]]), judge, act())).toBe(false);
    expect(await findSkill(memory, "shop", "sk_a")).toEqual(before);
    expect(await findSkill(memory, "shop", "sk_b")).toBeUndefined();
    expect(await replaceSkills(memory, "shop", new Map([["sk_b", [...first, late]]]), judge, act())).toBe(
      true,
    );
  });

  it("finds the decisions with an outcome that are in no group or alone, in the order of their outcomes", async () => {
    const { memory } = current();
    const [paired] = await group(memory, "sk_a", [1, 1]);
    const [alone] = await group(memory, "sk_b", [1], { project: "depot" });
    const ungrouped = await settled(memory, 1, { project: "yard" });
    const draft = await settled(memory, 1, { project: "attic", standing: "draft" });
    const open = decision({ project: "cellar" });
    await addDecision(memory, { decision: open }, act());
    const of = (...ids: (string | undefined)[]) => aloneAmong(memory, ids as string[]);
    expect(await of(paired, draft, open.id, "dec_nowhere")).toEqual([]);
    expect(await of(paired, ungrouped, alone)).toEqual([
      { id: alone, project: "depot" },
      { id: ungrouped, project: "yard" },
    ]);
  });

  it("moves a decision that is alone into another group, and one among others nowhere", async () => {
    const { memory } = current();
    const [alone = ""] = await group(memory, "sk_a", [1]);
    const [paired = ""] = await group(memory, "sk_b", [1, 1]);
    const [elsewhere = ""] = await group(memory, "sk_c", [1], { project: "depot" });
    const moved = await learnSkill(memory, "shop", alone, into("sk_b"), judge, act());
    expect(moved?.skill).toMatchObject({ id: "sk_b", tally: { outcomes: 3 } });
    expect((await skillOfDecision(memory, "shop", alone))?.id).toBe("sk_b");
    expect(await findSkill(memory, "shop", "sk_a")).toBeUndefined();
    await learnSkill(memory, "shop", paired, into("sk_new"), judge, act());
    expect((await skillOfDecision(memory, "shop", paired))?.id).toBe("sk_b");
    await learnSkill(memory, "depot", elsewhere, into("sk_b"), judge, act());
    expect((await skillOfDecision(memory, "depot", elsewhere))?.id).toBe("sk_c");
  });

  it("retires a skill whose last decision moves", async () => {
    const { memory } = current();
    const ids = await group(memory, "sk_a", [1, 1, 1]);
    const [last = "", ...erased] = ids;
    await group(memory, "sk_b", [1, 1]);
    for (const id of erased) await eraseDecision(memory, "shop", id, act());
    await learnSkill(memory, "shop", last, into("sk_b"), judge, act(daysAfter(800)));
    expect((await skillOfDecision(memory, "shop", last))?.id).toBe("sk_b");
    expect(await findSkill(memory, "shop", "sk_a")).toMatchObject({
      tally: { outcomes: 0 },
      noted: { stage: "retired" },
    });
  });

  it("finds the failures that a success replaced, newest success first", async () => {
    const { memory } = current();
    const replaced = async (before: number, after: number, fields: DecisionFields = {}) => {
      const failed = await settled(memory, before, { statement: "Use no pool", ...fields }, ["It ran dry"]);
      const made = decision({ statement: "Use one pool", ...fields });
      const linkId = `lnk_${made.id.slice(4)}`;
      await addDecision(memory, { decision: made, supersedes: [{ ref: failed, linkId }] }, act());
      await addOutcome(memory, made.project, made.id, outcome(after), act(daysAfter(++days)));
      return [made.id, failed] as const;
    };
    const found = async (scope: Scope, limit: number, domain?: string) =>
      (await replacedFailures(memory, scope, limit, domain)).map(({ worked, failed }) => [
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
    const [pair] = await replacedFailures(memory, "shop", 1);
    expect(pair).toMatchObject({
      worked: { statement: "Use one pool", status: "success", domain: "auth", lessons: [] },
      failed: {
        statement: "Use no pool",
        status: "failure",
        standing: "superseded",
        lessons: ["It ran dry"],
      },
    });
    await eraseDecision(memory, "shop", second[1], act());
    expect(await found("shop", 10)).toEqual([first]);
  });

  it("knows when the first outcome of each decision was recorded", async () => {
    const { memory } = current();
    const id = await settled(memory, 1);
    const at = daysAfter(days);
    await addOutcome(memory, "shop", id, outcome(0), act(daysAfter(++days)));
    expect(await settledDecisions(memory, "shop")).toEqual([{ id, settledAt: at }]);
  });

  it("stops counting an erased decision, and deletes an empty group", async () => {
    const { memory } = current();
    const [gone, ...kept] = await group(memory, "sk_a", [1, 0, 1]);
    await expose(memory, { session: screened("session-1") });
    await eraseDecision(memory, "shop", gone as string, act());
    expect(await findSkill(memory, "shop", "sk_a")).toMatchObject({
      tally: { outcomes: 2, score: 1 },
      successes: 1,
    });
    expect((await decisionsOfSkill(memory, "shop", "sk_a", 10)).map(({ decisionId }) => decisionId)).toEqual(
      [...kept].reverse(),
    );
    for (const id of kept) await eraseDecision(memory, "shop", id, act());
    expect(await findSkill(memory, "shop", "sk_a")).toBeUndefined();
    expect(await transitionsOf(memory, "shop", "sk_a")).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });
}

/** A session was shown the skill `sk_a` of the project `shop`, unless told otherwise. */
const expose = (
  memory: Memory,
  fields: Pick<SkillExposure, "session"> & Partial<SkillExposure>,
): Promise<void> =>
  recordObservations(memory, [
    { kind: "exposure", exposure: { project: "shop", skill: "sk_a", shown: true, at: DAY, ...fields } },
  ]);

export function tryingSkills(current: () => OpenedStore): void {
  const session = screened("session-1");

  it("sums the outcomes of decisions captured after an exposure in the same session", async () => {
    const { memory } = current();
    await group(memory, "sk_a", [1, 1, 1]);
    await expose(memory, { session });
    await expose(memory, { session: screened("session-2"), shown: false });
    await group(memory, "sk_a", [1, 0.5], { sessionId: "session-1" });
    await group(memory, "sk_a", [0], { sessionId: "session-2" });
    await group(memory, "sk_a", [0], { sessionId: "session-1", createdAt: daysAfter(-1) });
    await group(memory, "sk_b", [0], { sessionId: "session-1" });
    await group(memory, "sk_a", [0], { sessionId: "session-3" });
    expect(await trialOf(memory, "shop", "sk_a")).toEqual({
      shown: { outcomes: 2, score: 1.5 },
      withheld: { outcomes: 1, score: 0 },
    });
    expect(await trialOf(memory, "shop", "sk_b")).toEqual({
      shown: { outcomes: 0, score: 0 },
      withheld: { outcomes: 0, score: 0 },
    });
  });

  it("keeps only the first exposure of a session", async () => {
    const { memory } = current();
    await group(memory, "sk_a", [1, 1, 1]);
    await expose(memory, { session });
    await expose(memory, { session, shown: false, at: daysAfter(300) });
    await group(memory, "sk_a", [1], { sessionId: "session-1" });
    expect((await trialOf(memory, "shop", "sk_a")).shown.outcomes).toBe(1);
  });

  it("leaves no audit row, and nothing about a skill that its project does not have", async () => {
    const { memory } = current();
    await group(memory, "sk_a", [1, 1, 1]);
    const position = await memory.position();
    await expose(memory, { session });
    await expose(memory, { session, skill: "sk_nowhere" });
    await expose(memory, { session: screened("session-2"), project: "depot" });
    expect(await memory.position()).toBe(position);
    await group(memory, "sk_a", [1], { sessionId: "session-2" });
    expect((await trialOf(memory, "shop", "sk_a")).shown.outcomes).toBe(0);
  });
}
