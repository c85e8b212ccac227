import { describe, expect, it } from "vitest";
import type { Anchor } from "../../../src/decisions/rules/decision.ts";
import { findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { checkAnchors } from "../../../src/repository/operations/check-anchors.ts";
import { followAnchors } from "../../../src/repository/operations/follow-anchors.ts";
import type { CheckedAnchor } from "../../../src/repository/rules/anchor-state.ts";
import { linesOf, linesWithin, sketchOf, symbolAt } from "../../../src/repository/rules/symbols.ts";
import { act, screened } from "../../support/decisions.ts";
import { type FixtureMemory, fixtureId, fixtureMemory } from "../../support/fixture-memory.ts";
import type { FixtureFunctionAnchor } from "../../support/fixture-repository.mjs";
import { WITH_GIT } from "../../support/git.ts";

const checked = async ({ memory }: FixtureMemory, key: string): Promise<readonly CheckedAnchor[]> => {
  const found = await findDecision(memory, "shop", fixtureId(key));
  return (await checkAnchors(found ? [found] : [], "shop", memory)).get(fixtureId(key)) ?? [];
};

describe("the anchors of the fixture repository", WITH_GIT, () => {
  it("hold, changed or are gone, each as it is, and plain edits change nothing", async () => {
    const fixture = await fixtureMemory();
    await followAnchors("shop", fixture.memory, { patient: true });
    for (const { key, anchors } of fixture.repository.decisions) {
      const found = await checked(fixture, key);
      for (const { path, state, now } of anchors) {
        const one = found.find(({ anchor }) => anchor.saidPath === path);
        expect.soft({ key, path, state: one?.state }).toEqual({ key, path, state });
        if (now !== null) expect.soft({ key, path, now: one?.anchor.path }).toEqual({ key, path, now });
      }
    }
  });

  it("that were said for functions do, too, and follow them", async () => {
    const fixture = await fixtureMemory();
    const { memory, repository } = fixture;
    for (const one of repository.functionAnchors) {
      const commit = repository.commits.find(({ sha }) => sha === one.commit);
      await writeDecisionChange(
        memory,
        "shop",
        fixtureId(one.decision),
        { anchor: await saidAnchor(one, memory.checkout) },
        act(new Date(commit?.at ?? repository.end)),
      );
    }
    await followAnchors("shop", memory, { patient: true });
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
  });
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
