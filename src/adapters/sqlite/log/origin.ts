import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Sql } from "../shared/connection.ts";

/** The number of the origin that this file itself is. */
export const OWN_ORIGIN = 1;

/** Gives a new or upgraded file an id of its own, with the name of the machine it is on. */
export function addOwnOrigin(sql: Sql): void {
  const id = `mem_${randomBytes(10).toString("hex")}`;
  sql.run("INSERT INTO origins (n, id, machine) VALUES (?, ?, ?)", OWN_ORIGIN, id, hostname());
}
