import { expect, it } from "vitest";
import { MOST_RECENT } from "../../../src/calibration/rules/recalibration.ts";
import { confidenceEvidence } from "../../../src/calibration/sql/tallies.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { Author } from "../../../src/shared/actor.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
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
async function settle(memory: Memory, settled: Settled): Promise<string> {
  const { author = AGENT, domain = "api", project = "shop", minute = 0, confidence, score } = settled;
  const made = decision({ author, domain, project, confidence });
  await addDecision(memory, { decision: made }, act(DAY, { ...actor(), author }));
  const reported = outcome(score, settled.outcomeId === undefined ? {} : { id: settled.outcomeId });
  await addOutcome(memory, project, made.id, reported, act(new Date(DAY.getTime() + minute * 60_000)));
  return made.id;
}

const binsOf = (...made: Forecast[]) => tallied(made).bins;

export function tellingConfidence(current: () => OpenedStore): void {
  it("has nothing to tell without outcomes", async () => {
    const { memory } = current();
    expect(await confidenceEvidence(memory, "shop", { domain: "api", author: AGENT })).toEqual({
      own: binsOf(),
      recent: [],
      elsewhere: [binsOf(), binsOf(), binsOf()],
    });
  });

  it("tells one's own from one's other domains, from others in the domain and from the rest", async () => {
    const { memory } = current();
    const [own, otherDomain, others, rest] = [
      { confidence: 0.9, score: 0 },
      { confidence: 0.8, score: 1 },
      { confidence: 0.7, score: 0.5 },
      { confidence: 0.6, score: 1 },
    ];
    await settle(memory, own);
    await settle(memory, { ...otherDomain, domain: "auth" });
    await settle(memory, { ...others, author: ADA });
    await settle(memory, { ...rest, author: BEN, domain: "auth" });
    expect(await confidenceEvidence(memory, "shop", { domain: "api", author: AGENT })).toEqual({
      own: binsOf(own),
      recent: [own],
      elsewhere: [binsOf(otherDomain), binsOf(others), binsOf(rest)],
    });
    expect(await confidenceEvidence(memory, "shop", { domain: "api" }), "of everybody").toEqual({
      own: binsOf(own, others),
      recent: [own, others],
      elsewhere: [binsOf(otherDomain, rest), binsOf(), binsOf()],
    });
    expect(await confidenceEvidence(memory, "shop", { author: AGENT }), "about everything").toMatchObject({
      own: binsOf(own, otherDomain),
      elsewhere: [binsOf(), binsOf(others, rest), binsOf()],
    });
  });

  it("knows an author by kind and person: another client keeps the record, another person or kind does not", async () => {
    const { memory } = current();
    const failed = { confidence: 0.9, score: 0 };
    await settle(memory, failed);
    const ownOf = async (author: Author) =>
      (await confidenceEvidence(memory, "shop", { domain: "api", author })).recent;
    expect(await ownOf(SAME_UNDER_OTHER_NAME)).toEqual([failed]);
    for (const other of [ADA, BEN, AGENT_OF_NOBODY]) expect(await ownOf(other)).toEqual([]);
    await settle(memory, { confidence: 0.3, score: 1, author: AGENT_OF_NOBODY });
    expect(await ownOf(AGENT_OF_NOBODY)).toEqual([{ confidence: 0.3, score: 1 }]);
  });

  it("has the last outcomes by time, then by id, whichever arrived last", async () => {
    const { memory } = current();
    await settle(memory, { confidence: 0.3, score: 1, minute: 3 });
    await settle(memory, { confidence: 0.2, score: 1, minute: 2, outcomeId: "out_b" });
    await settle(memory, { confidence: 0.1, score: 1, minute: 2, outcomeId: "out_a" });
    await settle(memory, { confidence: 0, score: 0, minute: 1 });
    await settle(memory, { score: 1, minute: 4 });
    const { recent } = await confidenceEvidence(memory, "shop", { domain: "api", author: AGENT });
    expect(recent.map(({ confidence }) => confidence)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it("has no more of the last outcomes than are looked at", async () => {
    const { memory } = current();
    for (let minute = 0; minute <= MOST_RECENT; minute++) {
      await settle(memory, { confidence: minute === 0 ? 0.1 : 0.5, score: 1, minute });
    }
    const { own, recent } = await confidenceEvidence(memory, "shop", { domain: "api", author: AGENT });
    expect(own.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(MOST_RECENT + 1);
    expect(recent).toHaveLength(MOST_RECENT);
    expect(recent.every(({ confidence }) => confidence === 0.5)).toBe(true);
  });

  it("forgets outcomes that were replaced and decisions that were erased", async () => {
    const { memory } = current();
    const replaced = await settle(memory, { confidence: 0.9, score: 0 });
    const erased = await settle(memory, { confidence: 0.7, score: 0 });
    await addOutcome(memory, "shop", replaced, outcome(1), act(new Date(DAY.getTime() + 60_000)));
    await eraseDecision(memory, "shop", erased, act());
    expect(await confidenceEvidence(memory, "shop", { domain: "api", author: AGENT })).toMatchObject({
      own: binsOf({ confidence: 0.9, score: 1 }),
      recent: [{ confidence: 0.9, score: 1 }],
    });
  });

  it("keeps to the project, unless it is asked about all of them", async () => {
    const { memory } = current();
    const [here, there] = [
      { confidence: 0.9, score: 0 },
      { confidence: 0.8, score: 1 },
    ];
    await settle(memory, here);
    await settle(memory, { ...there, project: "warehouse", minute: 1 });
    const level = { domain: "api", author: AGENT };
    expect(await confidenceEvidence(memory, "shop", level)).toEqual({
      own: binsOf(here),
      recent: [here],
      elsewhere: [binsOf(), binsOf(), binsOf()],
    });
    expect(await confidenceEvidence(memory, "all", level)).toMatchObject({
      own: binsOf(here, there),
      recent: [here, there],
    });
  });
}
