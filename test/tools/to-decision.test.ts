import { describe, expect, it } from "vitest";
import { captureDecision } from "../../src/app/decisions/capture-decision.ts";
import { FIELD_NAMES } from "../../src/domain/decisions/decision-fields.ts";
import { decisionFields, SHOWN_AS } from "../../src/tools/membria/decision-fields.ts";
import { toDecision } from "../../src/tools/to-decision.ts";
import { DAY, fullDecision, screened } from "../support/decisions.ts";

const { statement, label, sessionId } = captureDecision.input.shape;
const input = captureDecision.input
  .pick({ risks: true })
  .extend({
    title: statement,
    mood: label,
    about: captureDecision.input.pick({ sessionId: true }).optional(),
  });

const mapping = toDecision(
  input,
  captureDecision,
  {
    title: "statement",
    risks: "risks",
    mood: (mood) => ({ label: mood, reportSameTopic: mood !== undefined }),
    about: { sessionId: "sessionId" },
  },
  { confidenceStated: false },
).notTaking([
  "topic",
  "reasoning",
  "domain",
  "module",
  "confidence",
  "alternatives",
  "assumptions",
  "riskLevel",
  "evidence",
  "consequences",
  "dueDays",
]);

describe("arguments that become a decision", () => {
  it("are fields under other names, or made into some, also from within others", () => {
    const given = { title: "Use queues", risks: ["Cost"], mood: "hopeful", about: { sessionId: "s-1" } };
    expect(mapping(given)).toEqual({
      confidenceStated: false,
      statement: "Use queues",
      risks: ["Cost"],
      label: "hopeful",
      reportSameTopic: true,
      sessionId: "s-1",
    });
    expect(sessionId.parse(mapping(given).sessionId)).toBe("s-1");
  });

  it("that were not given leave the operation its defaults", () => {
    const bare = captureDecision.input.parse(mapping({ title: "Use queues", risks: [] }));
    expect(bare).toMatchObject({ statement: "Use queues", reportSameTopic: false, evidence: [] });
    expect([bare.label, bare.sessionId]).toEqual([undefined, undefined]);
  });
});

describe("a decision as membria_get_decision shows it", () => {
  const by = { kind: "agent", name: screened("coding-agent") } as const;
  const full = {
    ...fullDecision(),
    outcome: { id: "out_1", status: "success", score: 1, at: DAY } as const,
    notes: [{ text: screened("Slow"), at: DAY, by }],
  };

  it("has every field that is said to be shown", () => {
    const shown = FIELD_NAMES.flatMap((name) => SHOWN_AS[name] ?? []);
    expect(Object.keys(decisionFields(full))).toEqual(expect.arrayContaining(shown));
  });

  it("has no key for what there is not", () => {
    const { riskLevel: _, linkedPr: __, ...without } = full;
    expect(Object.keys(decisionFields(without))).not.toEqual(expect.arrayContaining(["risk_level"]));
    expect(decisionFields(without)).not.toHaveProperty("linked_pr");
  });
});
