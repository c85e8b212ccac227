import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { GUIDANCE_KEPT_MS, type GuidanceResult } from "../../../src/learning/rules/guidance.ts";
import {
  eraseGuidance,
  expireGuidance,
  openGuidance,
  preventedBy,
  readGuidance,
  removeAllGuidance,
  settleGuidance,
  warningTotals,
} from "../../../src/learning/sql/guidance.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { give, guidance } from "../../support/guidance.ts";
import { outcome } from "../../support/outcomes.ts";

const hours = (n: number): Date => new Date(DAY.getTime() + n * HOUR_MS);
const LONG_AGO = new Date(0);
const open = { since: LONG_AGO };

async function settled(
  memory: Memory,
  fields: Parameters<typeof guidance>[0],
  result: Partial<GuidanceResult> = {},
): Promise<string> {
  const given = guidance(fields);
  await give(memory, given);
  const made = decision();
  await addDecision(memory, { decision: made }, act());
  const whole = { verdict: "prevented", because: "choice", decisionId: made.id, at: DAY, ...result } as const;
  await settleGuidance(memory, "shop", given.id, whole);
  return made.id;
}

export function guiding(current: () => OpenedStore): void {
  it("keeps every field, even after a restart", async () => {
    const opened = current();
    const given = guidance({
      sessionId: screened("session-1"),
      confidence: 0.9,
      alternatives: [screened("PostgreSQL")],
      cited: ["dec_1", "dec_2"],
    });
    await give(opened.memory, given);
    const memory = await opened.reopen();
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([given]);
  });

  it("lists guidance without a result by time or session, newest first", async () => {
    const { memory } = current();
    const session = screened("session-1");
    const old = guidance({ at: hours(-30), sessionId: session });
    const other = guidance({ at: hours(-30), sessionId: screened("session-2") });
    const fresh = guidance({ at: hours(-1) });
    const elsewhere = guidance({ project: "depot" });
    await give(memory, old, other, fresh, elsewhere);
    const ids = async (sessionId?: typeof session): Promise<string[]> =>
      (await openGuidance(memory, "shop", { since: hours(-24), sessionId }, 10)).map(({ id }) => id);
    expect(await ids()).toEqual([fresh.id]);
    expect(await ids(session)).toEqual([fresh.id, old.id]);
    expect(await openGuidance(memory, "shop", open, 1)).toHaveLength(1);
  });

  it("updates repeated guidance: it keeps its first time and confidence, and adds cited decisions", async () => {
    const { memory } = current();
    const statement = screened("Use MongoDB for orders");
    const first = guidance({ statement, confidence: 0.9, cited: ["dec_1"] });
    const again = guidance({
      statement,
      confidence: 0.7,
      cited: ["dec_2"],
      at: hours(1),
      firewallStatus: "block",
    });
    await give(memory, first);
    await give(memory, again);
    const merged = { ...first, firewallStatus: "block", cited: ["dec_1", "dec_2"] };
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([merged]);
    const later = guidance({ statement, at: hours(30) });
    await give(memory, later);
    expect((await openGuidance(memory, "shop", open, 10)).map(({ id }) => id)).toEqual([later.id, first.id]);
  });

  it("accepts one result, for an existing decision", async () => {
    const { memory } = current();
    const given = guidance();
    await give(memory, given);
    const made = decision();
    await addDecision(memory, { decision: made }, act());
    const result = {
      verdict: "prevented",
      because: "confidence",
      decisionId: made.id,
      at: hours(2),
    } as const;
    expect(await settleGuidance(memory, "shop", given.id, { ...result, decisionId: "dec_none" })).toBe(false);
    expect(await settleGuidance(memory, "depot", given.id, result)).toBe(false);
    expect(await settleGuidance(memory, "shop", given.id, result)).toBe(true);
    expect(await settleGuidance(memory, "shop", given.id, { ...result, verdict: "kept" })).toBe(false);
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([]);
    expect((await preventedBy(memory, "shop", made.id)).latest).toEqual({ ...given, result });
  });

  it("counts what a decision prevented, both as cited and as the decision made instead", async () => {
    const { memory } = current();
    const instead = await settled(memory, { cited: ["dec_cited"] });
    await settled(memory, { cited: ["dec_cited"], statement: screened("Use MongoDB for the last one") });
    await settled(memory, { cited: ["dec_cited"] }, { verdict: "kept" });
    await give(memory, guidance({ cited: ["dec_cited"] }));
    expect(await preventedBy(memory, "shop", "dec_cited")).toMatchObject({
      count: 2,
      latest: { statement: "Use MongoDB for the last one" },
    });
    expect(await preventedBy(memory, "shop", instead)).toMatchObject({ count: 1 });
    expect(await preventedBy(memory, "depot", instead)).toEqual({ count: 0, latest: undefined });
    expect(await preventedBy(memory, "shop", "dec_none")).toEqual({ count: 0, latest: undefined });
  });

  it("counts warnings: heeded, gone ahead with by how it worked out, and undecided", async () => {
    const { memory } = current();
    const none = {
      warned: 0,
      otherChoice: 0,
      lessConfidence: 0,
      workedOut: 0,
      wentWrong: 0,
      noOutcomeYet: 0,
    };
    expect(await warningTotals(memory, "shop", LONG_AGO)).toEqual(none);
    await settled(memory, {});
    await settled(memory, { firewallStatus: "block" });
    await settled(memory, {}, { because: "confidence" });
    for (const score of [1, 0.5, 0.4, 0, 0]) {
      const made = await settled(memory, {}, { verdict: "kept", because: undefined });
      await addOutcome(memory, "shop", made, outcome(score), act());
    }
    await settled(memory, {}, { verdict: "kept", because: undefined });
    await settled(memory, { firewallStatus: "clear" }, { verdict: "kept", because: undefined });
    await give(memory, guidance(), guidance({ project: "depot" }), guidance({ at: hours(-1) }));
    const counted = {
      warned: 11,
      otherChoice: 2,
      lessConfidence: 1,
      workedOut: 2,
      wentWrong: 3,
      noOutcomeYet: 1,
    };
    expect(await warningTotals(memory, "shop", LONG_AGO)).toEqual(counted);
    expect(await warningTotals(memory, "shop", DAY)).toEqual({ ...counted, warned: 10 });
    expect(await warningTotals(memory, "depot", LONG_AGO)).toEqual({ ...none, warned: 1 });
    expect(await warningTotals(memory, "all", LONG_AGO)).toEqual({ ...counted, warned: 12 });
  });

  it("leaves no audit row, neither for guidance nor for a result", async () => {
    const { memory } = current();
    const from = await memory.position();
    await settled(memory, {});
    const rows = await memory.changesAfter(from, 10);
    expect(rows.map(({ action }) => action)).toEqual(["decision.captured"]);
  });

  it("deletes guidance after its retention period", async () => {
    const { memory } = current();
    const old = guidance();
    const justNow = guidance({ at: new Date(DAY.getTime() + GUIDANCE_KEPT_MS) });
    const later = guidance({ at: new Date(justNow.at.getTime() + DAY_MS) });
    await give(memory, old);
    await give(memory, justNow);
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([justNow, old]);
    await give(memory, later);
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([later, justNow]);
  });

  it("deletes old guidance of every project, also when none is added", async () => {
    const { memory } = current();
    const elsewhere = guidance({ project: "depot" });
    const fresh = guidance({ at: hours(1) });
    await give(memory, elsewhere, fresh);
    const after = (at: Date): Date => new Date(at.getTime() + GUIDANCE_KEPT_MS);
    expect(await expireGuidance(memory, after(DAY))).toBe(0);
    expect(await expireGuidance(memory, after(hours(1)))).toBe(1);
    expect(await readGuidance(memory, "all", 10)).toEqual({ items: [fresh], total: 1 });
  });

  it("erases guidance by its id, or all of a project, with an audit row for each", async () => {
    const { memory } = current();
    const [first, second, third] = [guidance(), guidance(), guidance()];
    const elsewhere = guidance({ project: "depot" });
    await give(memory, first, second, third, elsewhere);
    await expect(eraseGuidance(memory, "depot", first.id, act())).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await eraseGuidance(memory, "shop", first.id, act())).toMatchObject({
      id: first.id,
      project: "shop",
    });
    expect(await removeAllGuidance(memory, "shop", act())).toEqual({ project: "shop", records: 2 });
    expect(await removeAllGuidance(memory, "shop", act())).toEqual({ project: "shop", records: 0 });
    expect(await readGuidance(memory, "all", 10)).toEqual({ items: [elsewhere], total: 1 });
    const rows = await memory.changesAfter(0, 10);
    expect(rows.map(({ action, subject, project }) => [action, subject, project])).toEqual([
      ["guidance.erased", first.id, "shop"],
      ["guidance.erased", "all", "shop"],
    ]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("deletes guidance with the decision that settled it, or that has its statement", async () => {
    const { memory } = current();
    const ended = await settled(memory, {});
    const words = decision({ statement: "Use MongoDB for the erased one" });
    await addDecision(memory, { decision: words }, act());
    const other = guidance();
    await give(memory, guidance({ statement: words.statement }), other);
    await eraseDecision(memory, "shop", ended, act());
    await eraseDecision(memory, "shop", words.id, act());
    expect(await openGuidance(memory, "shop", open, 10)).toEqual([other]);
    expect((await preventedBy(memory, "shop", ended)).count).toBe(0);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });
}
