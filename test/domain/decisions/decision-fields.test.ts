import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import { contextHash, fieldsOfHash, HASH_VERSION } from "../../../src/domain/decisions/context-hash.ts";
import {
  DECISION_FIELDS,
  EXPORTED_FIELDS,
  FIELD_NAMES,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  type PlainName,
  plainName,
} from "../../../src/domain/decisions/decision-fields.ts";
import { embeddingText, searchTexts } from "../../../src/domain/decisions/decision-texts.ts";
import { decision, fullDecision } from "../../support/decisions.ts";

/** As the first release hashed them. */
const FIRST_VERSION = [
  "project",
  "statement",
  "topic",
  "topicStated",
  "reasoning",
  "domain",
  "confidence",
  "confidenceStated",
  "alternatives",
  "assumptions",
  "riskLevel",
  "risks",
  "evidence",
  "consequences",
  "label",
  "author",
];

describe("the table of a decision's fields", () => {
  it("has the fields of the first version of the hash, in their order", () => {
    expect(fieldsOfHash(1)).toEqual(FIRST_VERSION);
  });

  it("puts a field that joins later behind the others, and into no earlier version", () => {
    const { project, statement } = DECISION_FIELDS;
    const table = { project, dependencies: { kept: "body", hashed: 2 }, statement, id: DECISION_FIELDS.id };
    expect(fieldsOfHash(1, table)).toEqual(["project", "statement"]);
    expect(fieldsOfHash(2, table)).toEqual(["project", "statement", "dependencies"]);
  });

  it("tells the versions of a hash apart", () => {
    expect(contextHash(decision(), HASH_VERSION)).not.toBe(contextHash(decision(), HASH_VERSION + 1));
  });

  it("lets what joined later be absent, because decisions from before have none", () => {
    const later = fieldsWith("hashed").filter((name) => (fieldNamed(name).hashed ?? 0) > 1);
    expect(later.filter((name) => !fieldNamed(name).value.safeParse(undefined).success)).toEqual([]);
  });

  it("never lets the meaning change, nor follow from something else", () => {
    const meant = fieldsWith("hashed").map(fieldNamed);
    expect(meant.filter(({ mutable, derived }) => mutable || derived)).toEqual([]);
  });

  it("screens every text that a caller gives", () => {
    type Fields = typeof DECISION_FIELDS;
    type Unscreened = {
      [F in Exclude<FieldsWith<"given">, FieldsWith<"screened">>]: z.output<Fields[F]["given"]> extends
        | z.output<Fields[F]["value"]>
        | undefined
        ? never
        : F;
    }[Exclude<FieldsWith<"given">, FieldsWith<"screened">>];
    expectTypeOf<Unscreened>().toBeNever();
  });

  it("exports everything that does not follow from the rest", () => {
    expect(FIELD_NAMES.filter((name) => !EXPORTED_FIELDS.some((exported) => exported === name))).toEqual([
      "contextHash",
      "hashVersion",
      "outcome",
      "supersedes",
      "supersededBy",
    ]);
  });

  it("names fields alike for the compiler and in the file", () => {
    expectTypeOf<PlainName<"confidenceUpdates">>().toEqualTypeOf<"confidence_updates">();
    expect(FIELD_NAMES.map(plainName)).toContain("confidence_updates");
    expect(FIELD_NAMES.map(plainName)).toContain("statement");
  });
});

describe("what a decision is found by", () => {
  const full = fullDecision();

  it("is its statement and its stated topic, and then its reasons", () => {
    expect(searchTexts(full)).toEqual({
      title: "Use PostgreSQL for the orders of the shop\norder_storage",
      body: [
        "Orders need transactions across several tables.",
        "MongoDB",
        "One file per order",
        "Fewer than a million orders a year",
        "Migrations take long",
        "The team has to run a database server",
      ].join("\n"),
    });
  });

  it("is no topic that was only derived from the statement", () => {
    expect(searchTexts({ ...full, topicStated: false }).title).toBe(full.statement);
  });

  it("means, to a model, its statement first and its risks last", () => {
    expect(embeddingText(full)).toBe(
      "Use PostgreSQL for the orders of the shop. Orders need transactions across several tables.. The team has to run a database server. Fewer than a million orders a year. MongoDB. One file per order. Migrations take long",
    );
  });
});
