import { expect, it } from "vitest";
import { keyText } from "../../../src/team/rules/member-change.ts";
import { decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import { headerOf, said, type TestTeam } from "./team-for-each.ts";

const capture = async ({ store, act }: Machine, id: string): Promise<void> => {
  const at = act();
  await store.addDecision({ decision: decision({ id, project: PROJECT, createdAt: at.at }) }, at);
};
const SEALING = { sign: (text: string) => `signed ${text.length}` };

/** A memory that was restored or copied goes on under another name. */
export function renaming(current: () => TestTeam): void {
  it("shares what was not confirmed under the new name, and keeps the keys of what was", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await capture(a, "dec_one");
    await a.push(log);
    await capture(a, "dec_two");
    await a.store.recordOutcome(PROJECT, "dec_one", outcome(1, { id: "out_a" }), a.act());
    // Sealed under the old name, and never confirmed.
    expect((await a.store.outgoing(PROJECT, SEALING, 9)).map(keyText)).toEqual(["org_a:2", "org_a:3"]);
    await a.store.renameOrigin(PROJECT, "org_a2");
    await syncAll(log, [a, b]);
    expect(log.entries.map(keyText)).toEqual(["org_a:1", "org_a2:1", "org_a2:2"]);
    expect(said(log)).toEqual([
      "decision.captured dec_one",
      "decision.captured dec_two",
      "outcome.recorded out_a",
    ]);
    expect(log.entries.map((entry) => headerOf(entry).origin)).toEqual(["org_a", "org_a2", "org_a2"]);
    for (const id of ["dec_one", "dec_two"])
      expect(await b.store.findDecision(PROJECT, id)).toEqual(await a.store.findDecision(PROJECT, id));
  });

  it("shares what was said before the change under the new name, too, if it was not sealed yet", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await capture(a, "dec_one");
    await a.store.renameOrigin(PROJECT, "org_a2");
    await capture(a, "dec_two");
    await a.push(log);
    expect(log.entries.map(keyText)).toEqual(["org_a2:1", "org_a2:2"]);
  });

  it("gets back what it said itself after the copy was made, as from another machine", async () => {
    const { log, machine } = current();
    const [a, copy] = [await machine("a"), await machine("a")];
    await capture(a, "dec_one");
    await a.push(log);
    await capture(copy, "dec_other");
    // The log has another change under this key.
    const [appended] = log.append(await copy.store.outgoing(PROJECT, SEALING, 9));
    expect(appended?.as).toBe("different");
    await copy.store.renameOrigin(PROJECT, "org_copy");
    await syncAll(log, [a, copy]);
    for (const { store } of [a, copy])
      expect((await store.listDecisions({ scope: PROJECT }, 9)).items.map(({ id }) => id).sort()).toEqual([
        "dec_one",
        "dec_other",
      ]);
    expect(await copy.store.teamOf(PROJECT)).toMatchObject({ shared: 1, received: 1, pending: 0 });
  });

  it("tells the names of people again that nobody got to know", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    const { at, by } = a.act();
    const author = { kind: "human" as const, name: screened("Ada") };
    const own = decision({ id: "dec_one", project: PROJECT, createdAt: at, author });
    await a.store.addDecision({ decision: own }, { at, by: { ...by, author } });
    await a.store.outgoing(PROJECT, SEALING, 9);
    await a.store.renameOrigin(PROJECT, "org_a2");
    await syncAll(log, [a, b]);
    expect((await b.store.findDecision(PROJECT, "dec_one"))?.author).toEqual(author);
  });

  it("counts what it shared under its former name as received", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await capture(a, "dec_one");
    await a.push(log);
    await a.store.renameOrigin(PROJECT, "org_a2");
    expect(await a.store.teamOf(PROJECT)).toMatchObject({ origin: "org_a2", shared: 0, received: 1 });
  });

  it("keeps what came from others when it leaves, and knows it when it comes back", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await capture(a, "dec_one");
    await capture(b, "dec_two");
    await syncAll(log, [a, b]);
    await b.store.leaveTeam(PROJECT, b.act());
    expect(await b.store.teamOf(PROJECT)).toBeUndefined();
    expect((await b.store.listDecisions({ scope: PROJECT }, 9)).total).toBe(2);
    const { project, team, teamKey, url, graph, origin, sharedAfter, sharesSources, joinedAt } =
      (await a.store.teamOf(PROJECT)) as NonNullable<Awaited<ReturnType<typeof a.store.teamOf>>>;
    expect(origin).toBe("org_a");
    const membership = { project, team, teamKey, url, graph, sharedAfter, sharesSources, joinedAt };
    await b.store.joinTeam({ ...membership, origin: "org_b" }, b.act());
    expect(await b.store.teamOf(PROJECT)).toMatchObject({ shared: 1, received: 1 });
  });
}
