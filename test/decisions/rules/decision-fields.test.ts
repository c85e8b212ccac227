import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import {
  contextHash,
  DECISION_FIELDS,
  EXPORTED_FIELDS,
  embeddingText,
  FIELD_NAMES,
  type FieldsWith,
  fieldNamed,
  fieldsOfHash,
  fieldsWith,
  HASH_VERSION,
  type SnakeCase,
  searchTexts,
  snakeCaseName,
} from "../../../src/decisions/rules/decision-fields.ts";
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

  it("puts a field added later after the others, and into no earlier version", () => {
    const { project, statement } = DECISION_FIELDS;
    const table = { project, dependencies: { kept: "body", hashed: 2 }, statement, id: DECISION_FIELDS.id };
    expect(fieldsOfHash(1, table)).toEqual(["project", "statement"]);
    expect(fieldsOfHash(2, table)).toEqual(["project", "statement", "dependencies"]);
  });

  it("gives each version its own hash", () => {
    expect(contextHash(decision(), HASH_VERSION)).not.toBe(contextHash(decision(), HASH_VERSION + 1));
  });

  it("makes fields added later optional, because older decisions do not have them", () => {
    const later = fieldsWith("hashed").filter((name) => (fieldNamed(name).hashed ?? 0) > 1);
    expect(later.filter((name) => !fieldNamed(name).value.safeParse(undefined).success)).toEqual([]);
  });

  it("has no hashed field that is mutable or derived", () => {
    const meant = fieldsWith("hashed").map(fieldNamed);
    expect(meant.filter(({ mutable, derived }) => mutable || derived)).toEqual([]);
  });

  it("has a screening rule for every text that a caller may give", () => {
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

  it("exports every field that is not derived", () => {
    expect(FIELD_NAMES.filter((name) => !EXPORTED_FIELDS.some((exported) => exported === name))).toEqual([
      "contextHash",
      "hashVersion",
      "outcome",
      "supersedes",
      "supersededBy",
    ]);
  });

  it("has the same snake-case names as types and at run time", () => {
    expectTypeOf<SnakeCase<"confidenceUpdates">>().toEqualTypeOf<"confidence_updates">();
    expect(FIELD_NAMES.map(snakeCaseName)).toContain("confidence_updates");
    expect(FIELD_NAMES.map(snakeCaseName)).toContain("statement");
  });
});

describe("the texts that a decision is found by", () => {
  const full = fullDecision();

  it("are its statement and stated topic as the title, and its reasons as the body", () => {
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

  it("do not include a derived topic", () => {
    expect(searchTexts({ ...full, topicStated: false }).title).toBe(full.statement);
  });

  it("start with the statement and end with the risks for the embedding", () => {
    expect(embeddingText(full)).toBe(
      "Use PostgreSQL for the orders of the shop. Orders need transactions across several tables.. The team has to run a database server. Fewer than a million orders a year. MongoDB. One file per order. Migrations take long",
    );
  });
});
