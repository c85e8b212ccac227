import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { EXPORTED_FIELDS } from "../../../src/decisions/rules/decision-fields.ts";
import { decisionDigest } from "../../../src/portability/rules/decision-digest.ts";
import type { DecisionRecord } from "../../../src/portability/rules/import-store.ts";
import { DAY, fullDecision, screened } from "../../support/decisions.ts";

const by = { kind: "agent", name: screened("coding-agent"), person: screened("Jane Doe") } as const;
const LATER = new Date(DAY.getTime() + 1);

const RECORD: DecisionRecord = {
  kind: "decision",
  decision: {
    ...fullDecision({ author: by }),
    dueAt: DAY,
    notes: [{ text: screened("Slow"), at: DAY, by }],
    confidenceUpdates: [{ confidence: 0.5, at: DAY, by }],
  },
  outcomes: [
    {
      id: "out_1",
      decisionId: "dec_1",
      project: "shop",
      domain: "database",
      status: "success",
      score: 1,
      at: DAY,
      statedConfidence: 0.8,
      reported: { ciPassed: true, performanceMetrics: { p99: 1 } },
      signals: [{ id: "sig_1", type: "ci_passed", valence: "positive", at: DAY }],
      lessons: [screened("Index first")],
      metrics: { reliability: 1 },
      author: by,
    },
  ],
  signals: [
    {
      id: "sig_1",
      decisionId: "dec_1",
      project: "shop",
      type: "ci_passed",
      valence: "positive",
      description: screened("Green"),
      metrics: { seconds: 3 },
      at: DAY,
      author: by,
    },
  ],
  files: [
    {
      project: "shop",
      folder: "docs",
      path: "0001-x.md",
      decisionId: "dec_1",
      text: screened("# 1. X"),
      dress: { byteOrderMark: false, lineEnding: "lf", otherwise: [] },
      fileHash: "a",
      memoryHash: "b",
    },
  ],
};

/** The record with one value in it changed, for each value there is. */
function changes(value: unknown, path = ""): { path: string; changed: unknown }[] {
  if (value === null || typeof value !== "object" || value instanceof Date)
    return [{ path, changed: otherThan(value) }];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    changes(inner, `${path}.${key}`).map(({ path: at, changed }) => ({
      path: at,
      changed: isList
        ? value.map((item, i) => (String(i) === key ? changed : item))
        : { ...value, [key]: changed },
    })),
  );
}

function otherThan(value: unknown): unknown {
  if (value instanceof Date) return LATER;
  if (typeof value === "number") return value + 0.25;
  if (typeof value === "boolean") return !value;
  return `${value}!`;
}

const DERIVED = /^\.decision\.(?:contextHash|hashVersion|outcome|supersedes|supersededBy)/;
const all = changes(RECORD).filter(({ path }) => path !== ".kind");
const covered = all.filter(({ path }) => !DERIVED.test(path) && !path.endsWith(".memoryHash"));

describe("the digest that verifies an import", () => {
  it("covers every exported field", () => {
    const empty = EXPORTED_FIELDS.filter((name) => {
      const value = RECORD.decision[name];
      return value === undefined || (Array.isArray(value) && value.length === 0);
    });
    expect(empty).toEqual([]);
  });

  it.each(covered)("changes with $path", ({ changed }) => {
    expect(decisionDigest(changed as DecisionRecord)).not.toBe(decisionDigest(RECORD));
  });

  it.each(all.filter((change) => !covered.includes(change)))("does not change with $path", ({ changed }) => {
    expect(decisionDigest(changed as DecisionRecord)).toBe(decisionDigest(RECORD));
  });

  it.each(["outcomes", "signals", "files"] as const)("misses %s that are gone", (history) => {
    expect(decisionDigest({ ...RECORD, [history]: [] })).not.toBe(decisionDigest(RECORD));
  });

  it("does not depend on the order of keys and aliases", () => {
    const { decision } = RECORD;
    const turned = Object.fromEntries(Object.entries(decision).reverse()) as unknown as Decision;
    const aliases = [...decision.aliases].reverse();
    expect(decisionDigest({ ...RECORD, decision: { ...turned, aliases } })).toBe(decisionDigest(RECORD));
  });
});
