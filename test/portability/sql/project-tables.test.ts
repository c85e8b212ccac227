import { expect, it } from "vitest";
import { TABLES_OF_PROJECT } from "../../../src/portability/sql/project-moved.ts";
import { openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

it("Of every table with a project it is decided what becomes of its rows when a project moves", async () => {
  const { path } = await openMemory();
  const tables = await raw(path, (db) =>
    db
      .prepare(
        `SELECT t.name FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c
         WHERE t.type = 'table' AND c.name = 'project' ORDER BY t.name`,
      )
      .all(),
  );
  expect(tables.map(({ name }) => name)).toEqual([...TABLES_OF_PROJECT].sort());
});
