import { expect, it } from "vitest";
import { readTallies } from "../../../src/calibration/sql/tallies.ts";
import { SIGNAL_TYPES, VALENCES } from "../../../src/decisions/rules/signal.ts";
import { addDecision, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { tallied } from "../../support/forecasts.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";

export function recordingSignals(current: () => OpenedStore): void {
  it("keeps signals of every type and valence with all fields, in order", async () => {
    const opened = current();
    const decided = decision();
    await addDecision(opened.memory, { decision: decided }, act());
    const sent = SIGNAL_TYPES.flatMap((type) =>
      VALENCES.map((valence) =>
        signal({ type, valence, description: screened(`It was ${valence}`), metrics: { p95_ms: 12 } }),
      ),
    );
    for (const one of sent) await addSignal(opened.memory, "shop", decided.id, one, act(DAY, actor("human")));
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
    const { memory } = current();
    const [decided, other] = [decision({ domain: "auth" }), decision({ domain: "auth", confidence: 0.9 })];
    for (const one of [decided, other]) await addDecision(memory, { decision: one }, act());
    await addOutcome(memory, "shop", other.id, outcome(1), act());
    await addSignal(memory, "shop", other.id, signal(), act());
    const [first, second] = [signal(), signal({ type: "incident", valence: "negative" })];
    await addSignal(memory, "shop", decided.id, first, act());
    const recorded = await addSignal(memory, "shop", decided.id, second, act());
    expect(recorded.decision).toEqual(decided);
    expect(recorded.signal.id).toBe(second.id);
    expect(recorded.all.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(recorded.tally).toEqual(tallied([{ confidence: 0.9, score: 1 }], "auth", DAY));
  });

  it("changes neither the decision nor any tally, and writes one audit entry", async () => {
    const { memory } = current();
    const decided = decision();
    await addDecision(memory, { decision: decided }, act());
    const sent = signal();
    await addSignal(memory, "shop", decided.id, sent, act());
    expect(await findDecision(memory, "shop", decided.id)).toEqual(decided);
    expect(await readTallies(memory, "shop")).toEqual([]);
    expect(await memory.changesAfter(1, 10)).toMatchObject([
      { action: "signal.recorded", kind: "signal", subject: sent.id, project: "shop" },
    ]);
  });

  it("is erased with its decision", async () => {
    const { memory } = current();
    const decided = decision();
    await addDecision(memory, { decision: decided }, act());
    await addSignal(memory, "shop", decided.id, signal({ description: screened("A zebra") }), act());
    await eraseDecision(memory, "shop", decided.id, act());
    expect((await historyOf(memory, decided.id)).signals).toEqual([]);
  });
}
