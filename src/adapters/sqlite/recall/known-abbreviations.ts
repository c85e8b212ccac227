import { abbreviationKeys, withAbbreviations } from "../../../domain/shared/abbreviations.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import type { TextQuery } from "../../../domain/shared/search-text.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection } from "../shared/connection.ts";

/** The query with the other forms of the abbreviations that decisions of the scope spell out. */
export async function withKnownAbbreviations(
  connection: Connection,
  query: TextQuery,
  scope: Scope,
): Promise<TextQuery> {
  const inScope = allOf(ofScope(scope, "a.project"));
  const rows = await connection.read((sql) =>
    sql.all(
      `WITH keys (key) AS (SELECT value FROM json_each(?))
       SELECT DISTINCT a.short, a.long FROM (
         SELECT * FROM abbreviations WHERE short_key IN keys UNION ALL
         SELECT * FROM abbreviations WHERE long_key IN keys) a
       WHERE ${inScope.sql} ORDER BY a.short, a.long`,
      JSON.stringify(abbreviationKeys(query)),
      ...inScope.values,
    ),
  );
  return withAbbreviations(
    query,
    rows.map((row) => ({ short: row["short"] as string, long: row["long"] as string })),
  );
}
