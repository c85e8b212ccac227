import { expect, it } from "vitest";
import { MOST_RECENT } from "../../../src/calibration/rules/recalibration.ts";
import type { Store } from "../../../src/memory/store.ts";
import type { Author } from "../../../src/shared/actor.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { type Forecast, tallied } from "../../support/forecasts.ts";
import { outcome } from "../../support/outcomes.ts";

const AGENT: Author = { kind: "agent", name: screened("claude-code"), person: screened("Ada") };
const SAME_UNDER_OTHER_NAME: Author = { ...AGENT, name: screened("cursor") };
const AGENT_OF_NOBODY: Author = { kind: "agent", name: screened("claude-code") };
const ADA: Author = { kind: "human", name: screened("Ada") };
const BEN: Author = { kind: "human", name: screened("Ben") };

interface Settled extends Forecast {
  readonly author?: Author;
  readonly domain?: string;
  readonly project?: string;
  readonly minute?: number;
  readonly outcomeId?: string;
}

/** Decides, and records how it worked out. */
async function settle(store: Store, settled: Settled): Promise<string> {
  const { author = AGENT, domain = "api", project = "shop", minute = 0, confidence, score } = settled;
  const made = decision({ author, domain, project, confidence });
  await store.addDecision({ decision: made }, act(DAY, { ...actor(), author }));
  const reported = outcome(score, settled.outcomeId === undefined ? {} : { id: settled.outcomeId });
  await store.recordOutcome(project, made.id, reported, act(new Date(DAY.getTime() + minute * 60_000)));
  return made.id;
}

const binsOf = (...made: Forecast[]) => tallied(made).bins;

export function tellingConfidence(current: () => OpenedStore): void {
  it("has nothing to tell without outcomes", async () => {
    const { store } = current();
    expect(await store.confidenceEvidence("shop", { domain: "api", author: AGENT })).toEqual({
      own: binsOf(),
      recent: [],
      elsewhere: [binsOf(), binsOf(), binsOf()],
    });
  });

  it("tells one's own from one's other domains, from others in the domain and from the rest", async () => {
    const { store } = current();
    const [own, otherDomain, others, rest] = [
      { confidence: 0.9, score: 0 },
      { confidence: 0.8, score: 1 },
      { confidence: 0.7, score: 0.5 },
      { confidence: 0.6, score: 1 },
    ];
    await settle(store, own);
    await settle(store, { ...otherDomain, domain: "auth" });
    await settle(store, { ...others, author: ADA });
    await settle(store, { ...rest, author: BEN, domain: "auth" });
    expect(await store.confidenceEvidence("shop", { domain: "api", author: AGENT })).toEqual({
      own: binsOf(own),
      recent: [own],
      elsewhere: [binsOf(otherDomain), binsOf(others), binsOf(rest)],
    });
    expect(await store.confidenceEvidence("shop", { domain: "api" }), "of everybody").toEqual({
      own: binsOf(own, others),
      recent: [own, others],
      elsewhere: [binsOf(otherDomain, rest), binsOf(), binsOf()],
    });
    expect(await store.confidenceEvidence("shop", { author: AGENT }), "about everything").toMatchObject({
      own: binsOf(own, otherDomain),
      elsewhere: [binsOf(), binsOf(others, rest), binsOf()],
    });
  });

  it("knows an author by kind and person: another client keeps the record, another person or kind does not", async () => {
    const { store } = current();
    const failed = { confidence: 0.9, score: 0 };
    await settle(store, failed);
    const ownOf = async (author: Author) =>
      (await store.confidenceEvidence("shop", { domain: "api", author })).recent;
    expect(await ownOf(SAME_UNDER_OTHER_NAME)).toEqual([failed]);
    for (const other of [ADA, BEN, AGENT_OF_NOBODY]) expect(await ownOf(other)).toEqual([]);
    await settle(store, { confidence: 0.3, score: 1, author: AGENT_OF_NOBODY });
    expect(await ownOf(AGENT_OF_NOBODY)).toEqual([{ confidence: 0.3, score: 1 }]);
  });

  it("has the last outcomes by time, then by id, whichever arrived last", async () => {
    const { store } = current();
    await settle(store, { confidence: 0.3, score: 1, minute: 3 });
    await settle(store, { confidence: 0.2, score: 1, minute: 2, outcomeId: "out_b" });
    await settle(store, { confidence: 0.1, score: 1, minute: 2, outcomeId: "out_a" });
    await settle(store, { confidence: 0, score: 0, minute: 1 });
    await settle(store, { score: 1, minute: 4 });
    const { recent } = await store.confidenceEvidence("shop", { domain: "api", author: AGENT });
    expect(recent.map(({ confidence }) => confidence)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it("has no more of the last outcomes than are looked at", async () => {
    const { store } = current();
    for (let minute = 0; minute <= MOST_RECENT; minute++) {
      await settle(store, { confidence: minute === 0 ? 0.1 : 0.5, score: 1, minute });
    }
    const { own, recent } = await store.confidenceEvidence("shop", { domain: "api", author: AGENT });
    expect(own.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(MOST_RECENT + 1);
    expect(recent).toHaveLength(MOST_RECENT);
    expect(recent.every(({ confidence }) => confidence === 0.5)).toBe(true);
  });

  it("forgets outcomes that were replaced and decisions that were erased", async () => {
    const { store } = current();
    const replaced = await settle(store, { confidence: 0.9, score: 0 });
    const erased = await settle(store, { confidence: 0.7, score: 0 });
    await store.recordOutcome("shop", replaced, outcome(1), act(new Date(DAY.getTime() + 60_000)));
    await store.eraseDecision("shop", erased, act());
    expect(await store.confidenceEvidence("shop", { domain: "api", author: AGENT })).toMatchObject({
      own: binsOf({ confidence: 0.9, score: 1 }),
      recent: [{ confidence: 0.9, score: 1 }],
    });
  });

  it("keeps to the project, unless it is asked about all of them", async () => {
    const { store } = current();
    const [here, there] = [
      { confidence: 0.9, score: 0 },
      { confidence: 0.8, score: 1 },
    ];
    await settle(store, here);
    await settle(store, { ...there, project: "warehouse", minute: 1 });
    const level = { domain: "api", author: AGENT };
    expect(await store.confidenceEvidence("shop", level)).toEqual({
      own: binsOf(here),
      recent: [here],
      elsewhere: [binsOf(), binsOf(), binsOf()],
    });
    expect(await store.confidenceEvidence("all", level)).toMatchObject({
      own: binsOf(here, there),
      recent: [here, there],
    });
  });
}
