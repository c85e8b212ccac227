import { expect, it } from "vitest";
import type { Proposal, ProposalState } from "../../../src/decisions/rules/proposal.ts";
import { addDecision, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import {
  addProposal,
  closeProposal,
  evidenceByTarget,
  feedProposal,
  findProposal,
  readProposals,
  storeAcceptance,
} from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Scope } from "../../../src/shared/scope.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { matchWords } from "../../support/match-words.ts";
import { outcome, signal } from "../../support/outcomes.ts";

let made = 0;
const LATER = new Date(DAY.getTime() + 60_000);

function proposal(fields: Partial<Omit<Proposal, "target">> & { target?: string } = {}): Proposal {
  return {
    id: `prop_made${String(++made).padStart(4, "0")}`,
    project: "shop",
    kind: "repeated_failures",
    statement: screened("Decide it anew."),
    reasoning: screened("It keeps failing."),
    domain: "database",
    explanations: [screened("It is wrong."), screened("It was done badly.")],
    evidence: ["out_a", "out_b", "out_c"],
    state: "draft",
    createdAt: DAY,
    fedAt: DAY,
    ...fields,
    target: screened(fields.target ?? `target_${made}`),
  };
}

const written = async (memory: Memory, fields: Parameters<typeof proposal>[0] = {}): Promise<Proposal> =>
  (await addProposal(memory, proposal(fields), act())).proposal;

export function proposing(current: () => OpenedStore): void {
  it("returns a proposal with every field, only in its project, even after a restart", async () => {
    const opened = current();
    const one = await written(opened.memory);
    for (const open of [async () => opened.memory, opened.reopen]) {
      const memory = await open();
      expect(await findProposal(memory, "shop", one.id)).toEqual(one);
      expect(await findProposal(memory, "all", one.id)).toEqual(one);
      expect(await findProposal(memory, "depot", one.id)).toBeUndefined();
    }
  });

  it("has one open draft per target and project, even when two processes write it at once", async () => {
    const opened = current();
    const second = await opened.second();
    const attempts = await Promise.all(
      [opened.memory, second].map((memory) => addProposal(memory, proposal({ target: "cache" }), act())),
    );
    expect(attempts.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
    expect(new Set(attempts.map(({ proposal: { id } }) => id)).size).toBe(1);
    await written(opened.memory, { target: "cache", project: "depot" });
    expect(await opened.memory.position()).toBe(2);
  });

  it("accepts another draft for the target once the first is closed", async () => {
    const { memory } = current();
    const first = await written(memory, { target: "cache" });
    await closeProposal(memory, "shop", first.id, "rejected", act());
    expect((await addProposal(memory, proposal({ target: "cache" }), act())).repeated).toBe(false);
  });

  it("lists proposals newest first, by state and project", async () => {
    const { memory } = current();
    const [a, b] = [await written(memory), await written(memory)];
    await written(memory, { project: "depot" });
    await closeProposal(memory, "shop", a.id, "expired", act());
    const ids = async (scope: Scope, state: ProposalState | undefined, limit: number) =>
      (await readProposals(memory, scope, state, limit)).map(({ id }) => id);
    expect(await ids("shop", undefined, 10)).toEqual([b.id, a.id]);
    expect(await ids("shop", "draft", 10)).toEqual([b.id]);
    expect(await ids("shop", "expired", 10)).toEqual([a.id]);
    expect(await ids("all", "draft", 10)).toHaveLength(2);
    expect(await ids("all", undefined, 1)).toHaveLength(1);
  });

  it("feeds a draft: its reasoning, evidence and time change, and nothing else", async () => {
    const { memory } = current();
    const one = await written(memory);
    const fed = { reasoning: screened("Once more."), evidence: [...one.evidence, "out_d"], fedAt: LATER };
    expect(await feedProposal(memory, "shop", one.id, fed, act(LATER))).toEqual({ ...one, ...fed });
    expect(await findProposal(memory, "shop", one.id)).toEqual({ ...one, ...fed });
  });

  it("turns a draft into a decision in one transaction", async () => {
    const { memory } = current();
    const one = await written(memory);
    const made = decision();
    const accepted = { decision: made, contradictions: [] };
    expect(await storeAcceptance(memory, "shop", one.id, accepted, act(LATER))).toEqual({
      proposal: { ...one, state: "accepted" },
      ...accepted,
    });
    expect(await findDecision(memory, "shop", made.id)).toEqual(made);
    expect((await findProposal(memory, "shop", one.id))?.state).toBe("accepted");
    expect((await matchWords(memory, "shop", made.statement, 5)).map((match) => match.decision.id)).toEqual([
      made.id,
    ]);
  });

  it("puts the links of an accepted contradiction in force, once, and counts them as its evidence", async () => {
    const { memory } = current();
    const one = await written(memory, { kind: "contradiction" });
    for (const id of ["dec_a", "dec_b", "dec_c"])
      await addDecision(memory, { decision: decision({ id }) }, act());
    await storeLink(
      memory,
      link({ id: "lnk_waiting", from: "dec_a", to: "dec_b", relation: "contradicts" }),
      act(),
    );
    const contradictions = [
      link({ from: "dec_b", to: "dec_a", relation: "contradicts", reviews: [review()] }),
      link({ id: "lnk_new", from: "dec_b", to: "dec_c", relation: "contradicts" }),
    ];
    const accepted = { decision: decision({ id: "dec_made" }), contradictions };
    const { proposal, contradictions: marked } = await storeAcceptance(
      memory,
      "shop",
      one.id,
      accepted,
      act(),
    );
    expect(marked).toMatchObject([
      { id: "lnk_waiting", from: "dec_a", to: "dec_b", state: "active", reviews: [{ verdict: "approved" }] },
      { id: "lnk_new", state: "pending", reviews: [] },
    ]);
    expect(proposal).toEqual({
      ...one,
      state: "accepted",
      evidence: [...one.evidence, "lnk_waiting", "lnk_new"],
    });
    expect(await findProposal(memory, "shop", one.id)).toEqual(proposal);
  });

  it("writes an audit row for every step", async () => {
    const { memory } = current();
    const [a, b] = [await written(memory), await written(memory)];
    const { reasoning, evidence } = a;
    await feedProposal(memory, "shop", a.id, { reasoning, evidence, fedAt: LATER }, act());
    await storeAcceptance(
      memory,
      "shop",
      a.id,
      { decision: decision({ id: "dec_accepted" }), contradictions: [] },
      act(),
    );
    await closeProposal(memory, "shop", b.id, "expired", act());
    expect((await memory.changesAfter(0, 10)).map(({ action, subject }) => [action, subject])).toEqual([
      ["proposal.drafted", a.id],
      ["proposal.drafted", b.id],
      ["proposal.fed", a.id],
      ["proposal.accepted", a.id],
      ["decision.captured", "dec_accepted"],
      ["proposal.expired", b.id],
    ]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it.each([
    ["unknown", "prop_unknown", "not_found"],
    ["of another project", "prop_elsewhere", "not_found"],
    ["closed", "prop_closed", "conflict"],
  ])("refuses to feed, close or accept one that is %s, and writes nothing", async (_, id, code) => {
    const { memory } = current();
    await written(memory, { id: "prop_elsewhere", project: "depot" });
    await written(memory, { id: "prop_closed" });
    await closeProposal(memory, "shop", "prop_closed", "rejected", act());
    const before = await memory.position();
    const made = decision();
    const fed = { reasoning: screened("More."), evidence: [], fedAt: LATER };
    for (const attempt of [
      () => feedProposal(memory, "shop", id, fed, act()),
      () => closeProposal(memory, "shop", id, "expired", act()),
      () => storeAcceptance(memory, "shop", id, { decision: made, contradictions: [] }, act()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ name: "Fault", code, received: id });
    }
    expect(await findDecision(memory, "shop", made.id)).toBeUndefined();
    expect(await memory.position()).toBe(before);
  });
}

async function decided(memory: Memory, fields: DecisionFields = {}, ...scores: number[]): Promise<string> {
  const { decision: added } = await addDecision(memory, { decision: decision(fields) }, act());
  for (const score of scores) await addOutcome(memory, "shop", added.id, outcome(score), act());
  return added.id;
}

const against = (memory: Memory, id: string) =>
  addSignal(memory, "shop", id, signal({ type: "incident", valence: "negative" }), act());

export function gatheringEvidence(current: () => OpenedStore): void {
  const targets = async (memory: Memory, limit = 100): Promise<string[]> =>
    (await evidenceByTarget(memory, "shop", { limit })).map(({ target }) => target);

  it("returns the active and the failed decisions of a target, with outcomes and non-neutral signals", async () => {
    const { memory } = current();
    const a = await decided(memory, { topic: "cache", createdAt: new Date("2026-01-01") }, 0);
    const b = await decided(memory, { topic: "cache", createdAt: new Date("2026-01-02") }, 1, 0.5);
    await decided(memory, { topic: "cache", standing: "deprecated" }, 1);
    await decided(memory, { topic: "queue" }, 0);
    await decided(memory, { topic: "cache", project: "depot" });
    const { signal: seen } = await against(memory, b);
    await addSignal(memory, "shop", b, signal({ type: "performance", valence: "neutral" }), act());
    const [evidence] = await evidenceByTarget(memory, "shop", { targets: ["cache"] });
    expect(evidence).toMatchObject({ project: "shop", target: "cache", contradictions: [], proposals: [] });
    expect(evidence?.decisions).toMatchObject([
      { id: b, standing: "active", domain: "database", outcome: { status: "partial" } },
      { id: a, standing: "active", outcome: { status: "failure" }, signals: [] },
    ]);
    expect(evidence?.decisions[0]?.signals).toEqual([{ id: seen.id, valence: "negative", at: seen.at }]);
  });

  it("returns the outcome that counts, not a replaced one", async () => {
    const { memory } = current();
    await decided(memory, { topic: "cache", standing: "superseded" }, 0, 1);
    const [evidence] = await evidenceByTarget(memory, "shop", { targets: ["cache"] });
    expect(evidence?.decisions).toEqual([]);
  });

  it("treats each decision without a stated topic as a target of its own", async () => {
    const { memory } = current();
    const derived = { topic: "cache", topicStated: false };
    const ids = [
      await decided(memory, derived, 0),
      await decided(memory, derived, 0),
      await decided(memory, derived, 0),
    ];
    const [byTopic, byId] = await evidenceByTarget(memory, "shop", { targets: ["cache", ids[0] ?? ""] });
    expect(byTopic?.decisions).toEqual([]);
    expect(byId?.decisions.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await targets(memory)).toEqual([]);
  });

  it("finds the targets to examine: failures, conflicts, refutations, open drafts", async () => {
    const { memory } = current();
    await decided(memory, { topic: "fine" }, 1);
    await decided(memory, { topic: "one failure" }, 0);
    await decided(memory, { topic: "failures", standing: "superseded" }, 0);
    await decided(memory, { topic: "failures" }, 0);
    await decided(memory, { topic: "several" });
    await decided(memory, { topic: "several" }, 0.5);
    await decided(memory, { topic: "several fine" }, 1);
    await decided(memory, { topic: "several fine" }, 1);
    await decided(memory, { topic: "signalled" });
    await against(memory, await decided(memory, { topic: "signalled" }));
    const refuted = await decided(memory, { topicStated: false }, 0);
    await against(memory, refuted);
    await against(memory, refuted);
    await written(memory, { target: "drafted" });
    expect(new Set(await targets(memory))).toEqual(
      new Set(["drafted", "failures", "several", "signalled", refuted]),
    );
    expect(await targets(memory, 2)).toHaveLength(2);
  });

  it("returns earlier proposals for the target, newest first", async () => {
    const { memory } = current();
    const first = await written(memory, { target: "cache" });
    await closeProposal(memory, "shop", first.id, "rejected", act());
    const second = await written(memory, { target: "cache" });
    const [evidence] = await evidenceByTarget(memory, "shop", { targets: ["cache"] });
    expect(evidence?.proposals).toEqual([second, { ...first, state: "rejected" }]);
  });

  it("deletes the proposals for a topic with its last decision", async () => {
    const { memory } = current();
    const [a, b] = [await decided(memory, { topic: "zebra" }), await decided(memory, { topic: "zebra" })];
    const one = await written(memory, { target: "zebra" });
    await eraseDecision(memory, "shop", a, act());
    expect(await findProposal(memory, "shop", one.id)).toEqual(one);
    await eraseDecision(memory, "shop", b, act());
    expect(await findProposal(memory, "shop", one.id)).toBeUndefined();
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });
}
