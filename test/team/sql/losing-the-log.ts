import { expect, it } from "vitest";
import { addDecision, decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { readProposals } from "../../../src/decisions/sql/proposals.ts";
import { keyText } from "../../../src/team/rules/member-change.ts";
import { lifeOf } from "../../../src/team/rules/membership.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { decision, screened } from "../../support/decisions.ts";
import { type LogModel, type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import type { TestTeam } from "./team-for-each.ts";

const capture = async ({ memory, act }: Machine, id: string, replaces?: string): Promise<void> => {
  const at = act();
  const own = decision({ id, project: PROJECT, createdAt: at.at, topic: id, topicStated: false });
  const supersedes = replaces === undefined ? [] : [{ ref: replaces, linkId: id.replace("dec", "lnk") }];
  await addDecision(memory, { decision: own, supersedes, supersedesBecause: screened("It is better") }, at);
};

const standingsOf = async ({ memory }: Machine): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await decisionPage(memory, { scope: PROJECT }, 20)).items.map(({ id, standing }) => [id, standing]),
  );

const positionsIn = (log: LogModel): Record<string, number> =>
  Object.fromEntries(log.entries.map((entry) => [keyText(entry), entry.position]));

/** Three machines that know of one decision, and two of them replaced it: the first one to share it won. */
async function raced(team: TestTeam) {
  const [a, b, c] = (await Promise.all(["a", "b", "c"].map((name) => team.machine(name)))) as [
    Machine,
    Machine,
    Machine,
  ];
  const { log } = team;
  await capture(a, "dec_old");
  await syncAll(log, [a, b, c]);
  await capture(a, "dec_late", "dec_old");
  await capture(b, "dec_first", "dec_old");
  await b.push(log);
  await syncAll(log, [a, b, c]);
  return { a, b, c, log };
}

const WON = { dec_old: "superseded", dec_first: "active", dec_late: "draft" };

/** What machines do when the log that gave them their order is gone. */
export function losingTheLog(current: () => TestTeam): void {
  it("keeps the first one the winner when the log was emptied, whoever fills it first", async () => {
    const { a, b, c, log } = await raced(current());
    const before = positionsIn(log);
    log.begin();
    for (const one of [a, c, b]) await one.heal(log);
    await syncAll(log, [a, b, c]);
    expect(positionsIn(log)).toEqual(before);
    for (const one of [a, b, c]) expect(await standingsOf(one)).toEqual(WON);
    const late = await current().machine("d");
    await late.pull(log);
    expect(await standingsOf(late)).toEqual(WON);
    expect(await readProposals(late.memory, PROJECT, "draft", 9)).toMatchObject([
      { id: "prop_late", statement: "Let dec_late take the place of dec_first." },
    ]);
  });

  it("takes what another machine knows and the restored log does not", async () => {
    const { a, b, c, log } = await raced(current());
    const copy = [...log.entries];
    await capture(b, "dec_more");
    await b.push(log);
    await c.pull(log);
    log.begin(copy);
    for (const one of [a, c]) await one.heal(log);
    await syncAll(log, [a, c]);
    expect(await standingsOf(a)).toEqual({ ...WON, dec_more: "active" });
    await b.heal(log);
    await syncAll(log, [a, b, c]);
    expect(await standingsOf(b)).toEqual(await standingsOf(a));
  });

  it("has what was not confirmed after everything that any life of the log confirmed", async () => {
    const { a, b, c, log } = await raced(current());
    await capture(c, "dec_c", "dec_first");
    await capture(a, "dec_a", "dec_first");
    log.begin();
    await a.heal(log);
    await a.push(log);
    await c.heal(log);
    await syncAll(log, [a, b, c]);
    const positions = Object.values(positionsIn(log));
    expect(positions.map(lifeOf)).toEqual([...positions.map(lifeOf)].sort());
    expect(lifeOf(positions.at(-1) as number)).toBe(2);
    for (const one of [a, b, c])
      expect(await standingsOf(one)).toEqual({
        ...WON,
        dec_first: "superseded",
        dec_a: "active",
        dec_c: "draft",
      });
  });

  it("lets a claim that was confirmed in an earlier life win against one that a later life confirmed", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const { log } = current();
    await capture(a, "dec_old");
    await syncAll(log, [a, b]);
    // Confirmed, and nobody else has read it when the log is lost.
    await capture(a, "dec_early", "dec_old");
    await a.push(log);
    log.begin();
    await b.heal(log);
    await capture(b, "dec_later", "dec_old");
    await b.push(log);
    expect((await standingsOf(b))["dec_later"]).toBe("active");
    await a.heal(log);
    await syncAll(log, [a, b]);
    for (const one of [a, b])
      expect(await standingsOf(one)).toEqual({
        dec_old: "superseded",
        dec_early: "active",
        dec_later: "draft",
      });
    expect(b.lost).toContainEqual({
      subject: "dec_old",
      winner: "dec_early",
      draft: "dec_later",
      proposal: "prop_later",
    });
  });

  it("counts what was shared and received once, however often it is read", async () => {
    const { a, b, log } = await raced(current());
    const before = await teamOf(b.memory, PROJECT);
    log.begin();
    for (const one of [a, b]) await one.heal(log);
    await syncAll(log, [a, b]);
    expect(await teamOf(b.memory, PROJECT)).toMatchObject({
      shared: before?.shared,
      received: before?.received,
      pending: 0,
      life: 2,
    });
    expect(before).toMatchObject({ shared: 2, received: 3 });
  });
}
