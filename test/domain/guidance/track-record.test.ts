import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/domain/decisions/decision.ts";
import { type SettledPrecedent, trackRecord } from "../../../src/domain/guidance/track-record.ts";
import { failedWays } from "../../../src/domain/guidance/warnings/failed-ways.ts";
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

describe("The track record of a proposed way", () => {
  it("counts the same choice apart from other choices for the same thing", () => {
    const found = relevant([...times(10, postgres), ...times(4, mongo)]);
    const record = trackRecord(proposed("Use PostgreSQL for orders"), found);
    expect([record.thisWay.worked.length, record.thisWay.failed.length]).toEqual([10, 0]);
    expect([record.otherWays.worked.length, record.otherWays.failed.length]).toEqual([0, 4]);
    expect(record.risk).toBe(0);
    expect(failedWays(record, [])).toEqual([]);
  });

  it.each([
    [1, 0, 0.3, 0.69],
    [2, 0, 0.7, 1],
    [3, 0, 0.7, 1],
    [1, 1, 0.1, 0.29],
    [1, 2, 0, 0],
    [1, 9, 0, 0],
  ])("after %i failures and %i successes has a risk from %d to %d", (failures, successes, low, high) => {
    const found = relevant([
      ...times(failures, mongo),
      ...times(successes, () => settled(true, "Use MongoDB for orders")),
    ]);
    const { risk } = trackRecord(proposed("Keep the orders in MongoDB"), found);
    expect(risk).toBeGreaterThanOrEqual(low);
    expect(risk).toBeLessThanOrEqual(high);
  });

  it("has a risk that every failure raises and every success lowers", () => {
    const counts = fc.record({ failed: fc.nat(12), worked: fc.nat(12) });
    const riskOf = (failed: number, worked: number) =>
      trackRecord(
        proposed("Use MongoDB for orders"),
        relevant([...times(failed, mongo), ...times(worked, () => settled(true, "Use MongoDB for orders"))]),
      ).risk;
    void fc.assert(
      fc.property(counts, ({ failed, worked }) => {
        const risk = riskOf(failed, worked);
        expect(riskOf(failed + 1, worked)).toBeGreaterThanOrEqual(risk);
        expect(riskOf(failed, worked + 1)).toBeLessThanOrEqual(risk);
      }),
    );
  });

  it("tells a way from its opposite by what was turned down, in other words", () => {
    const found = relevant([
      settled(false, "Run migrations when the container starts", { alternatives: ["a job in the pipeline"] }),
      settled(false, "Call migrate in the bootstrap of the service", { alternatives: ["a release step"] }),
      settled(true, "Migrations run as a job before the rollout", { alternatives: ["at container start"] }),
    ]);
    const again = proposed("The service applies migrations when it starts", ["a job before the rollout"]);
    const otherwise = proposed("A job in the pipeline applies migrations", ["when the service starts"]);
    expect(trackRecord(again, found).risk).toBeGreaterThan(0.3);
    expect(trackRecord(otherwise, found).risk).toBeLessThan(0.15);
  });

  it("never stops a decision for what is only alike", () => {
    const found = relevant(
      times(20, () => settled(false, "Dedicated ingress controllers for teams")),
      1,
    );
    const { risk, isSameChoice } = trackRecord(
      proposed("Give every large team its own dedicated public ingress controller"),
      found,
    );
    expect(isSameChoice).toBe(false);
    expect(risk).toBeGreaterThan(0.3);
    expect(risk).toBeLessThan(0.7);
  });

  it("is empty without outcomes", () => {
    expect(trackRecord(proposed("Use PostgreSQL"), [])).toMatchObject({ risk: 0, isSameChoice: false });
  });
});

describe("The warning about a way that failed", () => {
  const failed = settled(false, "Use MongoDB for orders", { id: "dec_old", alternatives: ["PostgreSQL"] });
  const record = trackRecord(proposed("Keep the orders in MongoDB"), relevant([failed]));
  const lessons = [screened("Transactions across documents got lost")];

  it("names the decision, the counts, the lesson and what replaced it", () => {
    const replacement = decision({ id: "dec_new", statement: "Use PostgreSQL for orders" });
    const [warning] = failedWays(record, [{ decision: failed, lessons, replacement }]);
    expect(warning).toMatchObject({
      type: "rejected_choice",
      severity: "high",
      message: expect.stringMatching(
        /^This was tried already and failed: dec_old of 2026-\d\d-\d\d, on 2026-\d\d-\d\d\.$/,
      ),
      evidence: "This way worked out in 0 of 1 (dec_old); dec_old was replaced by dec_new",
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
    const found = relevant([failed, worked as Decision, ...more]);
    const [warning] = failedWays(trackRecord(proposed("Keep the orders in MongoDB"), found), []);
    expect(warning?.recommendation).toContain(`Go by ${worked?.id}`);
    expect(warning?.evidence).toContain("other ways worked out in 3 of 3");
  });

  it("is not given once the same choice worked out since, as often", () => {
    const later = settled(true, "Use MongoDB for orders again");
    const since = trackRecord(proposed("Keep the orders in MongoDB"), relevant([failed, later]));
    expect(failedWays(since, [])).toEqual([]);
  });

  it("is not given for another purpose", () => {
    const elsewhere = trackRecord(proposed("Use MongoDB for the audit trail"), relevant([failed], 0.2));
    expect(failedWays(elsewhere, [])).toEqual([]);
  });
});
