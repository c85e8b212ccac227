import { describe, expect, it } from "vitest";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { anchorDecision } from "../../../src/repository/operations/anchor-decision.ts";
import { checkChange } from "../../../src/repository/operations/check-change.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { type CodeScene, codeFunction, codeLines, codeScene, day } from "../../support/code-scene.ts";
import { act } from "../../support/decisions.ts";
import { WITH_GIT } from "../../support/git.ts";
import { callBy } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";

const manifest = (...names: string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) }, undefined, 2);

async function begun(): Promise<CodeScene> {
  const here = await codeScene();
  await here.repository.write("package.json", manifest("pg"));
  await here.repository.write(
    "src/pay.ts",
    `${codeFunction("refund", "back")}\n${codeFunction("charge", "step")}`,
  );
  here.repository.commit("Begin", day(0));
  return here;
}

const checked = async ({ memory }: CodeScene, range?: string) => {
  const { against, ...rest } = await perform(checkChange, { range }, memory, callBy());
  return {
    ...rest,
    against: against.map(
      ({ rule, decision, path, line, about }) => `${rule} ${decision.id} ${path}:${line} ${about}`,
    ),
  };
};

describe("a change of the code", WITH_GIT, () => {
  it("seems to go against what was ruled out, in a manifest or an import, and says where", async () => {
    const here = await begun();
    const made = await here.decide(day(1), "Keep orders in Postgres", [], ["MongoDB", "Redis"]);
    await here.repository.write("package.json", manifest("pg", "mongodb"));
    await here.repository.write(
      "src/cache.ts",
      'import fs from "node:fs";\nimport { createClient } from "redis";\n',
    );
    expect((await checked(here)).against).toEqual([
      `ruled-out ${made.id} package.json:4 mongodb`,
      `ruled-out ${made.id} src/cache.ts:2 redis`,
    ]);
  });

  it("is not against what somebody decided for since", async () => {
    const here = await begun();
    await here.decide(day(1), "Keep orders in Postgres", [], ["Redis"]);
    await here.decide(day(2), "Keep sessions in Redis");
    await here.repository.write("package.json", manifest("pg", "redis"));
    expect((await checked(here)).against).toEqual([]);
  });

  it("seems to go against a choice that it removes, and not if that only moves", async () => {
    const here = await begun();
    const made = await here.decide(day(1), "Talk to the database through `pg`");
    await here.repository.write("package.json", manifest());
    expect((await checked(here)).against).toEqual([`choice-removed ${made.id} package.json:3 pg`]);
    await here.repository.write("api/package.json", manifest("pg"));
    expect((await checked(here)).against).toEqual([]);
  });

  it("seems to go against a choice that the file of the decision no longer imports", async () => {
    const here = await begun();
    await here.repository.write("src/db.ts", `import pg from "pg";\n${codeLines("db")}`);
    await here.repository.write("src/other.ts", `import pg from "pg";\n${codeLines("other")}`);
    here.repository.commit("Use it", day(1));
    const made = await here.decide(day(2), "Talk to the database through `pg`", ["src/db.ts"]);
    await here.repository.write("src/db.ts", codeLines("db"));
    await here.repository.write("src/other.ts", codeLines("other"));
    expect((await checked(here)).against).toEqual([`choice-removed ${made.id} src/db.ts:1 pg`]);
  });

  it("seems to go against an anchored place that it rewrites or removes, and not by plain edits", async () => {
    const here = await begun();
    const { id } = await here.decide(day(1), "Charge step by step");
    await perform(anchorDecision, { ref: id, place: "src/pay.ts#charge" }, here.memory, callBy());
    const write = (charge: string) =>
      here.repository.write("src/pay.ts", `${codeFunction("refund", "back")}\n${charge}`);
    await write(codeFunction("charge", "step").replace("step2 =", "renamed ="));
    expect((await checked(here)).against).toEqual([]);
    await write(codeFunction("charge", "anew"));
    expect((await checked(here)).against).toEqual([`anchor-changed ${id} src/pay.ts:13 src/pay.ts charge`]);
    await write("");
    expect((await checked(here)).against).toEqual([`anchor-gone ${id} src/pay.ts:12 src/pay.ts charge`]);
    here.repository.commit("Remove the charge", day(2));
    expect((await checked(here)).against).toEqual([]);
    expect((await checked(here, "HEAD~1..HEAD")).against).toHaveLength(1);
  });

  it("seems to do again what did not work out", async () => {
    const here = await begun();
    const made = await here.decide(day(1), "Send mails with mjml");
    await addOutcome(here.memory, "shop", made.id, outcome(0), act(day(2)));
    await here.repository.write("package.json", manifest("pg", "mjml"));
    expect((await checked(here)).against).toEqual([`failed-before ${made.id} package.json:4 mjml`]);
  });

  it("says which decisions speak about what it touches", async () => {
    const here = await begun();
    const made = await here.decide(day(1), "Charge step by step", ["src/pay.ts"]);
    await here.decide(day(1), "Keep a changelog", ["CHANGELOG.md"]);
    await here.repository.write("src/pay.ts", `// first\n${codeFunction("refund", "back")}`);
    const { files, speaking } = await checked(here);
    expect(files.map(({ path }) => path)).toEqual(["src/pay.ts"]);
    expect(speaking).toMatchObject([
      { decision: { id: made.id }, by: "file", files: [{ path: "src/pay.ts", line: 1 }] },
    ]);
  });

  it("is refused for a range that git does not know", async () => {
    const here = await begun();
    await expect(checked(here, "none...HEAD")).rejects.toMatchObject({ reason: "unknown_range" });
  });
});
