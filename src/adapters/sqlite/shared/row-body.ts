import type { Row } from "./connection.ts";

/** What a row keeps as JSON, without the version that it was written in. */
export function rowBody<T extends object>(row: Row): T {
  const { schema_version: _, ...body } = JSON.parse(row["body"] as string) as T & { schema_version: number };
  return body as unknown as T;
}
