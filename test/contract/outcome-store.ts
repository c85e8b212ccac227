import { afterEach, beforeEach, describe } from "vitest";
import { falling } from "./falling-due.ts";
import type { OpenedStore, OpenStore } from "./opened-store.ts";
import { recordingOutcomes } from "./recording-outcomes.ts";
import { recordingSignals } from "./recording-signals.ts";
import { tallying } from "./tallying.ts";

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
