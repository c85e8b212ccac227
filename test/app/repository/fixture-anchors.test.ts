import { describe, expect, it } from "vitest";
import { checkAnchors } from "../../../src/app/repository/check-anchors.ts";
import type { Anchor } from "../../../src/domain/decisions/anchor.ts";
import type { CheckedAnchor } from "../../../src/domain/repository/anchor-state.ts";
import { sketchOf } from "../../../src/domain/repository/sketch.ts";
import { linesOf, linesWithin, symbolAt } from "../../../src/domain/repository/symbols.ts";
import { act, screened } from "../../support/decisions.ts";
import { type FixtureMemory, fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import type { FixtureFunctionAnchor } from "../../support/fixture-repository.mjs";
import { hasGit } from "../../support/git.ts";

const checked = async ({ memory }: FixtureMemory, key: string): Promise<readonly CheckedAnchor[]> => {
  const found = await memory.store.findDecision("shop", fixtureId(key));
  return (await checkAnchors(found ? [found] : [], "shop", memory)).get(fixtureId(key)) ?? [];
};

describe.runIf(hasGit)("the anchors of the fixture repository", () => {
  it("hold, changed or are gone, each as it is, and plain edits change nothing", async () => {
    const fixture = await fixtureMemory();
    for (const { key, anchors } of fixture.repository.decisions) {
      const found = await checked(fixture, key);
      for (const { path, state, now } of anchors) {
        const one = found.find(({ anchor }) => anchor.saidPath === path);
        expect.soft({ key, path, state: one?.state }).toEqual({ key, path, state });
        if (now !== null) expect.soft({ key, path, now: one?.anchor.path }).toEqual({ key, path, now });
      }
    }
  }, 60_000);

  it("that were said for functions do, too, and follow them", async () => {
    const fixture = await fixtureMemory();
    const { memory, repository } = fixture;
    for (const one of repository.functionAnchors) {
      const commit = repository.commits.find(({ sha }) => sha === one.commit);
      await memory.store.updateDecision(
        "shop",
        fixtureId(one.decision),
        { anchor: await saidAnchor(one, memory.checkout) },
        act(new Date(commit?.at ?? repository.end)),
      );
    }
    for (const { decision: key, symbol, state, now } of repository.functionAnchors) {
      const one = (await checked(fixture, key)).find(
        ({ anchor }) => anchor.source === "said" && anchor.place === `#${symbol}`,
      );
      expect.soft({ key, symbol, state: one?.state }).toEqual({ key, symbol, state });
      if (now) {
        expect.soft({ symbol, path: one?.anchor.path }).toEqual({ symbol, path: now.path });
        if (state === "holds")
          expect.soft({ symbol, line: one?.lines?.first }).toEqual({ symbol, line: now.line });
      }
    }
  }, 60_000);
});

/** As the command would have said it in that commit. */
async function saidAnchor(
  { commit, path, line }: FixtureFunctionAnchor,
  checkout: FixtureMemory["memory"]["checkout"],
): Promise<Anchor> {
  const [text] = await checkout.textsAt([{ commit, path }]);
  const lines = linesOf(text ?? "");
  const symbol = symbolAt(path, lines, line);
  return {
    path: screened(path),
    symbol: symbol && screened(symbol.name),
    line,
    sketch: sketchOf(linesWithin(lines, symbol)),
  };
}
