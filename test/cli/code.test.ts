import { describe, expect, it } from "vitest";
import { AGAINST } from "../../src/cli/commands/decide/check.ts";
import { codeFunction, codeScene, day } from "../support/code-scene.ts";
import { commandLineOn } from "../support/command-line.ts";
import { WITH_GIT } from "../support/git.ts";

async function begun() {
  const here = await codeScene();
  await here.repository.write("package.json", '{\n  "dependencies": {\n    "pg": "1"\n  }\n}\n');
  await here.repository.write(
    "src/pay.ts",
    `${codeFunction("refund", "back")}\n${codeFunction("charge", "step")}`,
  );
  here.repository.commit("Begin", day(0));
  const made = await here.decide(day(1), "Keep orders in Postgres", ["src/pay.ts"], ["MongoDB"]);
  return { ...here, made, run: commandLineOn(here.memory, "shop").run };
}

describe("membria anchor", WITH_GIT, () => {
  it("says a place, lists it with what became of it, and takes it back", async () => {
    const { run, made, repository } = await begun();
    expect((await run("anchor", made.id, "src/pay.ts:14")).out).toBe(
      `${made.id} is anchored to src/pay.ts charge. It says so when more than half of that changes.`,
    );
    await repository.write("src/pay.ts", codeFunction("charge", "anew"));
    expect((await run("anchor", made.id)).out.split("\n")).toEqual([
      "src/pay.ts: holds  (cited as evidence)",
      "src/pay.ts charge: changed  (anchored)",
    ]);
    const shown = (await run("show", made.id)).out;
    expect(shown).toContain('the code that it is anchored to changed: "src/pay.ts charge"');
    expect((await run("search", "orders in Postgres")).out).toContain("src/pay.ts charge: changed");
    expect((await run("anchor", made.id, "src/pay.ts#charge", "--remove")).code).toBe(0);
    expect((await run("anchor", made.id)).out).toBe("src/pay.ts: holds  (cited as evidence)");
    expect((await run("anchor", made.id, "src/none.ts")).code).toBe(2);
  });
});

describe("membria why", WITH_GIT, () => {
  it("shows what holds for a place, what was ruled out, and what carried it out", async () => {
    const { run, made, repository } = await begun();
    await repository.write("src/pay.ts", `// first\n${codeFunction("charge", "step")}`);
    const commit = repository.commit("Keep orders there", day(2));
    const { out } = await run("why", "src/pay.ts:1");
    expect(out).toContain(made.id);
    expect(out).toContain("ruled out  MongoDB");
    expect(out).toContain(`${commit.slice(0, 12)}  2026-03-03  Keep orders there`);
    expect((await run("why", "src/none.ts")).out).toContain("No decision is known to be about this place.");
  });
});

describe("membria check --diff", WITH_GIT, () => {
  it("says what a change seems to go against, and fails for it only where that is asked for", async () => {
    const { run, made, repository } = await begun();
    expect((await run("check", "--diff", "--strict")).code).toBe(0);
    await repository.write(
      "package.json",
      '{\n  "dependencies": {\n    "mongodb": "1",\n    "pg": "1"\n  }\n}\n',
    );
    const { code, out } = await run("check", "--diff");
    expect(code).toBe(0);
    expect(out).toContain("package.json:3  adds mongodb, which seems to be what was ruled out");
    expect(out).toContain(made.id);
    expect((await run("check", "--diff", "--strict")).code).toBe(AGAINST);
    expect(JSON.parse((await run("check", "--diff", "--json")).out)).toMatchObject({
      files: [{ path: "package.json", kind: "changed" }],
      against: [{ rule: "ruled-out", decision_id: made.id, path: "package.json", line: 3, about: "mongodb" }],
    });
    repository.commit("Add it", day(2));
    expect((await run("check", "--diff", "HEAD~1..HEAD", "--strict")).code).toBe(AGAINST);
    expect((await run("check", "--diff", "none..HEAD")).code).toBe(2);
    expect((await run("check")).code).toBe(2);
  });

  it("prints SARIF that names rules and places", async () => {
    const { run, made, repository } = await begun();
    await repository.write("src/pay.ts", 'import { MongoClient } from "mongodb";\n');
    const sarif = JSON.parse((await run("check", "--diff", "--sarif")).out) as Sarif;
    expect(sarif).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { name: "Membria" } } }] });
    const [run1] = sarif.runs;
    const ids = run1?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    for (const result of run1?.results ?? []) {
      expect(ids[result.ruleIndex]).toBe(result.ruleId);
      expect(["warning", "note"]).toContain(result.level);
      expect(result.message.text).not.toBe("");
      const { artifactLocation, region } = result.locations[0].physicalLocation;
      expect(artifactLocation.uri).toBe("src/pay.ts");
      expect(region.startLine).toBeGreaterThan(0);
    }
    expect(run1?.results.map(({ ruleId }) => ruleId)).toContain("membria/ruled-out");
    expect(run1?.results[0]?.message.text).toContain(
      `Seems to go against ${made.id} "Keep orders in Postgres"`,
    );
  });
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly [
        {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string };
            readonly region: { readonly startLine: number };
          };
        },
      ];
    }[];
  }[];
}
