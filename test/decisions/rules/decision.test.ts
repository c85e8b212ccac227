import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeDecision,
  currentConfidence,
  type Decision,
  type DecisionChange,
  type DecisionMeaning,
  decisionNotFound,
  EVIDENCE_KINDS,
  PROGRESS,
  RISK_LEVELS,
  STANDINGS,
} from "../../../src/decisions/rules/decision.ts";
import { contextHash, withContextHash } from "../../../src/decisions/rules/decision-fields.ts";
import type { Author } from "../../../src/shared/actor.ts";
import type { Screened } from "../../../src/shared/text.ts";
import { capturedIn, screened } from "../../support/decisions.ts";

const text = fc.string({ minLength: 1, maxLength: 30 }).map(screened);
const texts = fc.array(text, { maxLength: 4 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const author = fc.oneof(
  fc.record({ kind: fc.constant("human" as const), name: text }),
  fc.record({ kind: fc.constantFrom("agent" as const, "script" as const), name: text, person: maybe(text) }),
);

const meaning: fc.Arbitrary<DecisionMeaning> = fc.record({
  project: fc.string({ minLength: 1 }),
  statement: text,
  topic: text,
  topicStated: fc.boolean(),
  reasoning: maybe(text),
  domain: fc.string({ minLength: 1 }),
  confidence: maybe(confidence),
  confidenceStated: fc.boolean(),
  alternatives: texts,
  assumptions: texts,
  riskLevel: maybe(fc.constantFrom(...RISK_LEVELS)),
  risks: texts,
  evidence: fc.array(fc.record({ kind: fc.constantFrom(...EVIDENCE_KINDS), ref: text }), { maxLength: 3 }),
  consequences: texts,
  label: maybe(text),
  author,
});

const decision: fc.Arbitrary<Decision> = fc
  .tuple(
    meaning,
    fc.record({
      id: fc.nat().map((n) => `dec_${n.toString(36)}`),
      createdAt: fc.date({ noInvalidDate: true }),
      standing: fc.constantFrom(...STANDINGS),
      progress: fc.constantFrom(...PROGRESS),
      sessionId: maybe(text),
      source: maybe(text),
      questions: texts,
    }),
  )
  .map(([meant, rest]) => ({
    ...withContextHash(meant),
    ...rest,
    aliases: [],
    updatedAt: rest.createdAt,
    confidenceUpdates: [],
    notes: [],
    supersedes: [],
    supersededBy: [],
  }));

const change: fc.Arbitrary<DecisionChange> = fc.record({
  standing: maybe(fc.constantFrom(...STANDINGS)),
  progress: maybe(fc.constantFrom(...PROGRESS)),
  confidence: maybe(confidence),
  note: maybe(text),
  linkedPr: maybe(text),
  linkedCommit: maybe(text),
});

const EXAMPLE: DecisionMeaning = {
  project: "shop",
  statement: screened("Use PostgreSQL for the user database"),
  topic: screened("postgresql_user_database"),
  topicStated: false,
  reasoning: screened("Transactions"),
  domain: "database",
  confidence: 0.82,
  confidenceStated: true,
  alternatives: [screened("MongoDB"), screened("SQLite")],
  assumptions: [screened("10k requests per second")],
  riskLevel: "medium",
  risks: [screened("Operations")],
  evidence: [{ kind: "file", ref: screened("src/db/schema.ts") }],
  consequences: [screened("One more server")],
  label: screened("user_decision"),
  author: { kind: "agent", name: screened("claude-code") },
};

/** A different value for every field of the meaning. A missing field does not compile. */
const OTHERWISE: { readonly [F in keyof Required<DecisionMeaning>]: DecisionMeaning[F] } = {
  project: "depot",
  statement: screened("Use MySQL for the user database"),
  topic: screened("mysql_user_database"),
  topicStated: true,
  reasoning: undefined,
  domain: "backend",
  confidence: 0.83,
  confidenceStated: false,
  alternatives: [screened("SQLite"), screened("MongoDB")],
  assumptions: [],
  riskLevel: "high",
  risks: [screened("Operations"), screened("Cost")],
  evidence: [{ kind: "pr", ref: screened("src/db/schema.ts") }],
  consequences: [],
  label: undefined,
  author: { kind: "human", name: screened("claude-code") },
};

const BARE: DecisionMeaning = {
  project: "shop",
  statement: screened("Use queues"),
  topic: screened("queues"),
  topicStated: false,
  domain: "backend",
  confidenceStated: false,
  alternatives: [],
  assumptions: [],
  risks: [],
  evidence: [],
  consequences: [],
  author: { kind: "agent", name: screened("claude-code") },
};

/** As the first release computed them. */
const FIRST_VERSION: readonly (readonly [DecisionMeaning, string])[] = [
  [EXAMPLE, "aa911e1a6f01a5e8a32bc7fac9212342c75610c3152eb485737c2f51b9b5e09d"],
  [BARE, "ad80941b9fae0f1426f5bc7f92ba2a776fe4404b4d2a19bc06a46c15e9f0bc23"],
  [
    {
      ...BARE,
      statement: screened("Sitzungen in Redis halten – für „Zürich“ 🏔️"),
      topic: screened("세션"),
      topicStated: true,
      reasoning: screened('Zeile 1\nZeile 2\t"quoted" \\ back'),
      confidence: 0.123456789,
      confidenceStated: true,
      author: { kind: "human", name: screened("Jörg") },
    },
    "16ba05e13b9c92b0a812f7b2dbbdece8750cce1c7c7b647dcd0ffedbb03141ab",
  ],
  [
    {
      ...BARE,
      confidence: 0,
      riskLevel: "low",
      alternatives: [screened("a"), screened("b")],
      assumptions: [screened("c")],
      risks: [screened("d")],
      consequences: [screened("e")],
      label: screened("user_decision"),
      evidence: [
        { kind: "commit", ref: screened("0f3c2d1") },
        { kind: "note", ref: screened("x") },
      ],
    },
    "bb2af5ed40c0916fa3e5bb06f91072be036299f073e96cdad04f7e32a1c0d90f",
  ],
  [
    { ...BARE, reasoning: undefined, confidence: 1, label: undefined },
    "730d806c5ce5093ad80fb7d733767f84d8160af5b735ed91186aec449d52fd4b",
  ],
];

describe("the context hash", () => {
  it("is a SHA-256", () => {
    expect(contextHash(EXAMPLE)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(FIRST_VERSION)(
    "of version 1 never changes between releases, because it is stored: %#",
    (meant, hash) => {
      expect(contextHash(meant, 1)).toBe(hash);
    },
  );

  it.each([
    ["an agent's", EXAMPLE, "8b207657ddbf557080bf87efbfa0d07df5f3a90f31d1a17c318fe5a292372248"],
    [
      "a human's",
      { ...EXAMPLE, author: { kind: "human", name: screened("Jörg") } },
      "e9e79ff0dcb7bd86a6d02444025437d200a203394b4be75a4ccab3ac7efa8bb7",
    ],
    [
      "a script's",
      { ...EXAMPLE, author: { kind: "script", name: screened("nightly") } },
      "a643baf7abbdafcbe689512f4f000484d8e1dbaecbecad30139d0a6f95110839",
    ],
  ] as const)("of version 2 never changes either: %s", (_, meant, hash) => {
    expect(contextHash(meant, 2)).toBe(hash);
  });

  it("is of version 2 for new decisions", () => {
    expect(withContextHash(EXAMPLE)).toMatchObject({ hashVersion: 2, contextHash: contextHash(EXAMPLE, 2) });
  });

  it("does not depend on who the person is since version 2, so that a name can be erased", () => {
    const by = (author: Author, version: number) => contextHash({ ...EXAMPLE, author }, version);
    const [jane, john] = [screened("Jane Doe"), screened("John Doe")];
    const human = (name: Screened, version: number) => by({ kind: "human", name }, version);
    expect(human(jane, 2)).toBe(human(john, 2));
    expect(human(jane, 1)).not.toBe(human(john, 1));
    for (const kind of ["agent", "script"] as const)
      for (const version of [1, 2]) {
        const of = (name: Screened, person?: Screened) => by({ kind, name, person }, version);
        expect(of(screened("claude-code"), jane)).toBe(of(screened("claude-code"), john));
        expect(of(screened("claude-code"), jane)).toBe(of(screened("claude-code")));
        expect(of(screened("claude-code"))).not.toBe(of(screened("codex")));
      }
  });

  it("is the same for the same meaning, in any order of its fields", () => {
    fc.assert(
      fc.property(meaning, (meant) => {
        const reordered = Object.fromEntries(Object.entries(meant).reverse()) as unknown as DecisionMeaning;
        expect(contextHash(reordered)).toBe(contextHash(structuredClone(meant)));
      }),
    );
  });

  it.each(Object.keys(OTHERWISE) as (keyof DecisionMeaning)[])("changes with %s", (field) => {
    expect(contextHash({ ...EXAMPLE, [field]: OTHERWISE[field] })).not.toBe(contextHash(EXAMPLE));
  });

  it("differs for any two meanings", () => {
    fc.assert(
      fc.property(meaning, meaning, (one, other) => {
        const same = JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));
        expect(contextHash(one) === contextHash(other)).toBe(same);
      }),
    );
  });

  it("distinguishes texts that are split differently between fields", () => {
    const split = (...alternatives: string[]) =>
      contextHash({ ...EXAMPLE, alternatives: alternatives.map(screened) });
    expect(split("a", "b")).not.toBe(split("ab"));
    expect(split('a","b')).not.toBe(split("a", "b"));
  });

  it("does not depend on id, time and session", () => {
    fc.assert(
      fc.property(decision, decision, (one, other) => {
        const { id, createdAt, updatedAt, sessionId, standing, progress } = other;
        const moved = { ...one, id, createdAt, updatedAt, sessionId, standing, progress };
        expect(contextHash(moved)).toBe(contextHash(one));
      }),
    );
  });
});

describe("a change of a decision", () => {
  const by = { kind: "agent", name: screened("claude-code") } as const;
  const at = new Date("2026-02-12T10:35:00Z");

  it("never changes the meaning", () => {
    fc.assert(
      fc.property(decision, change, (before, asked) => {
        const after = changeDecision(before, asked, by, at);
        expect(contextHash(after)).toBe(before.contextHash);
        for (const field of Object.keys(OTHERWISE) as (keyof DecisionMeaning)[])
          expect(after[field]).toEqual(before[field]);
        expect([after.id, after.createdAt, after.contextHash]).toEqual([
          before.id,
          before.createdAt,
          before.contextHash,
        ]);
      }),
    );
  });

  it("does not modify the original object", () => {
    fc.assert(
      fc.property(decision, change, (before, asked) => {
        const copy = structuredClone(before);
        changeDecision(before, asked, by, at);
        expect(before).toEqual(copy);
      }),
    );
  });

  it("changes the given fields and keeps the rest", () => {
    fc.assert(
      fc.property(decision, change, (before, asked) => {
        const after = changeDecision(before, asked, by, at);
        expect(after.updatedAt).toEqual(at > before.updatedAt ? at : before.updatedAt);
        for (const field of ["standing", "progress", "linkedPr", "linkedCommit"] as const)
          expect(after[field]).toBe(asked[field] ?? before[field]);
      }),
    );
  });

  it("is not updated by hearing where it came from, as its meaning is not", () => {
    const [before] = fc.sample(decision, 1) as [Decision];
    const heard = changeDecision(before, { capturedIn: capturedIn() }, by, new Date(8e15));
    expect(heard).toEqual({ ...before, capturedIn: capturedIn() });
    const noted = changeDecision(before, { capturedIn: capturedIn(), confidence: 0 }, by, new Date(8e15));
    expect(noted.updatedAt).toEqual(new Date(8e15));
  });

  it("appends notes and confidences with author and time", () => {
    const [before] = fc.sample(decision, 1) as [Decision];
    const first = changeDecision(before, { confidence: 0.4, note: screened("slow") }, by, at);
    const second = changeDecision(first, { confidence: 0, note: screened("slower") }, by, at);
    expect(second.notes).toEqual([
      { text: "slow", at, by },
      { text: "slower", at, by },
    ]);
    expect(second.confidenceUpdates).toEqual([
      { confidence: 0.4, at, by },
      { confidence: 0, at, by },
    ]);
  });
});

describe("the current confidence", () => {
  const of = (confidence: number | undefined, ...updates: number[]) => {
    const [base] = fc.sample(decision, 1) as [Decision];
    const at = new Date(0);
    const confidenceUpdates = updates.map((value) => ({ confidence: value, at, by: EXAMPLE.author }));
    return currentConfidence({ ...base, confidence, confidenceUpdates });
  };

  it("is the last update, else the original one, else undefined", () => {
    expect(of(0.8, 0.7, 0.2)).toBe(0.2);
    expect(of(0.8, 0)).toBe(0);
    expect(of(0.8)).toBe(0.8);
    expect(of(undefined)).toBeUndefined();
  });
});

describe("the refusal of an unknown decision", () => {
  it("names the project, and says that the decision may be in another", () => {
    expect(decisionNotFound("dec_abc", "shop")).toMatchObject({
      code: "not_found",
      message: "There is no decision dec_abc in the project shop.",
      received: "dec_abc",
      remedies: [{ remedy: "name-project" }],
    });
  });

  it("says if all projects were searched, and what an id looks like", () => {
    expect(decisionNotFound("42", "all")).toMatchObject({
      message: "There is no decision 42 in any project.",
      hint: expect.stringContaining("dec_"),
      remedies: [{ remedy: "list-decisions" }],
    });
  });
});

/** Removes undefined fields, so that they equal missing ones, and the names of people. */
function canonical({ author: { kind, name }, ...meant }: DecisionMeaning): unknown {
  const hashed: Record<string, unknown> = { ...meant, author: kind === "human" ? [kind] : [kind, name] };
  return Object.keys(OTHERWISE)
    .map((field) => hashed[field] ?? null)
    .map((value) => (Object.is(value, -0) ? 0 : value));
}
