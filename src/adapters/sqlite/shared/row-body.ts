import type { Row } from "./connection.ts";

/** The JSON body of a row, without its `schema_version`. */
export function rowBody<T extends object>(row: Row): T {
  const { schema_version: _, ...body } = JSON.parse(row["body"] as string) as T & { schema_version: number };
  return body as unknown as T;
}
