import { randomInt } from "node:crypto";
import { describe, it } from "vitest";
import { WITH_FALKORDB } from "../support/falkordb.ts";
import { chaos } from "../support/team/chaos.ts";
import { expectNothingLost } from "../support/team/chaos-report.ts";

const MS = 15_000;

/** The long run of the same is `team-chaos.test.ts`. */
describe("While machines, network and server fail for a moment", WITH_FALKORDB, () => {
  it("every acknowledged write gets to every machine once, and all know the same in the end", async () => {
    expectNothingLost(await chaos(MS, randomInt(2 ** 31)));
  });
});
