import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { checkAnchors } from "../../../src/repository/operations/check-anchors.ts";
import { followAnchors, followingInBackground } from "../../../src/repository/operations/follow-anchors.ts";
import { anchorsOf, followedAnchors } from "../../../src/repository/sql/anchor-rows.ts";
import type { Checkout } from "../../../src/shared/ports.ts";
import type { Timers } from "../../../src/shared/timers.ts";
import { type CodeScene, codeLines, codeScene, day } from "../../support/code-scene.ts";
import { WITH_GIT } from "../../support/git.ts";
import { manualTimers } from "../../support/manual-timers.ts";

/** Two decisions about two files, followed once. */
async function followed(): Promise<CodeScene & { readonly made: readonly Decision[] }> {
  const here = await codeScene();
  await here.repository.write("src/pay.ts", codeLines("pay"));
  await here.repository.write("src/ship.ts", codeLines("ship"));
  here.repository.commit("Begin", day(0));
  const made = [
    await here.decide(day(1), "Charge in one place", ["src/pay.ts"]),
    await here.decide(day(1), "Ship in one place", ["src/ship.ts"]),
  ];
  here.memory.clock.set(day(2));
  await followAnchors("shop", here.memory);
  return { ...here, made };
}

const states = async (
  { memory, made }: Pick<Awaited<ReturnType<typeof followed>>, "memory" | "made">,
  more: { readonly checkout?: Checkout; readonly timers?: Timers } = {},
): Promise<string[]> =>
  [...(await checkAnchors(made, "shop", { ...memory, ...more })).values()]
    .flat()
    .map(({ anchor, state }) => `${anchor.path} ${state}`);

describe("the places of decisions, for who reads about them", WITH_GIT, () => {
  it("are not called gone because they moved since anybody looked", async () => {
    const here = await followed();
    here.repository.git("mv", "src/pay.ts", "src/charge.ts");
    here.repository.commit("Move it", day(3));
    expect(await states(here)).toEqual(["src/charge.ts holds", "src/ship.ts holds"]);
    const [pay] = here.made;
    const stored = (await anchorsOf(here.memory, "shop", [pay?.id ?? ""])).get(pay?.id ?? "");
    expect(stored?.map(({ path }) => path)).toEqual(["src/pay.ts"]);
  });

  it("say nothing bad while it is unknown where the history leads", async () => {
    const here = await followed();
    here.repository.git("mv", "src/pay.ts", "src/charge.ts");
    here.repository.commit("Move it", day(3));
    const { memory } = here;
    const timers = manualTimers(memory.clock);
    /** The time of a reader is over before the first commit is there. */
    const checkout: Checkout = {
      ...memory.checkout,
      async *history(query) {
        timers.next();
        yield* memory.checkout.history(query);
      },
    };
    expect(await states(here, { checkout, timers })).toEqual(["src/ship.ts holds"]);
  });

  it("ask git for nothing while they hold, and are followed in the background by a process that stays", async () => {
    const here = await followed();
    const asked: string[] = [];
    const watched = new Proxy(here.memory.checkout, {
      get(target, name) {
        asked.push(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(await states(here, { checkout: watched })).toEqual(["src/pay.ts holds", "src/ship.ts holds"]);
    expect(asked).not.toContain("head");

    const memory = { ...here.memory, following: followingInBackground() };
    await here.decide(day(4), "Refund in one place", ["src/pay.ts"]);
    await checkAnchors(here.made, "shop", memory);
    await memory.background.idle();
    const anchors = await followedAnchors(memory.memory, "shop");
    expect(anchors.filter(({ path }) => path === "src/pay.ts")).toHaveLength(2);
  });
});
