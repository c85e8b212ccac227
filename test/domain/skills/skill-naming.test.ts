import { describe, expect, it } from "vitest";
import { antipatternWords, severityOf, skillWords } from "../../../src/domain/skills/skill-naming.ts";
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

  it("recommends the recurring lesson, else the newest, else says there is none", () => {
    expect(words.recommendation).toBe("Connection pooling is needed, set it up early");
    const once = [
      lived(1, 1, "Use PostgreSQL", ["First"]),
      lived(2, 1, "Use PostgreSQL too", ["Second", "Third"]),
    ];
    expect(skillWords(factsWith(1, 1), once).recommendation).toBe("Second");
    const never = [1, 2, 3].map((day) => lived(day, 1, "Use PostgreSQL"));
    expect(skillWords(factsWith(1, 1, 1), never).recommendation).toBe(
      "Decide it like this again: 3 of 3 worked out. No lesson was recorded.",
    );
  });

  it("names the words that at least half of the statements share", () => {
    expect(words.whenToUse).toBe("For decisions about PostgreSQL, user.");
    const unlike = [lived(1, 1, "Cache pages"), lived(2, 1, "Keep thumbnails nearby")];
    expect(skillWords(factsWith(1, 1), unlike).whenToUse).toBe(
      "For decisions about database that are like its examples.",
    );
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
    expect(words.antipattern).toBe("Use MongoDB for the user profiles: Missing transactions lost updates");
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
      recommendation: "Use httpOnly cookies instead",
    });
  });

  it("recommends what worked if there is no lesson, else a closer look", () => {
    const bare = TOKENS.map((one) => ({ ...one, lessons: [] }));
    const good = lived(4, 1, "Keep tokens in httpOnly cookies");
    expect(antipatternWords(factsWith(0, 0, 0.1, 1), [...bare, good]).recommendation).toBe(
      "Of the like this worked: Keep tokens in httpOnly cookies",
    );
    expect(antipatternWords(factsWith(0, 0, 0.1), bare).recommendation).toBe(
      "Look at what happened before deciding like this: 3 of 3 failed, and no lesson was recorded.",
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
