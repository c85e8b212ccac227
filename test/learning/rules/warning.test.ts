import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byGravity, riskOf, WARNING_TYPES, type Warning } from "../../../src/learning/rules/warning.ts";
import { SEVERITIES } from "../../../src/shared/severity.ts";

const severity = fc.constantFrom(...SEVERITIES);
const severities = fc.array(
  severity.map((one) => ({ severity: one })),
  { maxLength: 12 },
);
const danger = (severity: Warning["severity"]) => ({ type: "antipattern", severity }) as const;
const of = (...given: Warning["severity"][]) => risk(given.map((one) => ({ severity: one })));
/** The risk of dangers of these severities alone. */
const risk = (given: readonly Pick<Warning, "severity">[]) =>
  riskOf(
    given.map(({ severity: one }) => danger(one)),
    0,
    false,
  );

describe("The risk of a decision", () => {
  it("is the largest of its channels, and confidence is none", () => {
    const warnings = [
      danger("medium"),
      { type: "contradiction", severity: "high" },
      { type: "overconfidence", severity: "high", risk: 0 },
      { type: "threat", severity: "high" },
    ] as const;
    expect(riskOf(warnings, 0.2, false)).toEqual({
      riskScore: 0.5,
      firewallStatus: "caution",
      channels: { dangers: 0.3, contradictions: 0.5, history: 0.2 },
    });
    expect(riskOf(warnings, 0.9, false)).toMatchObject({ riskScore: 0.9, firewallStatus: "block" });
  });

  it("is not counted twice for what was learned from the outcomes", () => {
    expect(riskOf([{ ...danger("high"), isLearned: true }], 0.4, true).riskScore).toBe(0.4);
  });

  it("is never clear beside a related failure or a decision in force that says otherwise", () => {
    expect(riskOf([], 0.05, true)).toMatchObject({ riskScore: 0.05, firewallStatus: "caution" });
    const contradiction = { type: "contradiction", severity: "low" } as const;
    expect(riskOf([contradiction], 0, false).firewallStatus).toBe("caution");
    expect(riskOf([], 0.05, false).firewallStatus).toBe("clear");
  });
});

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
    expect(of(...given)).toMatchObject({ riskScore, firewallStatus });
  });

  it("never falls when a warning is added, and stays within 0 and 1", () => {
    fc.assert(
      fc.property(severities, severity, (given, added) => {
        const before = risk(given).riskScore;
        const after = risk([...given, { severity: added }]).riskScore;
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
        expect(risk(all).riskScore).toBeGreaterThanOrEqual(risk(given).riskScore);
      }),
    );
  });

  it("does not depend on the order, and the status follows from the score alone", () => {
    fc.assert(
      fc.property(severities, (given) => {
        const { riskScore, firewallStatus } = risk(given);
        expect(risk([...given].reverse())).toMatchObject({ riskScore, firewallStatus });
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
