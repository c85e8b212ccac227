import { describe, expect, it } from "vitest";
import { isOtherChoice, sameChoice } from "../../src/decisions/rules/statements/choice.ts";
import { triggeredBy } from "../../src/decisions/rules/triggered-antipatterns.ts";
import { absoluteLanguage } from "../../src/learning/rules/statement-warnings.ts";
import { ANTIPATTERNS } from "../../src/main/knowledge.ts";
import { DECISION_RECORDS } from "../support/decision-records.ts";

/** Of the many public ones every so many, so that a run is short; all of them with the long tests. */
const SOAK = process.env["MEMBRIA_SOAK"] === "1";

describe.each(DECISION_RECORDS)("On $name, which engineers found good", ({ items: records, isPublic }) => {
  const step = isPublic && !SOAK ? 5 : 1;
  const sampled = <T>(all: readonly T[]): T[] => all.filter((_, i) => i % step === 0);
  const sentences = sampled(
    records
      .flatMap(({ title, decision, context, consequences }) =>
        [title, decision, context, consequences].join("\n").split(/(?<=[.!?])\s+|\n/),
      )
      .filter((sentence) => sentence.length >= 10 && sentence.length <= 500),
  );

  it("no antipattern matches any of their sentences", () => {
    expect(sentences.length * step).toBeGreaterThan(isPublic ? 10_000 : 80);
    expect(sentences.filter((sentence) => triggeredBy(sentence, ANTIPATTERNS).length > 0)).toEqual([]);
  });

  it("no absolute language is found, at any confidence", () => {
    const claims = (statement: string) => absoluteLanguage({ statement, domain: "general", confidence: 1 });
    expect(sentences.filter((sentence) => claims(sentence).length > 0)).toEqual([]);
  });

  it("decisions of one project do not contradict each other or repeat each other, unless one replaced the other", () => {
    const meant = records.map((record) => ({ ...record, statement: record.title, alternatives: [] }));
    const alarms: string[] = [];
    let pairs = 0;
    for (const [i, one] of meant.entries()) {
      for (const other of sampled(meant.slice(i + 1))) {
        if (one.repo !== other.repo) continue;
        pairs++;
        const replaced = [...one.superseded_by, ...one.supersedes].includes(other.id);
        if (replaced || one.title === other.title) continue;
        if (isOtherChoice(one, other) || sameChoice(one, other)) alarms.push(`${one.title} / ${other.title}`);
      }
    }
    expect(pairs * step).toBeGreaterThan(isPublic ? 1_000 : 50);
    expect(alarms).toEqual([]);
  });
});
