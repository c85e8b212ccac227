import { beforeAll, describe, expect, it } from "vitest";
import {
  builtIndex,
  embedded,
  FILES_OF_STACKS,
  isHarmless,
  type LabelledTask,
  labelledTasks,
  type TaskSet,
} from "../../bench/labelled-tasks.ts";
import { qualityOf } from "../../bench/threat-quality.ts";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import { FRAMEWORKS, LANGUAGES } from "../../src/domain/threats/stacks.ts";
import type { ThreatIndex } from "../../src/domain/threats/threat-index.ts";
import { DECISION_RECORDS } from "../support/decision-records.ts";

describe("The labelled tasks", () => {
  it("name patterns that exist, are long or short, and are enough to judge by", async () => {
    const ids = new Set((await loadThreatFiles()).map(({ threat }) => threat.id));
    for (const set of ["fitted", "held"] as const) {
      const tasks = await labelledTasks(set, false);
      expect(tasks.flatMap(({ patterns }) => patterns).filter((id) => !ids.has(id))).toEqual([]);
      expect(tasks.filter(isHarmless).length).toBeGreaterThanOrEqual(40);
      for (const length of ["long", "short"]) {
        const some = tasks.filter((task) => task.length === length && !isHarmless(task));
        expect(some.length, length).toBeGreaterThanOrEqual(90);
      }
    }
  });

  it("share no task between what was fitted on and what is held, nor with the patterns", async () => {
    const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
    const textsOf = async (set: TaskSet): Promise<string[]> =>
      (await labelledTasks(set, false)).map(({ question }) => wordsOf(question.text));
    const files = await loadThreatFiles();
    const known = new Set([
      ...files.flatMap(({ threat }) => threat.triggers.actions.map(wordsOf)),
      ...(await textsOf("fitted")),
    ]);
    const [held, again] = [await textsOf("held"), (text: string) => known.has(text)];
    expect(held.filter(again).length / held.length).toBeLessThanOrEqual(0.02);
  });
});

describe("The languages and frameworks that schemas name", () => {
  it("contain those that code is attached for", async () => {
    const attached = (await loadThreatFiles()).flatMap(({ threat }) => threat.code);
    for (const { language, framework } of attached) {
      expect(LANGUAGES).toContain(language);
      expect(FRAMEWORKS).toContain(framework);
    }
  });
});

/** On the half that the weights were fitted on: the other one is read once, for the figures in `bench/README.md`. */
describe.each([
  ["with the model that is shipped", true, { precision: 0.9, recall: 0.83, silent: 0.97 }],
  ["by words alone", false, { precision: 0.87, recall: 0.69, silent: 0.95 }],
])("On the tasks that the weights were fitted on, %s", (_, byMeaning, least) => {
  let index: ThreatIndex;
  let tasks: LabelledTask[];
  beforeAll(async () => {
    index = await builtIndex();
    tasks = await labelledTasks("fitted", byMeaning);
  });

  it(`precision@3 is at least ${least.precision} and recall@3 at least ${least.recall}`, () => {
    const { precision, recall } = qualityOf(
      index,
      tasks.filter((task) => !isHarmless(task)),
    );
    expect(precision).toBeGreaterThanOrEqual(least.precision);
    expect(recall).toBeGreaterThanOrEqual(least.recall);
  });

  it(`at least ${least.silent * 100} % of harmless tasks get no answer`, () => {
    expect(qualityOf(index, tasks.filter(isHarmless)).silent).toBeGreaterThanOrEqual(least.silent);
  });

  it.each(Object.entries(FILES_OF_STACKS))(
    "a file of %s costs at most 5 points of recall",
    (_stack, file) => {
      const inFile = (path: string | undefined): number =>
        qualityOf(
          index,
          tasks.map((task) => ({ ...task, question: { ...task.question, file: path } })),
        ).recall;
      expect(inFile(file)).toBeGreaterThanOrEqual(inFile(undefined) - 0.05);
    },
  );
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
