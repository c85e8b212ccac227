import type { Act } from "../shared/act.ts";

/** The people who wrote something. Everything names them by id, and their names are stored once. */
export interface PeopleStore {
  /** Removes the name. What the person wrote stays. @throws Fault `not_found`. */
  erasePerson(id: string, act: Act): Promise<void>;
}
