import { describe, expect, it } from "vitest";
import { explainPlace } from "../../../src/app/repository/explain-place.ts";
import { perform } from "../../../src/app/shared/operation.ts";
import { fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import { hasGit } from "../../support/git.ts";
import { callBy } from "../../support/memory.ts";

describe.runIf(hasGit)("why a place of the fixture repository is as it is", () => {
  it("is answered with the right decision among the first three", async () => {
    const { memory, repository } = await fixtureMemory();
    const missed: unknown[] = [];
    const ranks: number[] = [];
    for (const { path, line, decision } of repository.places) {
      const place = line === undefined ? path : `${path}:${line}`;
      const { decisions, failed } = await perform(explainPlace, { place }, memory, callBy());
      const rank = [...decisions].findIndex((one) => one.decision.id === fixtureId(decision));
      ranks.push(rank);
      if (rank < 0 || rank > 2)
        missed.push({
          place,
          decision,
          rank,
          first: decisions.slice(0, 3).map((one) => [one.decision.id, one.by]),
          failed: failed.length,
        });
    }
    console.log(
      ranks.length,
      ranks.filter((r) => r === 0).length,
      ranks.filter((r) => r >= 0 && r < 3).length,
      JSON.stringify(missed, null, 1),
    );
    expect(missed).toEqual([]);
  });
});
