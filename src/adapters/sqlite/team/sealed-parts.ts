import { randomBytes } from "node:crypto";
import { contextHash } from "../../../domain/decisions/context-hash.ts";
import { canonicalJson, type Json } from "../../../domain/shared/canonical-json.ts";
import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import { withoutLocalFields, withoutPaths } from "../../../domain/team/leaving.ts";
import type { TeamProgress } from "../../../domain/team/membership.ts";
import type { Sealing } from "../../../domain/team/team-store.ts";
import { decisionOfMemory } from "../decisions/rows.ts";
import { type ChangeTypes, wholeArgs } from "../log/change.ts";
import { partDigest, type StoredPart } from "../log/change-parts.ts";
import type { Row, Sql } from "../shared/connection.ts";
import type { MemoryRow } from "../shared/memory-row.ts";
import type { LocalEntry } from "./shareable-parts.ts";
import type { Fields } from "./team-entries.ts";

const SALT_BYTES = 16;

/** What sealing needs to know of the team. */
export type SealingTeam = Pick<TeamProgress, "project" | "team" | "origin" | "sharesSources"> & {
  readonly lookedAt: number;
};

/** A part of a change as the team gets it. */
export interface SealedPart {
  readonly about: readonly string[];
  readonly person?: string | undefined;
  readonly fromPart: number | null;
  readonly digest: Uint8Array;
  /** Null if it was emptied before it was shared. */
  readonly salt: Uint8Array | null;
  /** Null if it is what the part of the log says, without what stays here. */
  readonly args: Json | null;
  readonly persons: readonly string[];
}

export function sealedPart(
  sql: Sql,
  { change, action }: LocalEntry,
  { part, args, salt, digest }: StoredPart,
  { sharesSources }: SealingTeam,
  sealing: Sealing,
  types: ChangeTypes,
): SealedPart {
  const about = sql
    .all("SELECT record FROM change_refs WHERE change = ? AND part = ? ORDER BY record", change, part)
    .map(({ record }) => record as string);
  const whole = args === undefined || salt === null ? undefined : wholeArgs(types, action, sql, args);
  if (whole === undefined) return { about, fromPart: part, digest, salt: null, args: null, persons: [] };
  const own = withoutLocalFields(whole, sharesSources);
  const shared = rehashed(own, withoutPaths(own, sealing));
  const newSalt = randomBytes(SALT_BYTES);
  const text = canonicalJson(shared);
  return {
    about,
    fromPart: part,
    digest: partDigest(newSalt, shared),
    salt: newSalt,
    args: text === canonicalJson(own) ? null : shared,
    persons: [...new Set(text.match(PERSONS) ?? [])],
  };
}

const PERSONS = new RegExp(`(?<=")${ID_PREFIX.person}_[a-z0-9]+(?=")`, "g");

/** A decision whose paths were shortened means something else to its hash. */
function rehashed(before: Json, after: Json): Json {
  const fields = after as Fields;
  if (fields["type"] === "decision" && canonicalJson(before) !== canonicalJson(after)) {
    const decision = decisionOfMemory(after as unknown as MemoryRow);
    return { ...fields, context_hash: contextHash(decision, decision.hashVersion) };
  }
  const memory = fields["memory"];
  return memory === undefined
    ? after
    : { ...fields, memory: rehashed((before as Fields)["memory"] as Json, memory) };
}

/** The names of people that the team does not know yet. */
export function namesFor(sql: Sql, team: SealingTeam, row: Row, parts: readonly SealedPart[]): SealedPart[] {
  const author = row["person"] as string | null;
  const persons = new Set([...(author === null ? [] : [author]), ...parts.flatMap((part) => part.persons)]);
  return [...persons].flatMap((person) => {
    const known = "SELECT 1 FROM team_records WHERE record = ? AND project = ?";
    if (sql.get(known, person, team.project)) return [];
    const name = sql.get("SELECT name FROM people WHERE id = ?", person)?.["name"];
    if (typeof name !== "string") return [];
    sql.run("INSERT INTO team_records (record, project) VALUES (?, ?)", person, team.project);
    const salt = randomBytes(SALT_BYTES);
    const args = { name };
    return [
      { about: [person], person, fromPart: null, digest: partDigest(salt, args), salt, args, persons: [] },
    ];
  });
}

export function storePart(
  sql: Sql,
  change: number,
  n: number,
  { fromPart, person, digest, salt, args }: SealedPart,
): void {
  sql.run(
    "INSERT INTO team_parts (change, part, from_part, person, digest, salt, args) VALUES (?, ?, ?, ?, ?, ?, ?)",
    change,
    n,
    fromPart,
    person ?? null,
    digest,
    salt,
    args === null ? null : JSON.stringify(args),
  );
}
