import { expect, it } from "vitest";
import {
  addDecision,
  decisionPage,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { AUDIT_GENESIS } from "../../../src/store/log/audit.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, decision, screened } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";

export function auditing(current: () => OpenedStore): void {
  it("starts empty and valid", async () => {
    const { memory } = current();
    expect(await memory.position()).toBe(0);
    expect(await memory.changesAfter(0, 10)).toEqual([]);
    expect(await verifyAudit(memory)).toEqual({ entries: 0, head: AUDIT_GENESIS });
  });

  it("records who did what to which decision, when, and through which program", async () => {
    const { memory } = current();
    const clock = setClock();
    const subject = decision({ id: "dec_audited", project: "shop" });
    const agent = actor("agent", "editor/2.1");
    const human = actor("human", "membria-cli");
    const times = [1, 2, 3, 4].map((minute) => {
      clock.set(`2026-03-01T09:0${minute}:00.000Z`);
      return clock.now();
    });
    const [first, second, third, fourth] = times as [Date, Date, Date, Date];
    await addDecision(memory, { decision: subject }, act(first, agent));
    await writeDecisionChange(memory, "shop", subject.id, { progress: "executed" }, act(second, agent));
    await writeDecisionChange(memory, "shop", subject.id, { standing: "deprecated" }, act(third, human));
    await eraseDecision(memory, "shop", subject.id, act(fourth, human));

    const common = { kind: "decision", subject: "dec_audited", project: "shop" };
    const byAgent = { ...common, authorKind: "agent", author: "coding-agent", client: "editor/2.1" };
    const byHuman = { ...common, authorKind: "human", author: "maintainer", client: "membria-cli" };
    expect(await memory.changesAfter(0, 10)).toMatchObject([
      { seq: 1, at: first, action: "decision.captured", ...byAgent },
      { seq: 2, at: second, action: "decision.updated", ...byAgent },
      { seq: 3, at: third, action: "decision.retracted", ...byHuman },
      { seq: 4, at: fourth, action: "decision.erased", ...byHuman },
    ]);
  });

  it("numbers entries without gaps across connections, refused writes and restarts", async () => {
    const opened = current();
    const [one, other] = [opened.memory, await opened.second()];
    const kept = decision({ id: "dec_first" });
    await addDecision(opened.memory, { decision: kept }, act());
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        n % 3 === 0
          ? addDecision(n % 2 === 0 ? one : other, { decision: decision({ id: "dec_first" }) }, act())
          : addDecision(n % 2 === 0 ? one : other, { decision: decision() }, act()),
      ),
    );
    const memory = await opened.reopen();
    await addDecision(memory, { decision: decision() }, act());
    const entries = await memory.changesAfter(0, 100);
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
    expect(await memory.position()).toBe(22);
    expect((await decisionPage(memory, { scope: "all" }, 1)).total).toBe(22);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("writes no entry for a read, or for a repeated capture", async () => {
    const { memory } = current();
    const kept = decision();
    await addDecision(memory, { decision: kept }, act());
    await addDecision(memory, { decision: kept, repeatedSince: new Date(0) }, act());
    await findDecision(memory, "shop", kept.id);
    await decisionPage(memory, { scope: "shop" }, 10);
    await matchWords(memory, "shop", kept.statement, 10);
    expect(await memory.position()).toBe(1);
  });

  it("gives two captures of the same text different digests, so that a text cannot be guessed from its digest", async () => {
    const { memory } = current();
    for (const id of ["dec_one", "dec_two"]) {
      await addDecision(memory, { decision: decision({ id, statement: "Use PostgreSQL" }) }, act());
    }
    const [one, two] = await memory.changesAfter(0, 10);
    expect(one?.digest).not.toBe(two?.digest);
  });

  it("still verifies after updates and erasure, and has an entry of the erasure", async () => {
    const opened = current();
    const { memory } = opened;
    const [gone, kept] = [decision({ statement: "Prefer the zebra" }), decision()];
    await addDecision(memory, { decision: gone }, act());
    await addDecision(memory, { decision: kept }, act());
    await writeDecisionChange(memory, "shop", gone.id, { note: screened("A zebra.") }, act());
    await writeDecisionChange(memory, "shop", kept.id, { progress: "completed", confidence: 0.3 }, act());
    await eraseDecision(memory, "shop", gone.id, act());

    const reopened = await opened.reopen();
    expect(await verifyAudit(reopened)).toMatchObject({ entries: 5, problem: undefined });
    const entries = await reopened.changesAfter(0, 10);
    expect(entries.at(-1)).toMatchObject({ action: "decision.erased", subject: gone.id, project: "shop" });
    expect(JSON.stringify(entries)).not.toMatch(/zebra/i);
  });

  it("verifies a long log while others write, and reports progress", async () => {
    const opened = current();
    const second = await opened.second();
    for (let n = 0; n < 40; n++) {
      const decisions = Array.from({ length: 30 }, () => decision());
      await Promise.all(decisions.map((one) => addDecision(opened.memory, { decision: one }, act())));
    }
    const progress: [number, number][] = [];
    const writes: Promise<unknown>[] = [];
    const verdict = await verifyAudit(opened.memory, (done, total) => {
      progress.push([done, total]);
      writes.push(addDecision(second, { decision: decision() }, act()));
    });
    await Promise.all(writes);
    expect(verdict).toMatchObject({ entries: 1_200, problem: undefined });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toEqual([1_200, 1_200]);
    expect((await verifyAudit(second)).entries).toBe(1_200 + writes.length);
  });
}
