import { expect, it } from "vitest";
import type { Proposal } from "../../../src/decisions/rules/proposal.ts";
import type { Store } from "../../../src/memory/store.ts";
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

const written = async (store: Store, fields: Parameters<typeof proposal>[0] = {}): Promise<Proposal> =>
  (await store.addProposal(proposal(fields), act())).proposal;

export function proposing(current: () => OpenedStore): void {
  it("returns a proposal with every field, only in its project, even after a restart", async () => {
    const opened = current();
    const one = await written(opened.store);
    for (const open of [async () => opened.store, opened.reopen]) {
      const store = await open();
      expect(await store.findProposal("shop", one.id)).toEqual(one);
      expect(await store.findProposal("all", one.id)).toEqual(one);
      expect(await store.findProposal("depot", one.id)).toBeUndefined();
    }
  });

  it("has one open draft per target and project, even when two processes write it at once", async () => {
    const opened = current();
    const second = await opened.second();
    const attempts = await Promise.all(
      [opened.store, second].map((store) => store.addProposal(proposal({ target: "cache" }), act())),
    );
    expect(attempts.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
    expect(new Set(attempts.map(({ proposal: { id } }) => id)).size).toBe(1);
    await written(opened.store, { target: "cache", project: "depot" });
    expect(await opened.store.position()).toBe(2);
  });

  it("accepts another draft for the target once the first is closed", async () => {
    const { store } = current();
    const first = await written(store, { target: "cache" });
    await store.closeProposal("shop", first.id, "rejected", act());
    expect((await store.addProposal(proposal({ target: "cache" }), act())).repeated).toBe(false);
  });

  it("lists proposals newest first, by state and project", async () => {
    const { store } = current();
    const [a, b] = [await written(store), await written(store)];
    await written(store, { project: "depot" });
    await store.closeProposal("shop", a.id, "expired", act());
    const ids = async (...args: Parameters<Store["listProposals"]>) =>
      (await store.listProposals(...args)).map(({ id }) => id);
    expect(await ids("shop", undefined, 10)).toEqual([b.id, a.id]);
    expect(await ids("shop", "draft", 10)).toEqual([b.id]);
    expect(await ids("shop", "expired", 10)).toEqual([a.id]);
    expect(await ids("all", "draft", 10)).toHaveLength(2);
    expect(await ids("all", undefined, 1)).toHaveLength(1);
  });

  it("feeds a draft: its reasoning, evidence and time change, and nothing else", async () => {
    const { store } = current();
    const one = await written(store);
    const fed = { reasoning: screened("Once more."), evidence: [...one.evidence, "out_d"], fedAt: LATER };
    expect(await store.feedProposal("shop", one.id, fed, act(LATER))).toEqual({ ...one, ...fed });
    expect(await store.findProposal("shop", one.id)).toEqual({ ...one, ...fed });
  });

  it("turns a draft into a decision in one transaction", async () => {
    const { store } = current();
    const one = await written(store);
    const made = decision();
    const accepted = { decision: made, contradictions: [] };
    expect(await store.acceptProposal("shop", one.id, accepted, act(LATER))).toEqual({
      proposal: { ...one, state: "accepted" },
      ...accepted,
    });
    expect(await store.findDecision("shop", made.id)).toEqual(made);
    expect((await store.findProposal("shop", one.id))?.state).toBe("accepted");
    expect((await matchWords(store, "shop", made.statement, 5)).map((match) => match.decision.id)).toEqual([
      made.id,
    ]);
  });

  it("puts the links of an accepted contradiction in force, once, and counts them as its evidence", async () => {
    const { store } = current();
    const one = await written(store, { kind: "contradiction" });
    for (const id of ["dec_a", "dec_b", "dec_c"])
      await store.addDecision({ decision: decision({ id }) }, act());
    await store.proposeLink(
      link({ id: "lnk_waiting", from: "dec_a", to: "dec_b", relation: "contradicts" }),
      act(),
    );
    const contradictions = [
      link({ from: "dec_b", to: "dec_a", relation: "contradicts", reviews: [review()] }),
      link({ id: "lnk_new", from: "dec_b", to: "dec_c", relation: "contradicts" }),
    ];
    const accepted = { decision: decision({ id: "dec_made" }), contradictions };
    const { proposal, contradictions: marked } = await store.acceptProposal("shop", one.id, accepted, act());
    expect(marked).toMatchObject([
      { id: "lnk_waiting", from: "dec_a", to: "dec_b", state: "active", reviews: [{ verdict: "approved" }] },
      { id: "lnk_new", state: "pending", reviews: [] },
    ]);
    expect(proposal).toEqual({
      ...one,
      state: "accepted",
      evidence: [...one.evidence, "lnk_waiting", "lnk_new"],
    });
    expect(await store.findProposal("shop", one.id)).toEqual(proposal);
  });

  it("writes an audit row for every step", async () => {
    const { store } = current();
    const [a, b] = [await written(store), await written(store)];
    const { reasoning, evidence } = a;
    await store.feedProposal("shop", a.id, { reasoning, evidence, fedAt: LATER }, act());
    await store.acceptProposal(
      "shop",
      a.id,
      { decision: decision({ id: "dec_accepted" }), contradictions: [] },
      act(),
    );
    await store.closeProposal("shop", b.id, "expired", act());
    expect((await store.changesAfter(0, 10)).map(({ action, subject }) => [action, subject])).toEqual([
      ["proposal.drafted", a.id],
      ["proposal.drafted", b.id],
      ["proposal.fed", a.id],
      ["proposal.accepted", a.id],
      ["decision.captured", "dec_accepted"],
      ["proposal.expired", b.id],
    ]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it.each([
    ["unknown", "prop_unknown", "not_found"],
    ["of another project", "prop_elsewhere", "not_found"],
    ["closed", "prop_closed", "conflict"],
  ])("refuses to feed, close or accept one that is %s, and writes nothing", async (_, id, code) => {
    const { store } = current();
    await written(store, { id: "prop_elsewhere", project: "depot" });
    await written(store, { id: "prop_closed" });
    await store.closeProposal("shop", "prop_closed", "rejected", act());
    const before = await store.position();
    const made = decision();
    const fed = { reasoning: screened("More."), evidence: [], fedAt: LATER };
    for (const attempt of [
      () => store.feedProposal("shop", id, fed, act()),
      () => store.closeProposal("shop", id, "expired", act()),
      () => store.acceptProposal("shop", id, { decision: made, contradictions: [] }, act()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ name: "Fault", code, received: id });
    }
    expect(await store.findDecision("shop", made.id)).toBeUndefined();
    expect(await store.position()).toBe(before);
  });
}

async function decided(store: Store, fields: DecisionFields = {}, ...scores: number[]): Promise<string> {
  const { decision: added } = await store.addDecision({ decision: decision(fields) }, act());
  for (const score of scores) await store.recordOutcome("shop", added.id, outcome(score), act());
  return added.id;
}

const against = (store: Store, id: string) =>
  store.recordSignal("shop", id, signal({ type: "incident", valence: "negative" }), act());

export function gatheringEvidence(current: () => OpenedStore): void {
  const targets = async (store: Store, limit = 100): Promise<string[]> =>
    (await store.evidenceByTarget("shop", { limit })).map(({ target }) => target);

  it("returns the active and the failed decisions of a target, with outcomes and non-neutral signals", async () => {
    const { store } = current();
    const a = await decided(store, { topic: "cache", createdAt: new Date("2026-01-01") }, 0);
    const b = await decided(store, { topic: "cache", createdAt: new Date("2026-01-02") }, 1, 0.5);
    await decided(store, { topic: "cache", standing: "deprecated" }, 1);
    await decided(store, { topic: "queue" }, 0);
    await decided(store, { topic: "cache", project: "depot" });
    const { signal: seen } = await against(store, b);
    await store.recordSignal("shop", b, signal({ type: "performance", valence: "neutral" }), act());
    const [evidence] = await store.evidenceByTarget("shop", { targets: ["cache"] });
    expect(evidence).toMatchObject({ project: "shop", target: "cache", contradictions: [], proposals: [] });
    expect(evidence?.decisions).toMatchObject([
      { id: b, standing: "active", domain: "database", outcome: { status: "partial" } },
      { id: a, standing: "active", outcome: { status: "failure" }, signals: [] },
    ]);
    expect(evidence?.decisions[0]?.signals).toEqual([{ id: seen.id, valence: "negative", at: seen.at }]);
  });

  it("returns the outcome that counts, not a replaced one", async () => {
    const { store } = current();
    await decided(store, { topic: "cache", standing: "superseded" }, 0, 1);
    const [evidence] = await store.evidenceByTarget("shop", { targets: ["cache"] });
    expect(evidence?.decisions).toEqual([]);
  });

  it("treats each decision without a stated topic as a target of its own", async () => {
    const { store } = current();
    const derived = { topic: "cache", topicStated: false };
    const ids = [
      await decided(store, derived, 0),
      await decided(store, derived, 0),
      await decided(store, derived, 0),
    ];
    const [byTopic, byId] = await store.evidenceByTarget("shop", { targets: ["cache", ids[0] ?? ""] });
    expect(byTopic?.decisions).toEqual([]);
    expect(byId?.decisions.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await targets(store)).toEqual([]);
  });

  it("finds the targets to examine: failures, conflicts, refutations, open drafts", async () => {
    const { store } = current();
    await decided(store, { topic: "fine" }, 1);
    await decided(store, { topic: "one failure" }, 0);
    await decided(store, { topic: "failures", standing: "superseded" }, 0);
    await decided(store, { topic: "failures" }, 0);
    await decided(store, { topic: "several" });
    await decided(store, { topic: "several" }, 0.5);
    await decided(store, { topic: "several fine" }, 1);
    await decided(store, { topic: "several fine" }, 1);
    await decided(store, { topic: "signalled" });
    await against(store, await decided(store, { topic: "signalled" }));
    const refuted = await decided(store, { topicStated: false }, 0);
    await against(store, refuted);
    await against(store, refuted);
    await written(store, { target: "drafted" });
    expect(new Set(await targets(store))).toEqual(
      new Set(["drafted", "failures", "several", "signalled", refuted]),
    );
    expect(await targets(store, 2)).toHaveLength(2);
  });

  it("returns earlier proposals for the target, newest first", async () => {
    const { store } = current();
    const first = await written(store, { target: "cache" });
    await store.closeProposal("shop", first.id, "rejected", act());
    const second = await written(store, { target: "cache" });
    const [evidence] = await store.evidenceByTarget("shop", { targets: ["cache"] });
    expect(evidence?.proposals).toEqual([second, { ...first, state: "rejected" }]);
  });

  it("deletes the proposals for a topic with its last decision", async () => {
    const { store } = current();
    const [a, b] = [await decided(store, { topic: "zebra" }), await decided(store, { topic: "zebra" })];
    const one = await written(store, { target: "zebra" });
    await store.eraseDecision("shop", a, act());
    expect(await store.findProposal("shop", one.id)).toEqual(one);
    await store.eraseDecision("shop", b, act());
    expect(await store.findProposal("shop", one.id)).toBeUndefined();
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });
}
