import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import type { Row, Sql } from "../shared/connection.ts";

/** The first origin is this file itself. */
const OWN = 1;

export interface Origin {
  readonly n: number;
  readonly id: string;
}

/** Gives a new or upgraded file an id of its own, with the name of the machine it is on. */
export function addOwnOrigin(sql: Sql): void {
  const id = `${ID_PREFIX.memory}_${randomBytes(10).toString("hex")}`;
  sql.run("INSERT INTO origins (n, id, machine) VALUES (?, ?, ?)", OWN, id, hostname());
}

export function ownOrigin(sql: Sql): Origin {
  return { n: OWN, id: (sql.get("SELECT id FROM origins WHERE n = ?", OWN) as Row)["id"] as string };
}
