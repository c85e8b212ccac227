import { describe, expect, it } from "vitest";
import { explainPlace } from "../../../src/repository/operations/explain-place.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import { WITH_GIT } from "../../support/git.ts";
import { callBy } from "../../support/memory.ts";

/** How many of the places have their decision among the first so many. */
async function placesFound(filesAs: "evidence" | "touched", first: number) {
  const { memory, repository } = await fixtureMemory({ filesAs });
  const missed: string[] = [];
  for (const { path, line, decision } of repository.places) {
    const place = line === undefined ? path : `${path}:${line}`;
    const { decisions } = await perform(explainPlace, { place }, memory, callBy());
    const ids = decisions.slice(0, first).map((one) => one.decision.id);
    if (!ids.includes(fixtureId(decision))) missed.push(`${place} ${decision}: ${ids.join(" ")}`);
  }
  return { asked: repository.places.length, missed };
}

describe("why a place of the fixture repository is as it is", WITH_GIT, () => {
  it("is answered with the right decision among the first three", async () => {
    expect(await placesFound("evidence", 3)).toEqual({ asked: 50, missed: [] });
  });

  it("is answered where a decision names no file, by what its session touched and what was committed then", async () => {
    const { asked, missed } = await placesFound("touched", 3);
    expect(asked - missed.length).toBeGreaterThanOrEqual(45);
  });
});
