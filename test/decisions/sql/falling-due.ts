import { expect, it } from "vitest";
import { type Decision, STANDINGS } from "../../../src/decisions/rules/decision.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome, dueDecisions } from "../../../src/decisions/sql/outcomes.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, type DecisionFields, decision } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

export function falling(current: () => OpenedStore): void {
  const clock = setClock();
  const made = clock.now();
  const after = (days: number): Date => new Date(made.getTime() + days * DAY_MS);
  const dueIn = async (days: number, fields: DecisionFields = {}): Promise<Decision> => {
    const decided = { ...decision({ createdAt: made, ...fields }), dueAt: after(days) };
    await addDecision(current().memory, { decision: decided }, act(made));
    return decided;
  };
  const idsDue = async (day: number, scope = "shop", domain?: string): Promise<string[]> =>
    (await dueDecisions(current().memory, scope, after(day), 10, domain)).items.map(({ id }) => id);

  it("goes by the due date of each decision, longest overdue first", async () => {
    const [month, week, now] = [await dueIn(30), await dueIn(7), await dueIn(0)];
    expect(await idsDue(0)).toEqual([now.id]);
    expect(await idsDue(6.99)).toEqual([now.id]);
    expect(await idsDue(7)).toEqual([now.id, week.id]);
    expect(await idsDue(31)).toEqual([now.id, week.id, month.id]);
  });

  it("returns complete decisions", async () => {
    const decided = await dueIn(1, { confidence: 0.7, alternatives: ["Another"] });
    expect(await dueDecisions(current().memory, "shop", after(2), 10)).toEqual({
      items: [decided],
      total: 1,
    });
  });

  it("ends when an outcome is recorded", async () => {
    const decided = await dueIn(1);
    await addOutcome(current().memory, "shop", decided.id, outcome(1), act(after(2)));
    expect(await idsDue(3)).toEqual([]);
  });

  it("does not end when only the progress changes", async () => {
    const decided = await dueIn(1);
    await writeDecisionChange(current().memory, "shop", decided.id, { progress: "completed" }, act(after(1)));
    expect(await idsDue(3)).toEqual([decided.id]);
  });

  it("applies only to active decisions", async () => {
    const ids = new Map<string, string>();
    for (const standing of STANDINGS) ids.set(standing, (await dueIn(1, { standing })).id);
    expect(await idsDue(2)).toEqual([ids.get("active")]);
  });

  it("never applies to a decision without a due date", async () => {
    await addDecision(current().memory, { decision: decision() }, act(made));
    expect(await idsDue(10_000)).toEqual([]);
  });

  it("can be listed by domain, by project, or for all", async () => {
    const ours = await dueIn(1, { domain: "auth" });
    const other = await dueIn(2, { domain: "api" });
    const theirs = await dueIn(3, { domain: "auth", project: "warehouse" });
    expect(await idsDue(5, "shop")).toEqual([ours.id, other.id]);
    expect(await idsDue(5, "shop", "auth")).toEqual([ours.id]);
    expect(await idsDue(5, "shop", "infra")).toEqual([]);
    expect(await idsDue(5, "warehouse")).toEqual([theirs.id]);
    expect(await idsDue(5, "all")).toEqual([ours.id, other.id, theirs.id]);
    expect(await idsDue(5, "all", "auth")).toEqual([ours.id, theirs.id]);
    expect(await idsDue(5, "shop", "all")).toEqual([ours.id, other.id]);
  });

  it("counts all of them in the total, also beyond the limit", async () => {
    for (let n = 0; n < 5; n++) await dueIn(n);
    const page = await dueDecisions(current().memory, "shop", after(9), 2);
    expect(page.items).toHaveLength(2);
    expect(page.total).toBe(5);
  });
}
