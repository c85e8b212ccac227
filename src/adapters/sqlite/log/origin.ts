import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import type { Row, Sql } from "../shared/connection.ts";

/** The number of the origin that this file itself is. */
export const OWN_ORIGIN = 1;

/** Gives a new or upgraded file an id of its own, with the name of the machine it is on. */
export function addOwnOrigin(sql: Sql): void {
  const id = `${ID_PREFIX.memory}_${randomBytes(10).toString("hex")}`;
  sql.run("INSERT INTO origins (n, id, machine) VALUES (?, ?, ?)", OWN_ORIGIN, id, hostname());
}

/** The id of this file. */
export const ownOriginId = (sql: Sql): string =>
  (sql.get("SELECT id FROM origins WHERE n = ?", OWN_ORIGIN) as Row)["id"] as string;
