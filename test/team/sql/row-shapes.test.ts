import { describe, expect, it } from "vitest";
import { by, decisionRow, outcomeRow } from "../../../src/team/sql/row-shapes.ts";

const DECISION = {
  id: "dec_1",
  project: "shop",
  content: "Use Redis for the cart",
  context_hash: "0",
  created_at: 1,
  updated_at: 1,
  aliases: [],
  author_kind: "agent",
  author: "claude-code",
  person: null,
  type: "decision",
  topic: "cache",
  topic_stated: 1,
  domain: "database",
  standing: "active",
  progress: "pending",
  confidence: null,
  confidence_stated: 0,
  due_at: null,
  session: null,
  body: {},
};
const BELL = "ring\u0007";

describe("a field that only a newer Membria knows", () => {
  const withField = (value: unknown) => ({ ...DECISION, body: { weather: value } });

  it.each([["fine"], [["fine", "dry"]], [{ now: "fine", degrees: 12, dry: true, wind: null }]])(
    "is kept as it is: %j",
    (value) => {
      expect(decisionRow.parse(withField(value))).toEqual(withField(value));
    },
  );

  it.each([
    [BELL],
    [["fine", BELL]],
    [{ now: { said: BELL } }],
    [{ [BELL]: "fine" }],
    ["x".repeat(1_000_000)],
  ])("is refused where its text is none that may be shown: %#", (value) => {
    expect(decisionRow.safeParse(withField(value)).success).toBe(false);
    expect(decisionRow.safeParse({ ...DECISION, weather: value }).success).toBe(false);
    expect(by.safeParse({ kind: "agent", name: "claude-code", weather: value }).success).toBe(false);
  });
});

it("what was measured may have any name and no text that may not be shown", () => {
  const outcome = (metrics: object) => ({
    id: "out_1",
    decision_id: "dec_1",
    project: "shop",
    at: 1,
    author_kind: "agent",
    author: "claude-code",
    person: null,
    domain: "database",
    status: "success",
    score: 1,
    stated_confidence: null,
    body: { signals: [], lessons: [], metrics },
  });
  expect(outcomeRow.safeParse(outcome({ "p95 in ms": 12, note: "warm" })).success).toBe(true);
  expect(outcomeRow.safeParse(outcome({ note: BELL })).success).toBe(false);
});
