import { createHash } from "node:crypto";
import type { AuthorKind } from "../shared/actor.ts";
import type { RecordKind } from "../shared/ids.ts";

/** What happened to a record. New kinds of writes add to this list. */
export const AUDIT_ACTIONS = [
  "decision.captured",
  "decision.updated",
  "decision.retracted",
  "decision.superseded",
  "decision.erased",
  "outcome.recorded",
  "signal.recorded",
  "proposal.drafted",
  "proposal.fed",
  "proposal.accepted",
  "proposal.rejected",
  "proposal.expired",
  "link.proposed",
  "link.approved",
  "link.rejected",
  "link.cleaned",
  "link.restored",
  "checkpoint.saved",
  "checkpoint.erased",
  "insight.saved",
  "insight.erased",
  "context.detected",
  "skill.learned",
  "skill.changed",
  "skill.tried",
  "guidance.given",
  "guidance.settled",
  "key.created",
  "key.rotated",
  "key.revoked",
  "import.began",
  "import.continued",
  "import.finished",
  "import.undone",
  "decision.withdrawn",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

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
