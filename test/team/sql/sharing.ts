import { expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import type { Proposal } from "../../../src/decisions/rules/proposal.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal, historiesOf } from "../../../src/decisions/sql/outcomes.ts";
import {
  addDraft,
  addProposal,
  closeProposal,
  readProposals,
  storeAcceptedReplacement,
} from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { beginImport, writeImport } from "../../../src/portability/sql/imports.ts";
import { addCheckpoint, addInsight } from "../../../src/sessions/sql/notes.ts";
import { sharedPartDigest } from "../../../src/team/rules/member-change.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { everyChange, previewShared, readOutgoing } from "../../../src/team/sql/team-store.ts";
import { insight } from "../../sessions/sql/noting.ts";
import {
  capturedIn,
  DAY,
  decision,
  fullDecision,
  screened,
  act as someAct,
} from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { type Machine, machineWith, PROJECT, syncAll } from "../../support/team-replicas.ts";
import { headerOf, said, type TestTeam, wire } from "./team-for-each.ts";

const captured = async ({ memory: store, act }: Machine, id: string, fields = {}): Promise<void> => {
  const at = act();
  await addDecision(store, { decision: decision({ id, project: PROJECT, createdAt: at.at, ...fields }) }, at);
};

const draftOf = (id: string): Proposal => ({
  id: id.replace("dec", "prop"),
  project: PROJECT,
  kind: "replacement",
  target: screened(id),
  statement: screened("Let it hold."),
  reasoning: screened("It is better."),
  domain: "database",
  explanations: [],
  evidence: [id],
  state: "draft",
  createdAt: DAY,
  fedAt: DAY,
});

const drafted = async ({ memory: store, act }: Machine, id: string): Promise<void> => {
  const one = decision({
    id,
    project: PROJECT,
    standing: "draft",
    topic: "drafts",
    statement: "A word unsaid",
  });
  await addDraft(store, { decision: one }, draftOf(id), act());
};

const accepted = ({ memory: store, act }: Machine, id: string) =>
  storeAcceptedReplacement(
    store,
    PROJECT,
    id.replace("dec", "prop"),
    { linkId: () => "lnk_x", note: undefined, holding: undefined },
    act(),
  );

/** What of a memory its team gets to know. */
export function sharing(current: () => TestTeam): void {
  it("shares decisions with their outcomes, signals and links, insights and proposals", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    const { memory: store, act } = a;
    await captured(a, "dec_one");
    await captured(a, "dec_two");
    await writeDecisionChange(store, PROJECT, "dec_one", { note: screened("It holds") }, act());
    await addOutcome(store, PROJECT, "dec_one", outcome(1, { id: "out_a", lessons: ["It works"] }), act());
    await addSignal(store, PROJECT, "dec_one", signal({ id: "sig_a" }), act());
    await storeLink(store, link({ id: "lnk_a", from: "dec_one", to: "dec_two" }), act());
    await storeLinkReview(store, PROJECT, "lnk_a", review(), act());
    await addInsight(store, insight({ id: "ins_a" }), act());
    await addProposal(store, { ...draftOf("dec_two"), kind: "repeated_failures" }, act());
    await syncAll(log, [a, b]);
    for (const id of ["dec_one", "dec_two"])
      expect(await findDecision(b.memory, PROJECT, id)).toEqual(await findDecision(store, PROJECT, id));
    expect((await historiesOf(b.memory, PROJECT, ["dec_one"])).get("dec_one")).toEqual(
      (await historiesOf(store, PROJECT, ["dec_one"])).get("dec_one"),
    );
    expect(await readProposals(b.memory, PROJECT, "draft", 9)).toEqual(
      await readProposals(store, PROJECT, "draft", 9),
    );
    expect(await readTally(b.memory, PROJECT)).toEqual(await readTally(store, PROJECT));
    expect(said(log).filter((one) => one.startsWith("insight"))).toEqual(["insight.saved ins_a"]);
  });

  it("keeps checkpoints, contexts and keys to itself, and sessions and passages of what is shared", async () => {
    const { log, machine } = current();
    const a = await machine("a", { root: "/home/ada/shop", home: "/home/ada" });
    await captured(a, "dec_one", { sessionId: "session-7", source: "Ada: shall we? Bo: yes." });
    await addCheckpoint(
      a.memory,
      {
        id: "chk_a",
        aliases: [],
        project: PROJECT,
        summary: screened("Halfway"),
        openFiles: [screened("/home/ada/shop/a.ts")],
        nextSteps: screened("The rest"),
        author: a.act().by.author,
        createdAt: DAY,
      },
      a.act(),
    );
    await a.push(log);
    expect(said(log)).toEqual(["decision.captured dec_one"]);
    for (const secret of ["session-7", "Bo: yes", "Halfway", "/home/ada"])
      expect(wire(log)).not.toContain(secret);
  });

  it.each([
    ["also if passages are shared", true],
    ["nor passages", false],
  ])("keeps to itself where a decision came from, %s", async (_, sharesSources) => {
    const { log, machine } = current();
    const [a, b] = [await machine("a", { sharesSources }), await machine("b")];
    const { memory: store, act } = a;
    const where = capturedIn({
      client: "secretive",
      session: "unheard",
      branch: "unseen",
      files: ["hid.ts"],
    });
    const secrets = ["captured_in", ...Object.values(where).flat()];
    await captured(a, "dec_one");
    await captured(a, "dec_began", { capturedIn: where });
    await writeDecisionChange(store, PROJECT, "dec_one", { capturedIn: where }, act());
    await writeDecisionChange(
      store,
      PROJECT,
      "dec_one",
      { capturedIn: where, note: screened("Slow") },
      act(),
    );
    const run = { id: "imp_a", project: PROJECT, kind: "json", source: "a.json", fingerprint: "f" } as const;
    await beginImport(store, run, act());
    const imported = decision({ id: "dec_imported", project: PROJECT, capturedIn: where });
    const records = [{ kind: "decision", decision: imported, outcomes: [], signals: [], files: [] }] as const;
    await writeImport(store, PROJECT, { run: run.id, records, position: "1", counts: {} }, act());
    await syncAll(log, [a, b]);
    expect(said(log).filter((one) => one.endsWith("dec_one"))).toEqual([
      "decision.captured dec_one",
      "decision.updated dec_one",
    ]);
    for (const secret of secrets) expect(wire(log), secret).not.toContain(secret);
    for (const id of ["dec_one", "dec_began", "dec_imported"]) {
      const own = await findDecision(store, PROJECT, id);
      expect(own?.capturedIn, id).toEqual(where);
      expect(await findDecision(b.memory, PROJECT, id)).toEqual({ ...own, capturedIn: undefined });
    }
    // The same to the letter when it is handed out again, which checks the digests as well.
    const { changes } = await everyChange(store, PROJECT, 0, 20);
    expect(changes.map(({ parts }) => parts)).toEqual(log.entries.map(({ parts }) => parts));
  });

  it("keeps where a decision came from when others change it, and each machine its own", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await captured(a, "dec_one");
    await syncAll(log, [a, b]);
    for (const { memory: store, act, name } of [a, b]) {
      const where = capturedIn({ session: `of ${name}`, files: [`${name}.ts`] });
      await writeDecisionChange(store, PROJECT, "dec_one", { capturedIn: where }, act());
      await writeDecisionChange(store, PROJECT, "dec_one", { note: screened(`By ${name}`) }, act());
    }
    await syncAll(log, [a, b]);
    const of = async ({ memory: store }: Machine) => findDecision(store, PROJECT, "dec_one");
    expect((await of(a))?.capturedIn).toMatchObject({ session: "of a", files: ["a.ts"] });
    expect((await of(b))?.capturedIn).toMatchObject({ session: "of b", files: ["b.ts"] });
    expect({ ...(await of(a)), capturedIn: 0 }).toEqual({ ...(await of(b)), capturedIn: 0 });
  });

  it("says nothing of what it heard about an erased decision, whose text nobody can judge any more", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await captured(a, "dec_one");
    await a.push(log);
    await writeDecisionChange(a.memory, PROJECT, "dec_one", { capturedIn: capturedIn() }, a.act());
    await eraseDecision(a.memory, PROJECT, "dec_one", a.act());
    await a.push(log);
    expect(said(log)).toEqual(["decision.captured dec_one", "decision.erased dec_one"]);
  });

  it("does not wait for a draft to be accepted with where it came from", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await drafted(a, "dec_draft");
    await writeDecisionChange(a.memory, PROJECT, "dec_draft", { capturedIn: capturedIn() }, a.act());
    await a.push(log);
    await accepted(a, "dec_draft");
    await a.push(log);
    expect(said(log).filter((one) => one.startsWith("decision.updated"))).toHaveLength(1);
    expect(wire(log)).not.toContain("client-session-1");
  });

  it("shares the passages of decisions if that was chosen", async () => {
    const { log, machine } = current();
    const a = await machine("a", { sharesSources: true });
    await captured(a, "dec_one", { source: "Ada: shall we? Bo: yes." });
    await a.push(log);
    expect(wire(log)).toContain("Bo: yes");
  });

  it("makes paths into the repository relative, and the hash of the decision still verifies elsewhere", async () => {
    const { log, machine } = current();
    const a = await machine("a", { root: "/home/ada/shop", home: "/home/ada" });
    const b = await machine("b");
    const evidence = [
      { kind: "file" as const, ref: "/home/ada/shop/src/orders.ts" },
      { kind: "file" as const, ref: "/srv/elsewhere/plan.md" },
    ];
    await captured(a, "dec_one", { statement: "Keep /home/ada/shop/db small, and GET /api/users", evidence });
    await syncAll(log, [a, b]);
    expect(wire(log)).not.toMatch(/home\/ada|srv/);
    const there = await findDecision(b.memory, PROJECT, "dec_one");
    expect(there).toMatchObject({
      statement: "Keep db small, and GET /api/users",
      evidence: [
        { kind: "file", ref: "src/orders.ts" },
        { kind: "file", ref: "plan.md" },
      ],
    });
    expect(there && contextHash(there, there.hashVersion)).toBe(there?.contextHash);
    const own = await findDecision(a.memory, PROJECT, "dec_one");
    expect(own).toMatchObject({ evidence });
    expect(own && contextHash(own, own.hashVersion)).toBe(own?.contextHash);
  });

  it("hands out the same change to the letter each time, with digests that hold", async () => {
    const { machine } = current();
    const a = await machine("a");
    const full = fullDecision({ id: "dec_full", project: PROJECT, aliases: [] });
    await addDecision(a.memory, { decision: full }, a.act());
    const sealing = { sign: (text: string) => `signed ${text.length}` };
    const first = await readOutgoing(a.memory, PROJECT, sealing, 10);
    await writeDecisionChange(
      a.memory,
      PROJECT,
      "dec_full",
      { linkedPr: screened("#9"), confidence: 0.1 },
      a.act(),
    );
    const [again] = await readOutgoing(a.memory, PROJECT, sealing, 10);
    expect([again]).toEqual(first);
    const header = again && headerOf(again);
    expect(header?.parts.map(({ digest }) => digest)).toEqual(again?.parts.map(({ digest }) => digest));
    for (const { salt, args, digest } of again?.parts ?? [])
      expect(sharedPartDigest(salt as string, args ?? null)).toBe(digest);
  });

  it("keeps a draft until it is accepted, and then shares what was said about it before", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await drafted(a, "dec_draft");
    await writeDecisionChange(a.memory, PROJECT, "dec_draft", { note: screened("A remark before") }, a.act());
    await syncAll(log, [a, b]);
    expect(wire(log)).not.toContain("unsaid");
    expect(await findDecision(b.memory, PROJECT, "dec_draft")).toBeUndefined();
    expect((await teamOf(a.memory, PROJECT))?.pending).toBe(0);
    await accepted(a, "dec_draft");
    await syncAll(log, [a, b]);
    expect(await findDecision(b.memory, PROJECT, "dec_draft")).toMatchObject({
      standing: "active",
      notes: [{ text: "A remark before" }],
    });
  });

  it("never shares a draft that was rejected", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await drafted(a, "dec_draft");
    await closeProposal(a.memory, PROJECT, "prop_draft", "rejected", a.act());
    await a.push(log);
    expect(wire(log)).not.toMatch(/unsaid|dec_draft/);
  });

  it("shares a draft that was accepted and given up again before anybody looked", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await drafted(a, "dec_draft");
    await accepted(a, "dec_draft");
    await writeDecisionChange(a.memory, PROJECT, "dec_draft", { standing: "deprecated" }, a.act());
    await syncAll(log, [a, b]);
    expect((await findDecision(b.memory, PROJECT, "dec_draft"))?.standing).toBe("deprecated");
  });

  it("shares nothing of other projects", async () => {
    const { log, machine } = current();
    const a = await machine("a");
    await addDecision(a.memory, { decision: decision({ id: "dec_depot", project: "depot" }) }, a.act());
    await captured(a, "dec_shop");
    await a.push(log);
    expect(said(log)).toEqual(["decision.captured dec_shop"]);
  });

  it("shares from now on nothing about what was there before", async () => {
    const { log, memory } = current();
    const { memory: store } = await memory();
    await addDecision(store, { decision: decision({ id: "dec_old", project: PROJECT }) }, someAct());
    const a = await machineWith(store, "a", { sharedAfter: await store.position() });
    await addOutcome(store, PROJECT, "dec_old", outcome(0, { id: "out_old" }), a.act());
    await captured(a, "dec_new");
    await storeLink(store, link({ id: "lnk_both", from: "dec_new", to: "dec_old" }), a.act());
    await addOutcome(store, PROJECT, "dec_new", outcome(1, { id: "out_new" }), a.act());
    await a.push(log);
    expect(said(log)).toEqual(["decision.captured dec_new", "outcome.recorded out_new"]);
    expect(wire(log)).not.toContain("dec_old");
  });

  it("tells beforehand how much would be shared, and how many drafts stay", async () => {
    const { machine } = current();
    const a = await machine("a");
    const before = await a.memory.position();
    await captured(a, "dec_one", { source: "Ada: shall we?" });
    await addOutcome(a.memory, PROJECT, "dec_one", outcome(1), a.act());
    await drafted(a, "dec_draft");
    expect(await previewShared(a.memory, PROJECT, 0)).toMatchObject({
      decisions: 1,
      outcomes: 1,
      withSource: 1,
      drafts: 1,
    });
    expect(await previewShared(a.memory, PROJECT, before)).toMatchObject({ decisions: 1 });
    expect(await previewShared(a.memory, PROJECT, await a.memory.position())).toMatchObject({
      decisions: 0,
      drafts: 0,
    });
  });
}
