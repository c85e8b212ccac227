import { Fault } from "../../shared/errors.ts";
import { connect, type Queries, TEMPORARY } from "../../store/file/connection.ts";
import { migrateDraft } from "../../store/file/migrate.ts";
import { MIGRATIONS } from "../schema/index.ts";

/** Without the tables that the database keeps for itself. */
const PARTS = `SELECT type, name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND NOT (type = 'table' AND name GLOB 'sqlite_*')`;

/** A part of a schema. */
type Part = { type: string; name: string; sql: string };

const keyOf = ({ type, name, sql }: Part): string => JSON.stringify([type, name, sql.replace(/\s+/g, " ")]);

/**
 * Makes sure that a file has no triggers, views, tables and indexes but those of a memory of its format: a trigger would
 * run with the next write, and a view could stand in the place of a table. @throws Fault `conflict`
 */
export async function requireOwnSchema(sql: Queries, format: number, shownAs: string): Promise<void> {
  // Of what is newer nothing is known, and it is refused for that.
  if (format > MIGRATIONS.length) return;
  const draft = await connect(TEMPORARY, { shownAs });
  try {
    await migrateDraft(draft, MIGRATIONS, format);
    const own = new Set((await draft.read((memory) => memory.all<Part>(PARTS))).map(keyOf));
    const foreign = sql.all<Part>(PARTS).find((part) => !own.has(keyOf(part)));
    if (foreign) throw foreignPart(foreign, shownAs);
  } finally {
    await draft.close();
  }
}

function foreignPart({ type, name }: Part, shownAs: string): Fault {
  const part = `${type} ${JSON.stringify(name)}`;
  return new Fault(
    "conflict",
    `The copy ${shownAs} has a ${part} that no memory of its version has, and that Membria did not make like this. Nothing was changed.`,
    {
      field: "file",
      received: shownAs,
      reason: "foreign_schema",
      hint: "Somebody changed the copy. Use another one, or find out what it does before you take it out.",
      remedies: [{ remedy: "list-backups" }],
    },
  );
}
