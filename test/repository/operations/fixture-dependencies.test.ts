import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { followAnchors } from "../../../src/repository/operations/follow-anchors.ts";
import { readCodeCauses } from "../../../src/repository/operations/read-causes.ts";
import { fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import { WITH_GIT } from "../../support/git.ts";

describe("the packages that decisions of the fixture repository name", WITH_GIT, () => {
  it("are gone where they are gone, and only there", async () => {
    const { memory, repository } = await fixtureMemory();
    await followAnchors("shop", memory, { patient: true });
    const gone: string[] = [];
    for (const { key } of repository.decisions) {
      const found = await findDecision(memory, "shop", fixtureId(key));
      const { causes } = await readCodeCauses(found ? [found] : [], "shop", memory);
      if (causes.get(fixtureId(key))?.some(({ because }) => because === "dependency-gone")) gone.push(key);
    }
    expect(new Set(gone)).toEqual(new Set(repository.goneDependencies));
  });
});
