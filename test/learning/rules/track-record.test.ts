import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { failedWays } from "../../../src/learning/rules/precedent-warnings.ts";
import { type SettledPrecedent, trackRecord } from "../../../src/learning/rules/track-record.ts";
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

  it("puts what is alike on this way, what is not on other ways, and leaves out what is hardly relevant", () => {
    const alike = settled(false, "Dedicated ingress controllers for teams");
    const other = settled(true, "Share one proxy among everybody");
    const far = settled(true, "Rotate the logs weekly");
    const found = [...relevant([alike, other]), ...relevant([far], 0.01)];
    const { thisWay, otherWays } = trackRecord(
      proposed("Give every large team its own dedicated public ingress controller"),
      found,
    );
    expect([thisWay.worked, thisWay.failed]).toEqual([[], [alike]]);
    expect([otherWays.worked, otherWays.failed]).toEqual([[other], []]);
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

  it("is given if the same choice worked out before it failed, or less often", () => {
    const earlier = { ...settled(true, "Use MongoDB for orders"), createdAt: new Date(0) };
    const workedAt = (at: Date): Decision => ({
      ...earlier,
      outcome: { id: "out_x", status: "success", score: 1, at },
    });
    const warned = (...decisions: Decision[]) =>
      failedWays(trackRecord(proposed("Keep the orders in MongoDB"), relevant(decisions)), []).length;
    const failedAt = failed.outcome?.at.getTime() ?? 0;
    expect(warned(failed, workedAt(new Date(failedAt)))).toBe(1);
    expect(warned(failed, workedAt(new Date(failedAt + 1)))).toBe(0);
    expect(warned(failed, mongo(), workedAt(new Date(Date.UTC(2030, 0))))).toBe(1);
  });

  it("goes by the last change of a decision that failed without an outcome", () => {
    const gone = decision({
      statement: "Use MongoDB for orders",
      progress: "failed",
      updatedAt: new Date(Date.UTC(2028, 0)),
    });
    const since = (at: Date): Decision => ({
      ...settled(true, "Use MongoDB for orders"),
      outcome: { id: "out_y", status: "success", score: 1, at },
    });
    const warned = (worked: Decision) =>
      failedWays(trackRecord(proposed("Keep the orders in MongoDB"), relevant([gone, worked])), []).length;
    expect(warned(since(new Date(Date.UTC(2027, 0))))).toBe(1);
    expect(warned(since(new Date(Date.UTC(2029, 0))))).toBe(0);
  });

  it("names five of the decisions and counts the others", () => {
    const evidenceOf = (count: number) =>
      failedWays(trackRecord(proposed("Keep the orders in MongoDB"), relevant(times(count, mongo))), [])[0]
        ?.evidence;
    expect(evidenceOf(5)).toMatch(/^This way worked out in 0 of 5 \((?:dec_\d+, ){4}dec_\d+\)$/);
    expect(evidenceOf(7)).toMatch(/^This way worked out in 0 of 7 \((?:dec_\d+, ){4}dec_\d+ and 2 more\)$/);
  });

  it("is not given for what is only alike and hardly a risk", () => {
    const found = relevant([settled(false, "Dedicated ingress controllers for teams")], 0.1);
    const alike = trackRecord(
      proposed("Give every large team its own dedicated public ingress controller"),
      found,
    );
    expect(alike.risk).toBeLessThan(0.15);
    expect(failedWays({ ...alike, thisWay: { worked: [], failed: [failed] } }, [])).toEqual([]);
    const severityAt = (risk: number) =>
      failedWays({ ...alike, thisWay: { worked: [], failed: [failed] }, risk }, []).map(
        ({ severity }) => severity,
      );
    expect([0.15, 0.3, 0.45].map(severityAt)).toEqual([["low"], ["medium"], ["high"]]);
  });

  it("is not given for another purpose", () => {
    const elsewhere = trackRecord(proposed("Use MongoDB for the audit trail"), relevant([failed], 0.2));
    expect(failedWays(elsewhere, [])).toEqual([]);
  });
});
