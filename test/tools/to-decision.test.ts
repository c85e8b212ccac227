import { describe, expect, it } from "vitest";
import * as z from "zod";
import { FIELD_NAMES } from "../../src/decisions/rules/decision-fields.ts";
import { defineOperation } from "../../src/shared/operations/operation.ts";
import { decisionFields, SHOWN_AS, wholeDecisionFields } from "../../src/tools/membria/decision-fields.ts";
import { toDecision } from "../../src/tools/to-decision.ts";
import { DAY, fullDecision, screened } from "../support/decisions.ts";

const remember = defineOperation({
  name: "remember-decision",
  summary: "Stands for any operation that makes a decision.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    statement: z.string(),
    confidenceStated: z.boolean(),
    risks: z.array(z.string()).default([]),
    label: z.string().optional(),
    reportSameTopic: z.boolean().default(false),
    sessionId: z.string().optional(),
    reasoning: z.string().optional(),
  }),
  run: (input) => Promise.resolve(input),
});

const input = z.strictObject({
  title: z.string(),
  risks: z.array(z.string()).optional(),
  mood: z.string().optional(),
  about: z.strictObject({ session: z.string().optional() }).optional(),
});

const mapping = toDecision(
  input,
  remember,
  {
    title: "statement",
    risks: "risks",
    mood: (mood) => ({ label: mood, reportSameTopic: mood !== undefined }),
    about: { session: "sessionId" },
  },
  { confidenceStated: false },
).notTaking(["reasoning"]);

describe("arguments that become a decision", () => {
  it("are mapped to fields by name, by a function, or from nested arguments", () => {
    expect(
      mapping({ title: "Use queues", risks: ["Cost"], mood: "hopeful", about: { session: "s-1" } }),
    ).toEqual({
      confidenceStated: false,
      statement: "Use queues",
      risks: ["Cost"],
      label: "hopeful",
      reportSameTopic: true,
      sessionId: "s-1",
    });
  });

  it("that were not given leave the operation its defaults", () => {
    expect(remember.input.parse(mapping({ title: "Use queues" }))).toEqual({
      statement: "Use queues",
      confidenceStated: false,
      risks: [],
      label: undefined,
      reportSameTopic: false,
      sessionId: undefined,
    });
  });

  it("list the fields they do not take", () => {
    expect(mapping.notTaken).toEqual(["reasoning"]);
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
    expect(Object.keys(wholeDecisionFields(full))).toEqual(expect.arrayContaining(shown));
  });

  it("has no key for an undefined value", () => {
    const { riskLevel: _, linkedPr: __, ...without } = full;
    expect(Object.keys(decisionFields(without))).not.toEqual(expect.arrayContaining(["risk_level"]));
    expect(decisionFields(without)).not.toHaveProperty("linked_pr");
  });
});
