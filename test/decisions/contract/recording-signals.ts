import { expect, it } from "vitest";
import { SIGNAL_TYPES, VALENCES } from "../../../src/decisions/rules/signal.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { tallied } from "../../support/forecasts.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";

export function recordingSignals(current: () => OpenedStore): void {
  it("keeps signals of every type and valence with all fields, in order", async () => {
    const opened = current();
    const decided = decision();
    await opened.store.addDecision({ decision: decided }, act());
    const sent = SIGNAL_TYPES.flatMap((type) =>
      VALENCES.map((valence) =>
        signal({ type, valence, description: screened(`It was ${valence}`), metrics: { p95_ms: 12 } }),
      ),
    );
    for (const one of sent)
      await opened.store.recordSignal("shop", decided.id, one, act(DAY, actor("human")));
    const { signals } = await historyOf(await opened.reopen(), decided.id);
    expect(signals).toEqual(
      sent.map((one) => ({
        ...one,
        decisionId: decided.id,
        project: "shop",
        at: DAY,
        author: actor("human").author,
      })),
    );
  });

  it("returns all signals of the decision and the tally of its domain", async () => {
    const { store } = current();
    const [decided, other] = [decision({ domain: "auth" }), decision({ domain: "auth", confidence: 0.9 })];
    for (const one of [decided, other]) await store.addDecision({ decision: one }, act());
    await store.recordOutcome("shop", other.id, outcome(1), act());
    await store.recordSignal("shop", other.id, signal(), act());
    const [first, second] = [signal(), signal({ type: "incident", valence: "negative" })];
    await store.recordSignal("shop", decided.id, first, act());
    const recorded = await store.recordSignal("shop", decided.id, second, act());
    expect(recorded.decision).toEqual(decided);
    expect(recorded.signal.id).toBe(second.id);
    expect(recorded.all.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(recorded.tally).toEqual(tallied([{ confidence: 0.9, score: 1 }], "auth", DAY));
  });

  it("changes neither the decision nor any tally, and writes one audit entry", async () => {
    const { store } = current();
    const decided = decision();
    await store.addDecision({ decision: decided }, act());
    const sent = signal();
    await store.recordSignal("shop", decided.id, sent, act());
    expect(await store.findDecision("shop", decided.id)).toEqual(decided);
    expect(await store.tallies("shop")).toEqual([]);
    expect(await store.changesAfter(1, 10)).toMatchObject([
      { action: "signal.recorded", kind: "signal", subject: sent.id, project: "shop" },
    ]);
  });

  it("is erased with its decision", async () => {
    const { store } = current();
    const decided = decision();
    await store.addDecision({ decision: decided }, act());
    await store.recordSignal("shop", decided.id, signal({ description: screened("A zebra") }), act());
    await store.eraseDecision("shop", decided.id, act());
    expect((await historyOf(store, decided.id)).signals).toEqual([]);
  });
}
