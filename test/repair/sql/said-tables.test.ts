import { expect, it } from "vitest";
import { SAID_TABLES, TABLE_KINDS } from "../../../src/repair/sql/said-tables.ts";
import { openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

/** The tables that an index of words keeps for itself. */
const SHADOW = /_text_(?:data|idx|content|docsize|config)$/;

it("Every table of the file is said, derived or local", async () => {
  const { path } = await openMemory();
  const tables = await raw(path, (db) =>
    db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'")
      .all(),
  );
  const names = tables.map(({ name }) => String(name)).filter((name) => !SHADOW.test(name));
  expect(names.filter((name) => !(name in TABLE_KINDS))).toEqual([]);
});

it("Everything that is said is compared with the log", () => {
  const said = Object.entries(TABLE_KINDS).flatMap(([name, kind]) => (kind === "said" ? [name] : []));
  expect(new Set(SAID_TABLES)).toEqual(new Set(said));
});
