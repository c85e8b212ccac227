import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byGravity, riskOf, WARNING_TYPES, type Warning } from "../../../src/learning/rules/warning.ts";
import { SEVERITIES } from "../../../src/shared/severity.ts";

const severity = fc.constantFrom(...SEVERITIES);
const severities = fc.array(
  severity.map((one) => ({ severity: one })),
  { maxLength: 12 },
);
const of = (...given: Warning["severity"][]) => riskOf(given.map((one) => ({ severity: one })));

describe("The risk score of a decision", () => {
  it.each([
    [[], 0, "clear"],
    [["low"], 0.1, "clear"],
    [["low", "low", "low"], 0.271, "clear"],
    [["medium"], 0.3, "caution"],
    [["low", "low", "low", "low"], 0.3439, "caution"],
    [["high"], 0.5, "caution"],
    [["high", "medium"], 0.65, "caution"],
    [["high", "high"], 0.75, "block"],
    [["medium", "medium", "medium", "medium"], 0.7599, "block"],
    [["critical"], 0.9, "block"],
    [["critical", "high"], 0.95, "block"],
  ] as const)("%j is %d: %s", (given, riskScore, firewallStatus) => {
    expect(of(...given)).toEqual({ riskScore, firewallStatus });
  });

  it("never falls when a warning is added, and stays within 0 and 1", () => {
    fc.assert(
      fc.property(severities, severity, (given, added) => {
        const before = riskOf(given).riskScore;
        const after = riskOf([...given, { severity: added }]).riskScore;
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(1);
        expect(before).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("never falls when the severity of a warning rises", () => {
    fc.assert(
      fc.property(severities, (given) => {
        const graver = (i: number) => SEVERITIES[Math.min(SEVERITIES.length - 1, i + 1)] ?? "critical";
        const all = given.map((one) => ({ severity: graver(SEVERITIES.indexOf(one.severity)) }));
        expect(riskOf(all).riskScore).toBeGreaterThanOrEqual(riskOf(given).riskScore);
      }),
    );
  });

  it("does not depend on the order, and the status follows from the score alone", () => {
    fc.assert(
      fc.property(severities, (given) => {
        const { riskScore, firewallStatus } = riskOf(given);
        expect(riskOf([...given].reverse())).toEqual({ riskScore, firewallStatus });
        expect(firewallStatus).toBe(riskScore < 0.3 ? "clear" : riskScore < 0.7 ? "caution" : "block");
      }),
    );
  });
});

describe("The order of warnings", () => {
  it("is by severity, then by type", () => {
    const warning = fc.record({ type: fc.constantFrom(...WARNING_TYPES), severity });
    fc.assert(
      fc.property(fc.array(warning), (given) => {
        const sorted = byGravity(given as Warning[]);
        expect(sorted).toHaveLength(given.length);
        const rank = ({ type, severity: grave }: Pick<Warning, "type" | "severity">) =>
          -10 * SEVERITIES.indexOf(grave) + WARNING_TYPES.indexOf(type) / 10;
        const ranks = sorted.map(rank);
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
    );
  });
});
