import { beforeAll, describe, expect, it } from "vitest";
import { builtIndex, embedded, type LabelledTask, labelledTasks } from "../../bench/labelled-tasks.ts";
import { qualityOf } from "../../bench/threat-quality.ts";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import { frameworksOf, languagesOf } from "../../src/domain/threats/threat.ts";
import type { ThreatIndex } from "../../src/domain/threats/threat-index.ts";
import { THREAT_FRAMEWORKS, THREAT_LANGUAGES } from "../../src/domain/threats/threat-scope.ts";
import { DECISION_RECORDS } from "../support/decision-records.ts";

describe("The labelled tasks", () => {
  it("name patterns that exist, and are enough to judge by", async () => {
    const ids = new Set((await loadThreatFiles()).map(({ threat }) => threat.id));
    const halves = await Promise.all([labelledTasks("dev", false), labelledTasks("test", false)]);
    const named = halves.flat().flatMap(({ patterns }) => patterns);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(halves.flat().length).toBeGreaterThanOrEqual(120);
    expect(halves.flat().every(({ patterns }) => patterns.length > 0)).toBe(true);
    expect(await labelledTasks("unrelated", false)).toHaveLength(60);
  });

  it("share no task between what was fitted on and what is judged", async () => {
    const texts = async (half: "dev" | "dev-unrelated" | "test" | "unrelated") =>
      (await labelledTasks(half, false)).map(({ question }) => question.text);
    const fitted = new Set([...(await texts("dev")), ...(await texts("dev-unrelated"))]);
    const judged = [...(await texts("test")), ...(await texts("unrelated"))];
    expect(judged.filter((text) => fitted.has(text))).toEqual([]);
    const files = await loadThreatFiles();
    const triggers = new Set(files.flatMap(({ threat }) => threat.triggers.actions));
    expect(judged.filter((text) => triggers.has(text))).toEqual([]);
  });
});

describe("The languages and frameworks that schemas name", () => {
  it("are those of the patterns", async () => {
    const threats = (await loadThreatFiles()).map(({ threat }) => threat);
    expect([...THREAT_LANGUAGES]).toEqual(languagesOf(threats));
    expect([...THREAT_FRAMEWORKS]).toEqual(frameworksOf(threats));
  });
});

describe.each([
  ["with the model that is shipped", true, { precision: 0.6, recall: 0.85, silent: 0.95 }],
  ["by words alone", false, { precision: 0.6, recall: 0.75, silent: 0.93 }],
])("On tasks that nothing was fitted on, %s", (_, byMeaning, least) => {
  let index: ThreatIndex;
  let test: LabelledTask[];
  let unrelated: LabelledTask[];
  beforeAll(async () => {
    index = await builtIndex();
    test = await labelledTasks("test", byMeaning);
    unrelated = await labelledTasks("unrelated", byMeaning);
  });

  it(`precision@3 is at least ${least.precision} and recall@3 at least ${least.recall}`, () => {
    const { precision, recall } = qualityOf(index, test);
    expect(precision).toBeGreaterThanOrEqual(least.precision);
    expect(recall).toBeGreaterThanOrEqual(least.recall);
  });

  it(`at least ${least.silent * 100} % of unrelated tasks get no answer`, () => {
    expect(qualityOf(index, unrelated).silent).toBeGreaterThanOrEqual(least.silent);
  });
});

describe.each(DECISION_RECORDS)("On the titles of $name", ({ items, isPublic }) => {
  it("at most one in twenty is taken for a threat", async () => {
    const isTaken = (i: number): boolean => !isPublic || process.env["MEMBRIA_SOAK"] === "1" || i % 3 === 0;
    const titles = items
      .map(({ title }) => title)
      .filter((title) => title.length > 10)
      .filter((_, i) => isTaken(i));
    const vectors = await embedded(titles);
    const index = await builtIndex();
    const alarms = titles.filter((text, i) => index.find({ text, vector: vectors[i] }).length > 0);
    expect(titles.length).toBeGreaterThanOrEqual(isPublic ? 100 : 20);
    expect(alarms.length / titles.length, alarms.join("; ")).toBeLessThanOrEqual(0.05);
  });
});
