import { createHash } from "node:crypto";
import type { AuthorKind } from "../shared/actor.ts";
import type { RecordKind } from "../shared/ids.ts";
import type { AuditAction } from "./audit-actions.ts";

/** Who did what to which record, when, and through which program. */
export interface AuditEntry {
  /** Counts from 1 without gaps. Also the position in the change feed. */
  readonly seq: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly kind: RecordKind;
  readonly subject: string;
  readonly project: string;
  readonly authorKind: AuthorKind;
  readonly author: string;
  readonly client: string;
  /** `digestOf` the written content. Erasure removes the salt, so that the text cannot be guessed from the digest. */
  readonly digest: string;
}

export const AUDIT_GENESIS = "0".repeat(64);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Salted, so that without the salt nobody can check a guess at an erased text. */
export function digestOf(salt: string, content: string): string {
  return sha256(`${salt}:${content}`);
}

/** The values of an entry, in the order in which they are hashed and stored. */
export const auditValues = (entry: AuditEntry): (string | number)[] => [
  entry.seq,
  entry.at.getTime(),
  entry.action,
  entry.kind,
  entry.subject,
  entry.project,
  entry.authorKind,
  entry.author,
  entry.client,
  entry.digest,
];

/** Includes the hash of the entry before, so that a changed, missing or swapped entry is detected. */
export function chainHash(previous: string, entry: AuditEntry): string {
  return sha256(JSON.stringify([previous, ...auditValues(entry)]));
}

/** The result of verifying the whole log. */
export interface AuditVerdict {
  readonly entries: number;
  readonly head: string;
  /** The first inconsistency, in a sentence; undefined if there is none. */
  readonly problem?: string | undefined;
}
