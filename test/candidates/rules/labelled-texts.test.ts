import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { choicesInChangelog } from "../../../src/candidates/rules/changelog-choices.ts";
import { choicesInCommit, revertedBy, ruledOutWay } from "../../../src/candidates/rules/commit-choices.ts";
import { rulesInFile } from "../../../src/candidates/rules/rules-in-file.ts";
import type { WrittenChoice } from "../../../src/candidates/rules/written-choice.ts";
import { screened } from "../../support/decisions.ts";

interface Labelled {
  readonly text: string;
  readonly keep: boolean;
}

const setOf = (name: string): Labelled[] =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/harvest/${name}.json`, import.meta.url), "utf8"),
  ) as Labelled[];

function inMessage(text: string): WrittenChoice[] {
  const [subject = "", ...rest] = text.split("\n");
  const commit = { subject: screened(subject), body: screened(rest.join("\n").trim()), files: [] };
  if (!revertedBy(commit)) return [...choicesInCommit(commit).choices];
  const way = ruledOutWay(commit);
  return way ? [way] : [];
}

/** Comments in code are labelled, too; they are not read. */
const SETS = [
  { name: "commit-messages", find: inMessage, missed: 0 },
  // `Remove rows for real and …`, with a reason that no word announces.
  { name: "merge-messages", find: inMessage, missed: 1 },
  { name: "reverts", find: inMessage, missed: 0 },
  { name: "changelog-lines", find: (text: string) => choicesInChangelog(screened(text)), missed: 0 },
  // `New tables get a bigint primary key`, outside of a section of rules.
  { name: "rules", find: (text: string) => rulesInFile(screened(text)), missed: 1 },
] as const;

describe.each(SETS)("The labelled $name", ({ name, find, missed }) => {
  const texts = setOf(name);

  it("have nothing found in them that is no decision", () => {
    expect(texts.filter(({ text, keep }) => !keep && find(text).length > 0)).toEqual([]);
  });

  it("have their decisions found, but for what is known to be missed", () => {
    expect(texts.filter(({ text, keep }) => keep && find(text).length === 0)).toHaveLength(missed);
  });
});
