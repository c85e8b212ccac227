import { describe, expect, it } from "vitest";
import { followAnchors } from "../../../src/app/repository/follow-anchors.ts";
import { readCodeCauses } from "../../../src/app/repository/read-causes.ts";
import { fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import { hasGit } from "../../support/git.ts";

describe.runIf(hasGit)("the packages that decisions of the fixture repository name", () => {
  it("are gone where they are gone, and only there", async () => {
    const { memory, repository } = await fixtureMemory();
    await followAnchors("shop", memory, { patient: true });
    const gone: string[] = [];
    for (const { key } of repository.decisions) {
      const found = await memory.store.findDecision("shop", fixtureId(key));
      const { causes } = await readCodeCauses(found ? [found] : [], "shop", memory);
      if (causes.get(fixtureId(key))?.some(({ because }) => because === "dependency-gone")) gone.push(key);
    }
    expect(new Set(gone)).toEqual(new Set(repository.goneDependencies));
  });
});
