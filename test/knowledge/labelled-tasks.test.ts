import { beforeAll, describe, expect, it } from "vitest";
import {
  builtIndex,
  FILES_OF_STACKS,
  isHarmless,
  type LabelledTask,
  LENGTHS,
  labelledTasks,
  type TaskSet,
} from "../../bench/labelled-tasks.ts";
import { qualityOf } from "../../bench/threat-quality.ts";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import { FRAMEWORKS, LANGUAGES } from "../../src/threats/rules/stacks.ts";
import type { ThreatIndex } from "../../src/threats/rules/threat-index.ts";

type Least = { long: [number, number]; short: [number, number]; silent: number };

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

  it("hold no task that was fitted on or that a pattern has as a trigger, but by chance", async () => {
    const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
    const textsOf = async (set: TaskSet): Promise<string[]> =>
      (await labelledTasks(set, false)).map(({ question }) => wordsOf(question.text));
    const files = await loadThreatFiles();
    const known = new Set([
      ...files.flatMap(({ threat }) => threat.triggers.actions.map(wordsOf)),
      ...(await textsOf("fitted")),
    ]);
    // Two people who write "avatar upload" for the same flaw: these were so before anybody read the held tasks.
    const repeated = (await textsOf("held")).filter((text) => known.has(text));
    expect(repeated.length).toBeLessThanOrEqual(7);
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

/** The held tasks tell how good the search is, in `bench/README.md`; here no change may lose what was reached. */
describe.each([
  [
    "with the model that is shipped",
    true,
    { long: [0.82, 0.86], short: [0.81, 0.85], silent: 0.97 } satisfies Least,
  ],
  ["by words alone", false, { long: [0.89, 0.67], short: [0.85, 0.49], silent: 0.97 } satisfies Least],
])("On the tasks that the weights were fitted on, %s", (_, byMeaning, least) => {
  let index: ThreatIndex;
  let tasks: LabelledTask[];
  let recallWithoutFile: number;
  beforeAll(async () => {
    index = await builtIndex();
    tasks = await labelledTasks("fitted", byMeaning);
    recallWithoutFile = recallIn(undefined);
  });

  const recallIn = (file: string | undefined): number =>
    qualityOf(
      index,
      tasks.map((task) => ({ ...task, question: { ...task.question, file } })),
    ).recall;

  it.each(LENGTHS)("precision@3 and recall@3 of %s tasks stay where they are", (length) => {
    const { precision, recall } = qualityOf(
      index,
      tasks.filter((task) => task.length === length && !isHarmless(task)),
    );
    expect(precision).toBeGreaterThanOrEqual(least[length][0]);
    expect(recall).toBeGreaterThanOrEqual(least[length][1]);
  });

  it(`at least ${least.silent * 100} % of harmless tasks get no answer`, () => {
    expect(qualityOf(index, tasks.filter(isHarmless)).silent).toBeGreaterThanOrEqual(least.silent);
  });

  it.each(Object.entries(FILES_OF_STACKS))(
    "a file of %s costs at most 5 points of recall",
    (_stack, file) => {
      expect(recallIn(file)).toBeGreaterThanOrEqual(recallWithoutFile - 0.05);
    },
  );
});
