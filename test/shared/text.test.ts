import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { boundedText, lengthOf } from "../../src/shared/text.ts";

describe("the length of a text", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["세션", 2],
    ["🚀", 1],
    ["a🚀b", 3],
    ["\ud83d", 1],
    ["\ude00\ud83d", 2],
    ["👩‍👩‍👧", 5],
  ])("%j is %i characters", (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });

  it("counts code points for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(lengthOf(text)).toBe([...text].length);
      }),
    );
  });
});

describe("a bounded text", () => {
  const schema = boundedText(10, 500);
  const problems = (text: unknown): string[] =>
    schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

  it.each(["0123456789", "x".repeat(500), "🚀".repeat(10), "🚀".repeat(500)])(
    "takes %j by its characters, not by their bytes",
    (text) => {
      expect(problems(text)).toEqual([]);
    },
  );

  it.each([
    ["012345678", "must have at least 10 characters, and has 9"],
    ["🚀".repeat(9), "must have at least 10 characters, and has 9"],
    ["   short   ", "must have at least 10 characters, and has 5"],
    ["x".repeat(501), "must have at most 500 characters, and has 501"],
    ["🚀".repeat(501), "must have at most 500 characters, and has 501"],
  ])("refuses %j, and the message has the number of characters", (text, message) => {
    expect(problems(text)).toEqual([message]);
  });

  it("has its own message for an empty text", () => {
    expect(boundedText(1, 10).safeParse("  ").error?.issues[0]?.message).toBe("must not be empty");
  });

  it("accepts an empty text if the minimum is 0", () => {
    expect(boundedText(0, 10).safeParse("").success).toBe(true);
  });

  it("shows its limits to clients in the schema", () => {
    expect(z.toJSONSchema(schema)).toMatchObject({ type: "string", minLength: 10, maxLength: 500 });
    expect(z.toJSONSchema(boundedText(0, 10))).not.toHaveProperty("minLength");
  });
});
