import { expect, it } from "vitest";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { keyText } from "../../../src/team/rules/member-change.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { readOutgoing, renameOrigin, storeJoining, storeLeaving } from "../../../src/team/sql/team-store.ts";
import { decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import { headerOf, said, type TestTeam } from "./team-for-each.ts";

const capture = async ({ memory, act }: Machine, id: string): Promise<void> => {
  const at = act();
  await addDecision(memory, { decision: decision({ id, project: PROJECT, createdAt: at.at }) }, at);
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
    await addOutcome(a.memory, PROJECT, "dec_one", outcome(1, { id: "out_a" }), a.act());
    // Sealed under the old name, and never confirmed.
    expect((await readOutgoing(a.memory, PROJECT, SEALING, 9)).map(keyText)).toEqual(["org_a:2", "org_a:3"]);
    await renameOrigin(a.memory, PROJECT, "org_a2");
    await syncAll(log, [a, b]);
    expect(log.entries.map(keyText)).toEqual(["org_a:1", "org_a2:1", "org_a2:2"]);
    expect(said(log)).toEqual([
      "decision.captured dec_one",
      "decision.captured dec_two",
      "outcome.recorded out_a",
    ]);
    expect(log.entries.map((entry) => headerOf(entry).origin)).toEqual(["org_a", "org_a2", "org_a2"]);
    for (const id of ["dec_one", "dec_two"])
      expect(await findDecision(b.memory, PROJECT, id)).toEqual(await findDecision(a.memory, PROJECT, id));
  });

  it("shares what was said before the change under the new name, too, if it was not sealed yet", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await capture(a, "dec_one");
    await renameOrigin(a.memory, PROJECT, "org_a2");
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
    const [appended] = log.append(await readOutgoing(copy.memory, PROJECT, SEALING, 9));
    expect(appended?.as).toBe("different");
    await renameOrigin(copy.memory, PROJECT, "org_copy");
    await syncAll(log, [a, copy]);
    for (const { memory } of [a, copy])
      expect((await decisionPage(memory, { scope: PROJECT }, 9)).items.map(({ id }) => id).sort()).toEqual([
        "dec_one",
        "dec_other",
      ]);
    expect(await teamOf(copy.memory, PROJECT)).toMatchObject({ shared: 1, received: 1, pending: 0 });
  });

  it("tells the names of people again that nobody got to know", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    const { at, by } = a.act();
    const author = { kind: "human" as const, name: screened("Ada") };
    const own = decision({ id: "dec_one", project: PROJECT, createdAt: at, author });
    await addDecision(a.memory, { decision: own }, { at, by: { ...by, author } });
    await readOutgoing(a.memory, PROJECT, SEALING, 9);
    await renameOrigin(a.memory, PROJECT, "org_a2");
    await syncAll(log, [a, b]);
    expect((await findDecision(b.memory, PROJECT, "dec_one"))?.author).toEqual(author);
  });

  it("counts what it shared under its former name as received", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await capture(a, "dec_one");
    await a.push(log);
    await renameOrigin(a.memory, PROJECT, "org_a2");
    expect(await teamOf(a.memory, PROJECT)).toMatchObject({ origin: "org_a2", shared: 0, received: 1 });
  });

  it("keeps what came from others when it leaves, and knows it when it comes back", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await capture(a, "dec_one");
    await capture(b, "dec_two");
    await syncAll(log, [a, b]);
    await storeLeaving(b.memory, PROJECT, b.act());
    expect(await teamOf(b.memory, PROJECT)).toBeUndefined();
    expect((await decisionPage(b.memory, { scope: PROJECT }, 9)).total).toBe(2);
    const { project, team, teamKey, url, graph, origin, sharedAfter, sharesSources, joinedAt } =
      (await teamOf(a.memory, PROJECT)) as NonNullable<Awaited<ReturnType<typeof teamOf>>>;
    expect(origin).toBe("org_a");
    const membership = { project, team, teamKey, url, graph, sharedAfter, sharesSources, joinedAt };
    await storeJoining(b.memory, { ...membership, origin: "org_b" }, b.act());
    expect(await teamOf(b.memory, PROJECT)).toMatchObject({ shared: 1, received: 1 });
  });
}
