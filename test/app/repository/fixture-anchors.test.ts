import { describe, expect, it } from "vitest";
import { checkAnchors } from "../../../src/app/repository/check-anchors.ts";
import { fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import { hasGit } from "../../support/git.ts";

describe.runIf(hasGit)("the anchors of the fixture repository", () => {
  it("hold, changed or are gone, each as it is, and plain edits change nothing", async () => {
    const { memory, repository } = await fixtureMemory();
    const wrong: unknown[] = [];
    let right = 0;
    for (const made of repository.decisions) {
      const found = await memory.store.findDecision("shop", fixtureId(made.key));
      const checked =
        (await checkAnchors(found ? [found] : [], "shop", memory)).get(fixtureId(made.key)) ?? [];
      for (const anchor of made.anchors) {
        const one = checked.find(({ anchor: { saidPath } }) => saidPath === anchor.path);
        if (one?.state === anchor.state && (anchor.now === null || one.anchor.path === anchor.now)) right++;
        else
          wrong.push({
            key: made.key,
            how: made.carried?.how,
            ...anchor,
            found: one?.state,
            at: one?.anchor.path,
            baseline: one?.anchor.baseline,
          });
      }
    }
    console.log(right, wrong);
    expect(wrong).toEqual([]);
  });
});
