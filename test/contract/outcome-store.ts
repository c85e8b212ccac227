import { describe } from "vitest";
import { tallying } from "../calibration/sql/tallying.ts";
import { tellingConfidence } from "../calibration/sql/telling-confidence.ts";
import { falling } from "../decisions/sql/falling-due.ts";
import { recordingOutcomes } from "../decisions/sql/recording-outcomes.ts";
import { recordingSignals } from "../decisions/sql/recording-signals.ts";
import { openedForEach } from "./opened-for-each.ts";
import type { OpenStore } from "./opened-store.ts";

/** What every store promises about outcomes and signals. */
export function describeOutcomeStore(name: string, open: OpenStore): void {
  describe(name, () => {
    const current = openedForEach(open);
    describe("records outcomes", () => recordingOutcomes(current));
    describe("records signals", () => recordingSignals(current));
    describe("knows which outcomes are due", () => falling(current));
    describe("knows the outcomes that tell how far confidence can be trusted", () =>
      tellingConfidence(current));
  });
  describe(`${name}, against sums made from the outcomes one by one`, () => tallying(open));
}
