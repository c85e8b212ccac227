import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { publicFile, setsOf } from "../../support/public-data.ts";
import { LINE_CASES } from "./line-cases.ts";
import { asLine, runLineSuite, type SuiteLine } from "./line-suite.ts";
import { FIXTURE_COMMAND } from "./spawned.ts";

/** Files of a parsing suite: `y_` is valid JSON and `n_` is not. */
const PARSED: Readonly<Record<string, string | readonly number[]>> = {
  "n_single_space.json": " ",
  "n_structure_no_data.json": "",
  "n_array_comma_at_the_end.json": "[1,]",
  "n_array_not_closed.json": "[[[1",
  "n_object_single_quotes.json": "{'a':1}",
  "n_object_key_without_quotes.json": "{a:1}",
  "n_object_two_colons.json": '{"a"::1}',
  "n_number_leading_zero.json": "[-012]",
  "n_number_not_a_number.json": "[NaN]",
  "n_number_hexadecimal.json": "[0x1F]",
  "n_string_backslash_x.json": '["\\x41"]',
  "n_string_half_an_escape.json": '["\\u00"]',
  "n_string_raw_tab.json": '["\t"]',
  "n_string_not_closed.json": '["a',
  "n_text_after_the_end.json": "[]]",
  "n_word_in_capitals.json": "[TRUE]",
  "n_comment.json": "[/* no */1]",
  "y_array_in_arrays.json": "[[[[[]]]]]",
  "y_array_spread_over_lines.json": "[1\n,\r\n2]",
  "y_object_same_key_twice.json": '{"a":1,"a":2}',
  "y_object_key_empty.json": '{"":0}',
  "y_number_small.json": "[1e-400]",
  "y_number_minus_zero.json": "[-0]",
  "y_string_escapes.json": '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  "y_string_pair_of_surrogates.json": '["\\ud83e\\udd86"]',
  "y_string_alone.json": '"message"',
  "y_word_alone.json": "null",
  "i_string_not_utf8.json": [0x5b, 0x22, 0xe9, 0x22, 0x5d],
  "i_string_surrogate_alone.json": '["\\ud800"]',
  "i_number_huge.json": "[1e9999]",
  "i_nested_deeply.json": "[".repeat(500) + "]".repeat(500),
};

const FOLDER = publicFile("inputs/JSONTestSuite/test_parsing/");

const SUITES = setsOf(
  Object.entries(PARSED).map(([name, contents]): SuiteLine => ({ name, bytes: Buffer.from(contents) })),
  FOLDER &&
    readdirSync(FOLDER).map(
      (name): SuiteLine => ({ name, bytes: readFileSync(join(fileURLToPath(FOLDER), name)) }),
    ),
  "files of a parsing suite",
);

/** Invalid only for the raw line break in a string, which is gone when the file is one line. */
const VALID_AS_A_LINE = "n_string_unescaped_newline.json";

describe("TMKB edge case: whatever a line holds, it is answered and the process lives", () => {
  test("the cases that matter", async () => {
    const report = await runLineSuite(
      FIXTURE_COMMAND,
      LINE_CASES.map(({ name, line }) => ({ name, bytes: Buffer.from(line) })),
    );
    const expected = LINE_CASES.map(({ name, code, id = null }) => [name, id, code]);
    expect([...report.answers].map(([name, { id, error }]) => [name, id, error?.code])).toEqual(expected);
    expect(report).toMatchObject({ blank: [], disturbed: [], exitCode: 0 });
  });

  test.each(SUITES)("$name", async ({ items: lines }) => {
    const report = await runLineSuite(FIXTURE_COMMAND, lines);

    expect(report.blank).toEqual(["n_single_space.json", "n_structure_no_data.json"]);
    expect(report.answers.size).toBe(lines.length - report.blank.length);
    expect(report).toMatchObject({ disturbed: [], exitCode: 0 });

    const codes = (prefix: string) =>
      [...report.answers]
        .filter(([name]) => name.startsWith(prefix) && name !== VALID_AS_A_LINE)
        .filter(([, { error }]) => error?.code !== (prefix === "y_" ? -32600 : -32700))
        .map(([name, { error }]) => [name, error?.code]);
    expect(codes("y_"), "valid JSON, which is no request").toEqual([]);
    expect(codes("n_"), "invalid JSON").toEqual([]);
    const others = [...report.answers].filter(
      ([, { error }]) => ![-32700, -32600].includes(error?.code ?? 0),
    );
    expect(others).toEqual([]);
  });

  test("line breaks inside a file become spaces", () => {
    expect(Buffer.from(asLine(Buffer.from("[1,\r\n2]\n"))).toString()).toBe("[1,  2] ");
  });
});
