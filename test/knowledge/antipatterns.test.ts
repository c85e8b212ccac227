import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import { AntipatternEntry } from "../../src/decisions/rules/antipattern.ts";
import { triggeredBy } from "../../src/decisions/rules/triggered-antipatterns.ts";
import { knownPatterns } from "../../src/learning/rules/pattern-warnings.ts";
import { riskOf } from "../../src/learning/rules/warning.ts";
import { ANTIPATTERNS } from "../../src/main/knowledge.ts";

const FOLDER = new URL("../../src/knowledge/antipatterns/", import.meta.url);
// Read without the program, so that a file that it does not import is noticed.
const files = await Promise.all(
  (await readdir(FOLDER)).map((name) => readFile(new URL(name, FOLDER), "utf8")),
);
const ENTRIES = files.flatMap((text) => parse(text) as AntipatternEntry[]);
const THREATS = new Set((await loadThreatFiles()).map(({ threat }) => threat.id));

const idsOf = (statement: string): string[] => triggeredBy(statement, ANTIPATTERNS).map(({ id }) => id);
/** Sentences with a reason in front have no opposite that begins with `Do not`. */
const isRequest = (statement: string): boolean => !/^(?:There|No|We|Because|Since)\b/.test(statement);

describe("The antipatterns that come with the program", () => {
  it("are those in the files, each with an id of its own", () => {
    expect(ENTRIES.length).toBeGreaterThanOrEqual(100);
    expect(ANTIPATTERNS.map(({ id }) => id).sort()).toEqual(ENTRIES.map(({ id }) => id).sort());
    expect(new Set(ANTIPATTERNS.map(({ id }) => id)).size).toBe(ANTIPATTERNS.length);
  });

  it.each(ENTRIES.map((one) => [one.id, one] as const))("%s fits the schema", (_, one) => {
    // Unvalidated, because the program reads the data without validation.
    expect(AntipatternEntry.parse(one)).toEqual(one);
  });

  it.each(ENTRIES.map((one) => [one.id, one] as const))(
    "%s has enough examples for the meaning",
    (_, one) => {
      const bad = [...one.fires, ...(one.resembles ?? [])];
      expect(new Set(bad).size).toBeGreaterThanOrEqual(5);
      expect(bad.filter((statement) => one.silent.includes(statement))).toEqual([]);
    },
  );

  it.each(ENTRIES.filter(({ threat }) => threat !== undefined).map((one) => [one.id, one.threat] as const))(
    "%s refers to a threat pattern that exists: %s",
    (_, threat) => {
      expect(THREATS).toContain(threat);
    },
  );

  it.each(ENTRIES.flatMap(({ id, fires }) => fires.map((statement) => [id, statement] as const)))(
    "%s is set off by: %s",
    (id, statement) => {
      expect(idsOf(statement)).toContain(id);
    },
  );

  it.each(ENTRIES.flatMap(({ id, silent }) => silent.map((statement) => [id, statement] as const)))(
    "%s is not set off by: %s",
    (_, statement) => {
      expect(idsOf(statement)).toEqual([]);
    },
  );

  it.each(
    ENTRIES.flatMap(({ id, fires }) => fires.filter(isRequest).map((statement) => [id, statement] as const)),
  )("%s is not set off by the opposite: %s", (_, statement) => {
    expect(idsOf(`Do not ${statement.charAt(0).toLowerCase()}${statement.slice(1)}`)).toEqual([]);
  });

  it.each(["Plain-text passwords", "An AWS key in git", "`eval` of client input"])(
    "block what nobody sensible does: %s",
    (statement) => {
      expect(riskOf(knownPatterns(statement, ANTIPATTERNS), 0, false).firewallStatus).toBe("block");
    },
  );
});
