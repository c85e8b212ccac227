import { randomInt } from "node:crypto";
import { describe, it } from "vitest";
import { WITH_FALKORDB } from "../support/falkordb.ts";
import { chaos } from "../support/team/chaos.ts";
import { expectNothingLost, summaryOf } from "../support/team/chaos-report.ts";

const { MEMBRIA_CHAOS_SECONDS = "300", MEMBRIA_CHAOS_SEED = String(randomInt(2 ** 31)) } = process.env;
const MS = Number(MEMBRIA_CHAOS_SECONDS) * 1_000;

describe("While machines, network and server fail", WITH_FALKORDB, () => {
  it(
    "every acknowledged write gets to every machine once, and all know the same in the end",
    async () => {
      const report = await chaos(MS, Number(MEMBRIA_CHAOS_SEED));
      console.log(summaryOf(report));
      expectNothingLost(report);
    },
    MS + 300_000,
  );
});
