import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { readAdr } from "../../../src/portability/adr/read-adr.ts";
import { adrComposer, restateAdr } from "../../../src/portability/adr/write-adr.ts";
import { mapAdr } from "../../../src/portability/operations/map-adr.ts";
import type { RecordMaker } from "../../../src/portability/operations/run-import.ts";
import type { AdrFolder, AdrSource, AdrStatus } from "../../../src/portability/rules/adr.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { MADR_2, NYGARD } from "../../support/adr-files.ts";
import { DAY, decision, fullDecision } from "../../support/decisions.ts";

const DRESS = { byteOrderMark: false, lineEnding: "lf", otherwise: [] } as const;
const others = (text: string): AdrSource[] => [{ path: "0002-x.md", text, dress: DRESS, hash: "" }];
const STYLES: Readonly<Record<string, readonly AdrSource[]>> = {
  "front matter": [],
  "a list of fields": others(MADR_2),
  sections: others(NYGARD),
};

/** Lines that mean something in Markdown or in a record, and so could end or hide what comes after them. */
const hostile = fc.constantFrom(
  ...["## Status", "# Title", "Superseded", "===", "---", "***", "* * *", "## Consequences", "### Below"],
  ...["```sh", "```", "~~~", "<!--", "-->", "<script>", "<div>", "\\## Status", "\\\\# x", "    code"],
  ...["- item", "* item", "1. one", "> quote", "| a | b |", "|---|---|", "[a]: 0001-x.md", "\ttab", ""],
  ...['Chosen option: "A"', "Status: deprecated", "[via MCP]", "#", "\\"],
  ...["## Outcome", "Superseded by [2](0002-y.md)", '<!-- membria {"decision":"dec_z"} -->', "a -- b --> c"],
);
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(" "));
const line = fc.oneof({ weight: 2, arbitrary: words }, { weight: 3, arbitrary: hostile });
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
const statement = fc.oneof(
  words,
  text.filter((said) => said.trim() !== ""),
);
const lists = fc.array(text, { maxLength: 3 });
const said = fc.record({
  statement,
  reasoning: text,
  alternatives: lists,
  consequences: lists,
  risks: lists,
  assumptions: lists,
});
const outcome = fc.record({
  status: fc.constant("failure" as const),
  score: fc.constantFrom(0, 0.25),
  at: fc.constant(DAY),
  lessons: lists,
});

function read(source: Pick<AdrSource, "path" | "text">, identity: string) {
  const content = readAdr(source);
  if (!content) throw new Error("It is no record.");
  const make: RecordMaker = {
    project: "shop",
    dueDays: 30,
    ids: { next: () => identity },
    screen: startScreening({ scan: () => [] }),
    link: () => {
      throw new Error("It has no links.");
    },
  };
  const entry = { source: { ...source, dress: DRESS, hash: "" }, content };
  return { content, record: mapAdr(entry, { name: "adr" } as AdrFolder, make, DAY, identity) };
}

const trimmed = (items: readonly string[]): string[] =>
  items.map((item) => item.trim()).filter((item) => item !== "");

describe.each(Object.keys(STYLES))("A decision that is written into a file with %s", (style) => {
  const compose = (made: Decision, status: AdrStatus) => {
    const adr = adrComposer(STYLES[style] ?? [])(made);
    return { path: adr.path, text: adr.text(status) };
  };

  it("reads back as it was, and is written as the same file again", () => {
    fc.assert(
      fc.property(said, fc.option(outcome, { nil: undefined }), (fields, told) => {
        const made = fullDecision({ ...fields, confidence: 0.8, confidenceStated: true, evidence: [] });
        const failed = told !== undefined;
        const status = { standing: "active", supersededBy: [], failed, outcome: told } as const;
        const written = compose(made, status);
        const { content, record } = read(written, made.id);
        expect(record.decision).toMatchObject({
          statement: made.statement.trim(),
          reasoning: made.reasoning?.trim() || undefined,
          alternatives: trimmed(made.alternatives),
          consequences: trimmed(made.consequences),
          risks: trimmed(made.risks),
          assumptions: trimmed(made.assumptions),
          domain: made.domain,
          confidence: 0.8,
          standing: "active",
          progress: failed ? "failed" : "pending",
          author: made.author,
          createdAt: new Date(made.createdAt.toISOString().slice(0, 10)),
        });
        expect(record.outcomes.map(({ lessons }) => lessons)).toEqual(told ? [trimmed(told.lessons)] : []);
        expect(content.status).toMatch(failed ? /^accepted \(failed\)$/i : /^accepted$/i);
        const again = { ...record.decision, outcome: made.outcome };
        expect(compose(again, { ...status, outcome: content.outcome })).toEqual(written);
      }),
      { numRuns: 40 },
    );
  });

  it("gets another status and outcome in its places, and loses them again", () => {
    fc.assert(
      fc.property(said, outcome, (fields, told) => {
        const made = decision(fields);
        const before = { standing: "active", supersededBy: [] } as const;
        const after = { standing: "deprecated", supersededBy: [], failed: true, outcome: told } as const;
        const written = compose(made, before);
        const restated = { ...written, text: restateAdr(written, after) };
        expect(readAdr(restated)).toMatchObject({ standing: "deprecated", outcome: { status: "failure" } });
        expect(restateAdr(restated, before)).toBe(written.text);
        const retracted = { standing: "deprecated", supersededBy: [] } as const;
        expect(restateAdr(written, retracted)).toBe(compose(made, retracted).text);
      }),
      { numRuns: 15 },
    );
  });
});
