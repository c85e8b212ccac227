import { describe, expect, it } from "vitest";
import { antipatternWords, severityOf, skillWords } from "../../../src/learning/rules/skill-naming.ts";
import { factsWith, lived } from "../../support/skills.ts";

const POSTGRES = [
  lived(1, 1, "Use PostgreSQL for the user accounts", ["Set up connection pooling before going live"]),
  lived(2, 1, "Use PostgreSQL for user invoices", ["Vacuum settings matter"]),
  lived(3, 0.9, "Keep audit events in PostgreSQL partitions", [
    "Connection pooling is needed, set it up early",
  ]),
  lived(4, 0, "Use MongoDB for the user profiles", ["Missing transactions lost updates"]),
];

describe("the description of a skill", () => {
  const words = skillWords(factsWith(1, 1, 0.9, 0), POSTGRES);

  it("takes its statement from the most typical success", () => {
    expect(words.statement).toBe("Use PostgreSQL for user invoices");
  });

  it("recommends with the counts and the lesson that recurs, and names the decision it was recorded for", () => {
    expect(words.recommendation).toBe(
      "3 of 4 decisions like this worked out. Lesson of dec_0003: Connection pooling is needed, set it up early",
    );
  });

  it("gives the lesson of the decision whose statement it has, if none recurs", () => {
    const once = [
      lived(1, 1, "Use PostgreSQL", ["First", "Third"]),
      lived(2, 1, "Use PostgreSQL for reports of the shop", ["Second"]),
    ];
    expect(skillWords(factsWith(1, 1), once)).toMatchObject({
      statement: "Use PostgreSQL",
      recommendation: "2 of 2 decisions like this worked out. Lesson: First",
    });
    const elsewhere = [lived(1, 1, "Use PostgreSQL"), ...once.slice(1)];
    expect(skillWords(factsWith(1, 1), elsewhere)).toMatchObject({
      statement: "Use PostgreSQL",
      recommendation: "2 of 2 decisions like this worked out. Lesson of dec_0002: Second",
    });
  });

  it("prefers its own words for a lesson that others repeat", () => {
    const repeated = [
      lived(1, 1, "Use PostgreSQL", ["Set up pooling early"]),
      lived(2, 1, "Use PostgreSQL for reports of the shop", ["Pooling set up early helps"]),
    ];
    expect(skillWords(factsWith(1, 1), repeated).recommendation).toBe(
      "2 of 2 decisions like this worked out. Lesson: Set up pooling early",
    );
  });

  it("says that no lesson was recorded, and how many worked only partly", () => {
    const never = [1, 0.5, 1].map((score, day) => lived(day, score, "Use PostgreSQL"));
    expect(skillWords(factsWith(1, 0.5, 1), never).recommendation).toBe(
      "3 of 3 decisions like this worked out, 1 of them partly. No lesson was recorded.",
    );
  });

  it("is for the stated topic and domain, and otherwise for decisions like the one it describes", () => {
    expect(words.whenToUse).toBe("For database decisions like dec_0002.");
    const [one] = POSTGRES;
    const about = (fields: Partial<typeof one>) =>
      skillWords(factsWith(1), [{ ...lived(1, 1, "Use PostgreSQL"), ...fields }]).whenToUse;
    expect(about({ topic: "user_storage" })).toBe("When deciding about user storage in database.");
    expect(about({ topic: "user_storage", domain: "general" })).toBe("When deciding about user storage.");
    expect(about({ domain: "general" })).toBe("For decisions like dec_0001.");
  });

  it("is named after a full success if there is one", () => {
    const group = [
      lived(1, 0.5, "Use PostgreSQL for users"),
      lived(2, 0.5, "Use PostgreSQL for the users"),
      lived(3, 1, "Keep events in PostgreSQL"),
    ];
    expect(skillWords(factsWith(0.5, 0.5, 1), group).statement).toBe("Keep events in PostgreSQL");
  });

  it("lists distinct successes, most typical first", () => {
    expect(words.examples).toEqual([
      "Use PostgreSQL for user invoices",
      "Use PostgreSQL for the user accounts",
      "Keep audit events in PostgreSQL partitions",
    ]);
    const twice = [1, 2].map((day) => lived(day, 1, "Use PostgreSQL"));
    expect(skillWords(factsWith(1, 1), twice).examples).toEqual(["Use PostgreSQL"]);
  });

  it("names a typical failure, if there is one", () => {
    expect(words.antipattern).toBe(
      "dec_0004: Use MongoDB for the user profiles. Lesson: Missing transactions lost updates",
    );
    expect(skillWords(factsWith(1, 1, 1), POSTGRES.slice(0, 3)).antipattern).toBeUndefined();
  });

  it("prefers active decisions to replaced ones", () => {
    const replaced = [
      lived(1, 1, "Use PostgreSQL for user data", [], "superseded"),
      lived(2, 1, "Use PostgreSQL for user data of the shop", [], "superseded"),
      lived(3, 1, "Put user data of tenants into PostgreSQL schemas"),
    ];
    expect(skillWords(factsWith(1, 1, 1), replaced).statement).toBe(replaced[2]?.statement);
  });

  it("does not depend on the order of its decisions", () => {
    expect(skillWords(factsWith(1, 1, 0.9, 0), [...POSTGRES].reverse())).toEqual(words);
  });
});

describe("the description of an antipattern", () => {
  const TOKENS = [
    lived(1, 0, "Keep tokens in localStorage", ["Use httpOnly cookies"]),
    lived(2, 0, "Keep tokens of the admin app in localStorage", ["Scripts could read them"]),
    lived(3, 0.1, "Put the refresh token into localStorage", ["Use httpOnly cookies instead"]),
  ];

  it("names the typical failure and its lesson", () => {
    expect(antipatternWords(factsWith(0, 0, 0.1), TOKENS)).toEqual({
      pattern: "Keep tokens in localStorage",
      recommendation: "3 of 3 decisions like this failed. Lesson: Use httpOnly cookies",
    });
  });

  it("says what worked if there is no lesson", () => {
    const bare = TOKENS.map((one) => ({ ...one, lessons: [] }));
    const good = lived(4, 1, "Keep tokens in httpOnly cookies");
    expect(antipatternWords(factsWith(0, 0, 0.1, 1), [...bare, good]).recommendation).toBe(
      "3 of 4 decisions like this failed. This worked, dec_0004: Keep tokens in httpOnly cookies",
    );
    expect(antipatternWords(factsWith(0, 0, 0.1), bare).recommendation).toBe(
      "3 of 3 decisions like this failed. No lesson was recorded.",
    );
  });

  it.each([
    ["high", [0, 0, 0]],
    ["medium", [0, 0, 0, 1]],
    ["low", [0, 0, 0, 1, 1]],
  ])("has the severity %s for %j", (severity, scores) => {
    expect(severityOf(factsWith(...scores))).toBe(severity);
  });
});
