import type { Entropy } from "./ports.ts";
import { boundedText, LIMITS } from "./text.ts";

/** The prefix of an id tells the kind of record. */
export const ID_PREFIX = {
  decision: "dec",
  revision: "rev",
  outcome: "out",
  signal: "sig",
  checkpoint: "chk",
  insight: "ins",
  context: "ctx",
  link: "lnk",
  proposal: "prop",
  skill: "sk",
  guidance: "gdn",
  key: "key",
  import: "imp",
  cleanup: "cln",
  person: "per",
  memory: "mem",
  project: "prj",
  team: "team",
  candidate: "cand",
} as const;
export type RecordKind = keyof typeof ID_PREFIX;

const idOf = (kind: RecordKind): RegExp => new RegExp(`^${ID_PREFIX[kind]}_[a-z0-9]+$`);

/**
 * An id that Membria made: 9 digits of time, which begin with 0 until 2059, and 8 random ones. Whoever names a record
 * otherwise has chosen the name.
 */
export const GENERATED_ID = new RegExp(`^(?:${Object.values(ID_PREFIX).join("|")})_0[0-9a-z]{16}$`);

export const DECISION_ID = idOf("decision");
export const CHECKPOINT_ID = idOf("checkpoint");
export const INSIGHT_ID = idOf("insight");
export const LINK_ID = idOf("link");
export const SKILL_ID = idOf("skill");
export const GUIDANCE_ID = idOf("guidance");
export const PERSON_ID = idOf("person");
export const CANDIDATE_ID = idOf("candidate");
export const KEY_ID = idOf("key");

/**
 * How a caller names a decision: its id, or an alias, the id it had in the memory it was imported from.
 * Only the length is checked, because aliases have the format of their old system.
 */
export const DecisionRef = boundedText(1, LIMITS.name);

/** A random UUID (RFC 9562, version 4). */
export function randomUuid(entropy: Entropy): string {
  const bytes = Uint8Array.from(entropy.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [0, 8, 12, 16, 20].map((at, part) => hex.slice(at, [8, 12, 16, 20, 32][part])).join("-");
}
