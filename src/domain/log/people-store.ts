import type { Act } from "../shared/act.ts";
import type { Erased } from "../shared/erasure.ts";

export interface Person {
  readonly id: string;
  /** Undefined once it was erased. */
  readonly name?: string | undefined;
  /** How many entries of the audit log are theirs, or were written on their behalf, in all projects. */
  readonly entries: number;
  readonly firstAt?: Date | undefined;
  readonly lastAt?: Date | undefined;
}

/** People belong to no project, so the project is `all`. */
export interface ErasedPerson extends Erased {
  /** Entries of version 0.1.0 that still have the name, because their hash covers it. */
  readonly entriesWithName: number;
}

/** The people who wrote something. Everything names them by id, and their names are stored once. */
export interface PeopleStore {
  /** Whoever wrote last comes first. */
  listPeople(): Promise<readonly Person[]>;
  /** Removes the name. What the person wrote stays. @throws Fault `not_found`. */
  erasePerson(id: string, act: Act): Promise<ErasedPerson>;
}
