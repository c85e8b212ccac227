import { beforeAll, describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/index.ts";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { estimateFrom, riskOfHistory } from "../../../src/learning/rules/estimate.ts";
import { failedWays } from "../../../src/learning/rules/precedent-warnings.ts";
import { sameWayBy } from "../../../src/learning/rules/same-way.ts";
import {
  failedOf,
  type SettledPrecedent,
  type TrackRecord,
  trackRecord,
} from "../../../src/learning/rules/track-record.ts";
import { evidenceFor, waysOf } from "../../../src/learning/rules/ways.ts";
import type { BetaMath } from "../../../src/shared/ports.ts";
import { type DecisionFields, decision, screened } from "../../support/decisions.ts";

let made = 0;

function settled(worked: boolean, statement: string, fields: DecisionFields = {}): Decision {
  made++;
  const day = new Date(Date.UTC(2026, 0, made));
  return {
    ...decision({ id: `dec_${String(made).padStart(3, "0")}`, statement, createdAt: day, ...fields }),
    outcome: { id: `out_${made}`, status: worked ? "success" : "failure", score: worked ? 1 : 0, at: day },
  };
}

const times = (n: number, make: () => Decision): Decision[] => Array.from({ length: n }, make);
const relevant = (decisions: readonly Decision[], relevance = 0.9): SettledPrecedent[] =>
  decisions.map((one) => ({ decision: one, relevance }));
const proposed = (statement: string, alternatives: readonly string[] = []) => ({ statement, alternatives });
const mongo = () => settled(false, "Use MongoDB for orders");
const postgres = () => settled(true, "Use PostgreSQL for orders");

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

/** The record that the words of the decisions give, with a confidence of 0.7. */
function recordFor(choice: ReturnType<typeof proposed>, found: readonly SettledPrecedent[]): TrackRecord {
  const sameWay = sameWayBy(undefined);
  const settledOnes = found.flatMap(({ decision: { id, outcome, ...rest } }) =>
    outcome ? [{ ...outcome, id, choice: rest }] : [],
  );
  const evidence = evidenceFor({ choice }, waysOf(settledOnes, sameWay), sameWay, () => 1);
  return trackRecord(found, evidence, riskOfHistory(estimateFrom(0.7, 3, evidence), math));
}

describe("The track record of a proposed way", () => {
  it("counts the same way apart from other ways for the same thing", () => {
    const record = recordFor(
      proposed("Use PostgreSQL for carts"),
      relevant([...times(10, postgres), ...times(4, mongo)]),
    );
    expect(record.thisWay.counts).toEqual({ worked: 10, partly: 0, failed: 0 });
    expect(record.otherWays.counts).toEqual({ worked: 0, partly: 0, failed: 4 });
    expect(record.risk).toBeLessThan(0.01);
    expect(failedOf(record.thisWay)).toEqual([]);
    expect(failedWays(record, [])).toEqual([]);
  });

  it("knows which decisions went otherwise", () => {
    const failures = times(3, mongo);
    const record = recordFor(
      proposed("Use PostgreSQL for carts"),
      relevant([...times(3, postgres), ...failures]),
    );
    for (const { id } of failures) expect(record.goneOtherwise.has(id)).toBe(true);
  });

  it("has a risk that grows with each failure", () => {
    const risks = [1, 2, 3, 4].map(
      (count) => recordFor(proposed("Keep the orders in MongoDB"), relevant(times(count, mongo))).risk,
    );
    expect(risks).toEqual([...risks].sort((a, b) => a - b));
    expect(risks.at(-1)).toBeGreaterThan(0.5);
  });

  it("has nothing of what is about something else", () => {
    const record = recordFor(proposed("Write the handbook in Markdown"), relevant([mongo()], 0.1));
    expect(record.thisWay.decisions).toEqual([]);
    expect(record.risk).toBeLessThan(0.1);
  });
});

describe("The warning about a way that failed", () => {
  let failed: Decision;
  let record: TrackRecord;
  const lessons = [screened("Transactions across documents got lost")];
  beforeAll(() => {
    failed = settled(false, "Use MongoDB for orders", { id: "dec_old", alternatives: ["PostgreSQL"] });
    record = { ...recordFor(proposed("Use MongoDB for orders"), relevant([failed])), risk: 0.7 };
  });

  it("names the decision, the counts, the lesson and what replaced it", () => {
    const replacement = decision({ id: "dec_new", statement: "Use PostgreSQL for orders" });
    const [warning] = failedWays(record, [{ decision: failed, lessons, replacement }]);
    expect(warning).toMatchObject({
      type: "rejected_choice",
      severity: "high",
      message: expect.stringMatching(
        /^This was tried already and failed: dec_old of 2026-\d\d-\d\d, on 2026-\d\d-\d\d\.$/,
      ),
      evidence: "This way: 1 failed (dec_old); dec_old was replaced by dec_new",
      evidenceIds: ["dec_old", "dec_new"],
      recommendation: "Go by dec_new, or say what has changed since dec_old.",
    });
    expect(warning?.quotes.map(({ text }) => text)).toEqual([
      "Use MongoDB for orders",
      "Transactions across documents got lost",
      "Use PostgreSQL for orders",
    ]);
    expect(warning?.message).not.toContain("MongoDB");
  });

  it("never recommends a replacement that failed too, but what was turned down", () => {
    const replacement = settled(false, "Use CouchDB for orders");
    const [warning] = failedWays(record, [{ decision: failed, lessons: [], replacement }]);
    expect(warning?.recommendation).toBe("Consider what dec_old turned down, or say what has changed since.");
    expect(warning?.quotes).toContainEqual({ from: "turned down by dec_old", text: "PostgreSQL" });
  });

  it("recommends the other way that worked", () => {
    const [worked, ...more] = times(3, postgres);
    const found = relevant([mongo(), mongo(), worked as Decision, ...more]);
    const [warning] = failedWays(recordFor(proposed("Use MongoDB for carts"), found), []);
    expect(warning?.recommendation).toContain(`Go by ${worked?.id}`);
    expect(warning?.evidence).toContain("other ways: 3 worked");
  });

  it("names five of the decisions and counts the others", () => {
    const evidenceOf = (count: number) =>
      failedWays(recordFor(proposed("Use MongoDB for orders"), relevant(times(count, mongo))), [])[0]
        ?.evidence;
    expect(evidenceOf(5)).toMatch(/^This way: 5 failed \((?:dec_\d+, ){4}dec_\d+\)$/);
    expect(evidenceOf(7)).toMatch(/^This way: 7 failed \((?:dec_\d+, ){4}dec_\d+ and 2 more\)$/);
  });

  it("is not given where failures are hardly a risk", () => {
    expect(failedWays({ ...record, risk: 0.14 }, [])).toEqual([]);
    expect(failedWays({ ...record, risk: 0.15 }, [])).toHaveLength(1);
  });
});
