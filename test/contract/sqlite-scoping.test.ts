import { describe, expect, it } from "vitest";
import { SOURCES } from "../architecture/sources.ts";
import { openSqlite } from "./open-sqlite.ts";
import { SCOPED_CALLS, WITHOUT_SCOPE } from "./scoped-calls.ts";
import { scoping } from "./scoping.ts";

const OF_A_MEMORY =
  /^export (?:async )?(?:function|const) (\w+)(?: = (?:async )?)?\(\s*memory: (?:Connection|Memory)\b/gm;

/** The functions that read or write a memory by themselves. */
const CALLS = SOURCES.filter(({ path }) =>
  /^\w+\/sql\/|^store\/log\/|^store\/file\/file-copies|^memory\/record-/.test(path),
).flatMap(({ text }) => [...text.matchAll(OF_A_MEMORY)].map(([, name]) => name as string));

describe("A SQLite file keeps projects apart in", () => {
  scoping(openSqlite);

  it("all that is asked of it", () => {
    const known = [...Object.keys(SCOPED_CALLS), ...Object.keys(WITHOUT_SCOPE)];
    expect(CALLS.length).toBeGreaterThan(200);
    expect(CALLS.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !CALLS.includes(name))).toEqual([]);
  });
});
