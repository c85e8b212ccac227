import type { SigningKey } from "./signatures.ts";

/** What this machine needs to act in a team, and nobody else may see. It never enters the memory or a log. */
export interface TeamSecret {
  readonly team: string;
  /** With user and password. */
  readonly url: string;
  /** The name of this machine in the team, with its key. */
  readonly origin: string;
  readonly key: SigningKey;
  /** The key of the team; only on the machine of its creator. */
  readonly teamKey?: SigningKey | undefined;
  /** The memory that this belongs to, as `MemoryMark` names it. */
  readonly mark: string;
  /** The highest number of a change that was handed out under this name. */
  readonly highestSeq: number;
}

/** Keeps one secret per team, outside the memory, so that a copy of the memory alone does not have it. */
export interface TeamSecrets {
  /** @throws Fault `forbidden` with the reason `secrets_exposed` if others can read it. */
  read(team: string): Promise<TeamSecret | undefined>;
  /** Whole or not at all, on the disk when it resolves. */
  write(secret: TeamSecret): Promise<void>;
  /** Where it was, for display; undefined if there was none. */
  remove(team: string): Promise<string | undefined>;
  /** For display. */
  whereIs(team: string): string;
}

/** Tells one memory file from a copy of it, here or on another machine. */
export interface MemoryMark {
  /** The name of this machine, as others may see it. */
  readonly machine: string;
  of(): Promise<string>;
}

/**
 * `copied`: the secret came along with a copy of the memory, whose original may be in use. `restored`: this memory is
 * older than what was shared from it. Both go on under another name, because numbers of the old one are taken.
 */
export type Continuity = "continues" | "copied" | "restored";

/** `ownSeq` is the highest number under the name of this machine that the memory knows, after it read the log. */
export function continuityOf(
  secret: Pick<TeamSecret, "mark" | "highestSeq">,
  memory: { readonly mark: string; readonly ownSeq: number },
): Continuity {
  if (secret.mark !== memory.mark) return "copied";
  return secret.highestSeq > memory.ownSeq ? "restored" : "continues";
}
