import { afterEach, beforeEach, describe } from "vitest";
import { tallying } from "./calibration/tallying.ts";
import { falling } from "./decisions/falling-due.ts";
import { recordingOutcomes } from "./decisions/recording-outcomes.ts";
import { recordingSignals } from "./decisions/recording-signals.ts";
import type { OpenedStore, OpenStore } from "./opened-store.ts";

/** What every store promises about outcomes and signals. */
export function describeOutcomeStore(name: string, open: OpenStore): void {
  describe(name, () => {
    let opened: OpenedStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());
    const current = (): OpenedStore => opened;

    describe("records outcomes", () => recordingOutcomes(current));
    describe("records signals", () => recordingSignals(current));
    describe("knows which outcomes are due", () => falling(current));
  });
  describe(`${name}, against sums made from the outcomes one by one`, () => tallying(open));
}
