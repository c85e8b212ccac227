import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAdr } from "../../src/adapters/adr/read-adr.ts";
import { adrComposer, restateAdr } from "../../src/adapters/adr/write-adr.ts";
import type { AdrSource } from "../../src/domain/moving/adr.ts";
import { NYGARD } from "../support/adr-files.ts";
import { decision } from "../support/decisions.ts";

const word = fc.stringMatching(/^[a-zäß][a-z0-9äß]{0,9}$/u);
const inline = fc.oneof(
  { weight: 4, arbitrary: word },
  word.map((text) => `\`${text}: # x\``),
  word.map((text) => `**${text}**`),
  word.map((text) => `[${text}](0003-${text}.md)`),
  fc.constantFrom("C#", "a|b", "1 < 2", "&amp;", "* star", "\\*", "한국어"),
);
const sentence = fc
  .tuple(word, fc.array(inline, { maxLength: 5 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  word.map((text) => `\`\`\`sh\n# ${text}\n\n## Status\n\`\`\``),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- ${item}`).join("\n")),
);
const text = fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join("\n\n"));
const lists = fc.array(fc.oneof(sentence, text), { maxLength: 4 });

const STYLES: Readonly<Record<string, readonly AdrSource[]>> = {
  MADR: [],
  Nygard: [
    {
      path: "0002-x.md",
      text: NYGARD,
      dress: { byteOrderMark: false, lineEnding: "lf", otherwise: [] },
      hash: "",
    },
  ],
};

describe("A decision that is written as a record", () => {
  it.each(Object.keys(STYLES))(
    "reads as the same decision, and still does with another status (%s)",
    (style) => {
      fc.assert(
        fc.property(sentence, text, lists, lists, (statement, reasoning, alternatives, consequences) => {
          const made = decision({ statement, reasoning, alternatives, consequences });
          const { path, text: written } = adrComposer(STYLES[style] ?? [])(made);
          const before = written({ standing: "active", supersededBy: [] });
          const content = readAdr({ path, text: before });
          expect(content).toMatchObject({
            title: statement,
            alternatives,
            consequences,
            standing: "active",
            rejected: false,
          });
          expect(content?.reasoning).toContain(reasoning);
          expect(content?.authors).toEqual([`${made.author.name} [via MCP]`]);
          expect(content?.date).toEqual(new Date(made.createdAt.toISOString().slice(0, 10)));
          const after = restateAdr({ path, text: before }, { standing: "deprecated", supersededBy: [] });
          expect(after).toBe(written({ standing: "deprecated", supersededBy: [] }));
          expect(readAdr({ path, text: after })).toEqual({
            ...content,
            standing: "deprecated",
            status: expect.anything(),
          });
        }),
        { numRuns: 60 },
      );
    },
  );
});
