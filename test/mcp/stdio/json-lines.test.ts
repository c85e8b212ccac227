import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LINE_CASES } from "./line-cases.ts";
import { asLine, runLineSuite } from "./line-suite.ts";
import { FIXTURE_COMMAND } from "./spawned.ts";

const SUITE = fileURLToPath(
  new URL("../../../../shared/data/inputs/JSONTestSuite/test_parsing/", import.meta.url),
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

  test.skipIf(!existsSync(SUITE))("the 318 files of JSONTestSuite", async () => {
    const names = readdirSync(SUITE);
    expect(names).toHaveLength(318);
    const lines = names.map((name) => ({ name, bytes: readFileSync(`${SUITE}${name}`) }));
    const report = await runLineSuite(FIXTURE_COMMAND, lines);

    expect(report.blank).toEqual(["n_single_space.json", "n_structure_no_data.json"]);
    expect(report.answers.size).toBe(318 - report.blank.length);
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
