import { expect, it } from "vitest";
import { failuresText } from "./failures.ts";
import { fuzz } from "./fuzz.ts";
import { quantile } from "./tally.ts";

/** A short run, so that the fuzzer itself keeps working; `npm run fuzz` takes the time to find something. */
const SECONDS = 3;
const SEED = 1;

it("made-up calls over stdio and HTTP are all answered, in time and within the protocol", {
  timeout: 180_000,
}, async () => {
  const runs = await fuzz({ seed: SEED, seconds: SECONDS, embedding: "off", progress: () => {} });
  expect(failuresText(runs)).toBe("");
  for (const { tally, resident } of runs) {
    // Other tests have the processors as well, so these only notice what hangs, and what grows without end.
    expect(quantile(tally.pings, 0.999)).toBeLessThan(30_000);
    expect(Math.max(0, ...resident)).toBeLessThan(1_000);
  }
});
