import { describe, expect, it } from "vitest";
import { Antipattern, triggeredBy } from "../../src/domain/decisions/antipattern.ts";
import { ANTIPATTERNS } from "../../src/main/knowledge.ts";

const idsOf = (statement: string): string[] => triggeredBy(statement, ANTIPATTERNS).map(({ id }) => id);

describe("The antipatterns that come with the program", () => {
  it("are a small set, each with an id of its own", () => {
    expect(ANTIPATTERNS.length).toBeGreaterThanOrEqual(15);
    expect(ANTIPATTERNS.length).toBeLessThanOrEqual(25);
    expect(new Set(ANTIPATTERNS.map(({ id }) => id)).size).toBe(ANTIPATTERNS.length);
  });

  it.each(ANTIPATTERNS.map((one) => [one.id, one] as const))("%s fits the schema", (_, one) => {
    // Unvalidated, because the program reads the data without validation.
    expect(Antipattern.parse(one)).toEqual(one);
  });

  it.each(ANTIPATTERNS.flatMap(({ id, fires }) => fires.map((statement) => [id, statement] as const)))(
    "%s is set off by: %s",
    (id, statement) => {
      expect(idsOf(statement)).toContain(id);
    },
  );

  it.each(ANTIPATTERNS.flatMap(({ id, silent }) => silent.map((statement) => [id, statement] as const)))(
    "%s is not set off by: %s",
    (_, statement) => {
      expect(idsOf(statement)).toEqual([]);
    },
  );

  it.each(ANTIPATTERNS.flatMap(({ id, fires }) => fires.map((statement) => [id, statement] as const)))(
    "%s is not set off by the opposite: %s",
    (_, statement) => {
      expect(idsOf(`Do not ${statement.charAt(0).toLowerCase()}${statement.slice(1)}`)).toEqual([]);
    },
  );
});
