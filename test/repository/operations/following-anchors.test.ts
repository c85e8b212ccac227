import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { checkAnchors } from "../../../src/repository/operations/check-anchors.ts";
import { followAnchors } from "../../../src/repository/operations/follow-anchors.ts";
import { readCodeCauses } from "../../../src/repository/operations/read-causes.ts";
import { anchorsOf } from "../../../src/repository/sql/anchor-rows.ts";
import type { HistoryQuery, WholeCommit } from "../../../src/shared/ports.ts";
import type { Timers } from "../../../src/shared/timers.ts";
import { type CodeScene, codeFunction, codeLines, codeScene, day } from "../../support/code-scene.ts";
import { WITH_GIT } from "../../support/git.ts";

async function states({ memory }: CodeScene, decision: Decision, at: Date): Promise<string[]> {
  memory.clock.set(at);
  const checked = (await checkAnchors([decision], "shop", memory)).get(decision.id) ?? [];
  return checked.map(({ anchor, state }) => `${anchor.path} ${state}`);
}

describe("a file that a decision cites", WITH_GIT, () => {
  it("is compared with what the decision made of it, and not with what it was before", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("old"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    expect(await states(here, made, day(1))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", codeLines("fresh"));
    expect(await states(here, made, day(2))).toEqual(["src/pay.ts holds"]);
    repository.commit("Charge in one place", day(3));
    expect(await states(here, made, day(4))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", codeLines("fresh").replace("fresh3 =", "renamed ="));
    expect(await states(here, made, day(30))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", codeLines("other"));
    expect(await states(here, made, day(40))).toEqual(["src/pay.ts changed"]);
  });

  it("is compared with what it was before, where nothing was changed because of it", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("old"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Leave charging as it is", ["src/pay.ts"]);
    await repository.write("src/pay.ts", codeLines("fresh"));
    repository.commit("Rewrite", day(60));
    expect(await states(here, made, day(61))).toEqual(["src/pay.ts changed"]);
  });

  it("is followed through moves, and over several readings", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["./src/pay.ts"]);
    repository.git("mv", "src/pay.ts", "src/charge.ts");
    repository.commit("Rename it", day(20));
    expect(await states(here, made, day(21))).toEqual(["src/charge.ts holds"]);
    await repository.write("lib/keep.ts", "");
    repository.git("mv", "src/charge.ts", "lib/charge.ts");
    repository.commit("Move it", day(22));
    expect(await states(here, made, day(23))).toEqual(["lib/charge.ts holds"]);
    repository.git("rm", "--quiet", "lib/charge.ts");
    repository.commit("Remove it", day(24));
    expect(await states(here, made, day(25))).toEqual(["lib/charge.ts gone"]);
  });

  it("has its earlier name where another branch still has it", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    repository.git("switch", "--quiet", "-c", "moving");
    repository.git("mv", "src/pay.ts", "src/charge.ts");
    repository.commit("Rename it", day(20));
    expect(await states(here, made, day(21))).toEqual(["src/charge.ts holds"]);
    repository.git("switch", "--quiet", "main");
    expect(await states(here, made, day(21))).toEqual(["src/pay.ts holds"]);
  });

  it("that was never in the repository, or lies outside of it, has no state", async () => {
    const here = await codeScene();
    here.repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", [
      "src/none.ts",
      "../other/a.ts",
      "/etc/passwd",
    ]);
    expect(await states(here, made, day(40))).toEqual([]);
  });

  it("that was removed because of the decision is not missed", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/old.ts", codeLines("old"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Remove the old way to pay", ["src/old.ts"]);
    repository.git("rm", "--quiet", "src/old.ts");
    repository.commit("Remove it", day(2));
    expect(await states(here, made, day(40))).toEqual([]);
  });

  it("is counted from the commit that names the decision, however late it comes", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("old"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    expect(await states(here, made, day(2))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", codeLines("fresh"));
    repository.commit(`Charge in one place\n\nDecision: ${made.id}`, day(50));
    expect(await states(here, made, day(51))).toEqual(["src/pay.ts holds"]);
  });

  it("says with the decision why it should be looked at again", async () => {
    const here = await codeScene();
    const { repository, memory } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    await states(here, made, day(20));
    repository.git("rm", "--quiet", "src/pay.ts");
    const { causes } = await readCodeCauses([made], "shop", memory);
    expect(causes.get(made.id)).toEqual([{ because: "anchor-gone", path: [made.id], about: "src/pay.ts" }]);
    expect((await readCodeCauses([made], "all", memory)).causes.size).toBe(0);
  });
});

describe("a function that a decision cites by a line", WITH_GIT, () => {
  it("is followed into another file, and holds where only its neighbours change", async () => {
    const here = await codeScene();
    const { repository } = here;
    const charge = codeFunction("charge", "step");
    await repository.write("src/pay.ts", `${codeFunction("refund", "back")}\n${charge}`);
    repository.commit("Begin", day(0));
    const line = 13;
    const made = await here.decide(day(1), "Charge step by step", [`src/pay.ts:${line}`]);
    expect(await states(here, made, day(2))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", `${codeFunction("refund", "other")}\n${charge}`);
    repository.commit("Rewrite the refund", day(20));
    expect(await states(here, made, day(21))).toEqual(["src/pay.ts holds"]);
    await repository.write("src/pay.ts", codeFunction("refund", "other"));
    await repository.write("src/charge.ts", `import x from "x";\n${charge}${codeFunction("more", "more")}`);
    repository.commit("Move the charge", day(22));
    expect(await states(here, made, day(23))).toEqual(["src/charge.ts holds"]);
    await repository.write(
      "src/charge.ts",
      `${codeFunction("charge", "anew")}${codeFunction("more", "more")}`,
    );
    expect(await states(here, made, day(24))).toEqual(["src/charge.ts changed"]);
    await repository.write("src/charge.ts", codeFunction("more", "more"));
    expect(await states(here, made, day(25))).toEqual(["src/charge.ts gone"]);
  });
});

describe("reading the history", WITH_GIT, () => {
  it("asks git for nothing but HEAD where nothing changed", async () => {
    const here = await codeScene();
    await here.repository.write("src/pay.ts", codeLines("pay"));
    here.repository.commit("Begin", day(0));
    await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    await followAnchors("shop", here.memory);
    const asked: string[] = [];
    const checkout = new Proxy(here.memory.checkout, {
      get(target, name) {
        asked.push(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    await followAnchors("shop", { ...here.memory, checkout });
    expect(asked).toEqual(["head"]);
  });

  it("goes on where there was no time for the rest", async () => {
    const here = await codeScene();
    const { repository, memory } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge in one place", ["src/pay.ts"]);
    for (let n = 0; n < 3; n++) {
      repository.git("mv", n === 0 ? "src/pay.ts" : `src/pay${n}.ts`, `src/pay${n + 1}.ts`);
      repository.commit(`Move ${n}`, day(20 + n));
    }
    memory.clock.set(day(30));
    let runOut = (): void => {};
    const timers: Timers = {
      after(_, work) {
        runOut = work;
        return () => {};
      },
    };
    /** The time is over when the second commit was read. */
    async function* history(asked: HistoryQuery): AsyncIterable<WholeCommit> {
      let read = 0;
      for await (const commit of memory.checkout.history(asked)) {
        if (++read > 2) runOut();
        yield commit;
      }
    }
    const hurried = { ...memory, timers, checkout: { ...memory.checkout, history } };
    expect(await followAnchors("shop", hurried)).toEqual({ isComplete: false });
    const so = await anchorsOf(memory, "shop", [made.id]);
    expect(so.get(made.id)?.[0]?.path).not.toBe("src/pay3.ts");
    expect(await followAnchors("shop", hurried, { patient: true })).toEqual({ isComplete: true });
    expect(await states(here, made, day(31))).toEqual(["src/pay3.ts holds"]);
  });

  it("finds a package gone that was chosen, and not one that moved to another manifest", async () => {
    const here = await codeScene();
    const { repository, memory } = here;
    const manifest = (...names: string[]): string =>
      JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) });
    await repository.write("package.json", manifest("redis", "zod"));
    repository.commit("Begin", day(0));
    const sessions = await here.decide(day(1), "Keep sessions in Redis");
    const checks = await here.decide(day(1), "Check requests with zod");
    await repository.write("package.json", manifest());
    await repository.write("api/package.json", manifest("zod"));
    repository.commit("Tidy up", day(30));
    await followAnchors("shop", memory);
    const { causes } = await readCodeCauses([sessions, checks], "shop", memory);
    expect(causes).toEqual(
      new Map([[sessions.id, [{ because: "dependency-gone", path: [sessions.id], about: "redis" }]]]),
    );
    await repository.write("package.json", manifest("redis"));
    expect((await readCodeCauses([sessions], "shop", memory)).causes.size).toBe(0);
  });
});
