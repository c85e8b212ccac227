import { describe, expect, it } from "vitest";
import { profileSchema } from "../../../src/recall/embedding/profile-file.ts";
import { fitProfile, ownQuestions, scriptsRead } from "../../../src/recall/rules/fit-profile.ts";
import { fitLogistic, logit } from "../../../src/recall/rules/logistic.ts";
import { SCRIPTS, type Script, SHIPPED_PROFILE } from "../../../src/recall/rules/model-profile.ts";
import { BY_WORDS } from "../../../src/recall/rules/relevance.ts";

describe("Questions made from a decision", () => {
  it("are its statement, and what the second half of its reasons begins with", () => {
    const rest =
      "A relational database is consistent. It is known to all of us. Backups are easy. Nobody minds.";
    expect(ownQuestions("Use PostgreSQL", rest)).toEqual([
      { question: "Use PostgreSQL", passage: rest },
      {
        question: "Backups are easy. Nobody minds.",
        passage: "Use PostgreSQL. A relational database is consistent. It is known to all of us.",
      },
    ]);
  });

  it("need more than a few words besides the statement", () => {
    expect(ownQuestions("Use PostgreSQL", "It is fine.")).toBeUndefined();
    expect(ownQuestions("Use PostgreSQL", "")).toBeUndefined();
  });

  it("are both the statement if the reasons are one sentence", () => {
    const rest = "a relational database that is consistent and known to all";
    const [first, second] = ownQuestions("Use PostgreSQL", rest) ?? [];
    expect(second).toEqual(first);
  });
});

describe("A logistic regression", () => {
  it("finds the weights that the examples were drawn with, and takes a known part into account", () => {
    const xs = Array.from({ length: 2001 }, (_, i) => (i - 1000) / 250);
    const examples = xs.flatMap((x) => {
      const probability = 1 / (1 + Math.exp(-(0.5 + 2 * x)));
      return [
        { values: [x], holds: true, weight: probability },
        { values: [x], holds: false, weight: 1 - probability },
      ];
    });
    const [bias, slope] = fitLogistic(examples);
    expect(bias).toBeCloseTo(0.5, 3);
    expect(slope).toBeCloseTo(2, 3);
    const [rest, same] = fitLogistic(examples.map((one) => ({ ...one, offset: 3 })));
    expect(rest).toBeCloseTo(-2.5, 3);
    expect(same).toBeCloseTo(2, 3);
  });

  it("does not overshoot where a known part is large and the classes are nearly separate", () => {
    const examples = [-9, -1, 1, 9].map((x) => ({ values: [x], holds: x > 0, weight: 1, offset: 8 }));
    const weights = fitLogistic(examples);
    expect(8 + logit(weights, [1])).toBeGreaterThan(0);
    expect(8 + logit(weights, [-1])).toBeLessThan(0);
  });
});

describe("The scripts that a model reads", () => {
  const turned = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));
  const latin = [0, 1, 2, 3].map(turned);

  it("are those in which three of four sentences are closest to their own translation", () => {
    const vectors = { hangul: [0.1, 1.1, 2.1, 3.1], kana: [0.1, 1.1, 2.1, 0], han: [0.1, 1.1, 0, 0] };
    const read = scriptsRead((script) => {
      if (script === "latin") return latin;
      return (vectors[script as keyof typeof vectors] ?? [0, 0, 0, 0]).map(turned);
    });
    expect(read).toEqual(["hangul", "kana"]);
  });

  it("are none for a model that takes all texts for equal", () => {
    expect(scriptsRead(() => [0, 0, 0, 0].map(turned))).toEqual([]);
  });
});

describe("Fitting a model that reads scripts", () => {
  const turned = (...angles: number[]) => ({
    texts: angles.map((_, i) => `words number ${i}`),
    vectors: angles.map((angle) => Float32Array.of(Math.cos(angle), Math.sin(angle))),
  });
  const fitted = (reads: readonly Script[], inHangul = turned(0.9, 0.91)) =>
    fitProfile({
      own: [{ questions: turned(0.05, 0.25, 0.45), passages: turned(0, 0.2, 0.4) }],
      foreign: turned(1.3, 1.31, 1.32),
      foreignIn: Object.fromEntries(
        SCRIPTS.map((script) => [script, script === "hangul" ? inHangul : turned(1.3, 1.31)]),
      ) as Record<Script, ReturnType<typeof turned>>,
      decisions: turned(0, 0.02, 0.04),
      reads,
    }).profile;

  it("has weights by words alone for CJK, as long as it reads none of it", () => {
    expect(fitted([]).relevance.cjk).toEqual(BY_WORDS.cjk);
    expect(fitted([]).wordsShare).toEqual(SHIPPED_PROFILE.wordsShare);
  });

  it("has weights without words for CJK if it reads some of it, and needs more where foreign questions come closer", () => {
    const reading = fitted(["hangul"]);
    expect(reading.relevance.cjk).toMatchObject({ words: 0, known: 0 });
    expect(reading.relevance.cjk.cosine).toBeGreaterThan(0);
    expect(reading.wordsShare.cjk).toBe(SHIPPED_PROFILE.wordsShare.latin);
    expect(reading.leastCosine).toBeGreaterThan(fitted([]).leastCosine);
    const closer = fitted(["hangul"], turned(0.6, 0.61));
    expect(closer.leastCosine).toBeGreaterThan(reading.leastCosine);
    // What it does not read counts for nothing.
    expect(fitted(["kana"], turned(0.6, 0.61))).toEqual(fitted(["kana"]));
  });
});

describe("Fitting a model that takes all texts for equal", () => {
  it("still gives a profile, by which cosines say nothing", () => {
    const same = (texts: readonly string[]) => ({
      texts,
      vectors: texts.map(() => Float32Array.of(0.6, 0.8)),
    });
    const passages = same(["Use PostgreSQL for orders", "Write logs as JSON"]);
    const { profile } = fitProfile({
      own: [{ questions: same(["orders", "logs"]), passages }],
      foreign: same(["bread", "cats"]),
      foreignIn: Object.fromEntries(SCRIPTS.map((script) => [script, same(["bread"])])) as never,
      decisions: passages,
      reads: [],
    });
    expect(profileSchema(SCRIPTS).parse(profile)).toEqual(profile);
    expect(profile.relevance.latin.cosine).toBeLessThan(1e-3);
  });
});
