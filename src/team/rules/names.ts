import { createHash } from "node:crypto";

/** Enough that nobody finds a second key with the same name. */
const NAME_DIGITS = 20;

const FINGERPRINT_DIGITS = 32;

const digestOf = (publicKey: string): string =>
  createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");

/** A name that follows from a key: nobody else can use it, because nobody else has the key. */
export const teamIdOf = (teamKey: string): string => `team_${digestOf(teamKey).slice(0, NAME_DIGITS)}`;

export const originIdOf = (key: string): string => `org_${digestOf(key).slice(0, NAME_DIGITS)}`;

export const TEAM_ID = /^team_[0-9a-f]{20}$/;

/** What people compare: in groups of four, so that they can read it to each other. */
export function fingerprintOf(teamKey: string): string {
  const digits = digestOf(teamKey).slice(0, FINGERPRINT_DIGITS);
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}

/** Whether a person gave this fingerprint, however it was spaced. All of it: a part could be imitated. */
export const isFingerprintOf = (given: string, teamKey: string): boolean =>
  given.toLowerCase().replace(/[^0-9a-f]/g, "") === digestOf(teamKey).slice(0, FINGERPRINT_DIGITS);
