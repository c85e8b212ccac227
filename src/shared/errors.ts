import { systemCause } from "./system-errors.ts";

/** Each code implies what the caller can do. Transports and vocabularies translate it into their own terms. */
export const FAULT_CODES = [
  "invalid",
  "not_found",
  "conflict",
  "forbidden",
  "limited",
  "unavailable",
  "insufficient",
  "internal",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface FaultDetails {
  /** What would work instead. It names no tool, command or argument, because those differ by vocabulary. */
  readonly hint?: string | undefined;
  /** What would work instead, for each vocabulary to put into its own words. */
  readonly remedies?: readonly Remedy[] | undefined;
  /** The wrong field of the operation: `confidence`, `links.to`. Vocabularies replace it with their argument's name. */
  readonly field?: string | undefined;
  /** The value received, if it is safe to repeat. */
  readonly received?: unknown;
  /** Distinguishes failures with the same code: `confidence_out_of_range`. */
  readonly reason?: string | undefined;
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number | undefined;
  /** For the log only. Never shown. */
  readonly cause?: unknown;
}

/** An expected failure that is safe to show. The message is always our own text, never a driver's. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly hint: string | undefined;
  readonly remedies: readonly Remedy[] | undefined;
  readonly field: string | undefined;
  readonly received: unknown;
  readonly reason: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.remedies = details.remedies;
    this.field = details.field;
    this.received = details.received;
    this.reason = details.reason;
    this.retryAfter = details.retryAfter;
  }

  /**
   * A refusal of the system, such as a full disk, is named. Anything else is a bug in Membria: the log gets all of it, the
   * caller one sentence.
   */
  static from(error: unknown): Fault {
    if (error instanceof Fault) return error;
    const system = systemCause(error);
    if (system) {
      const { path, because, reason, hint } = system;
      return new Fault("unavailable", `${path ?? "A file"} cannot be used: ${because}.`, {
        reason,
        hint,
        cause: error,
      });
    }
    return new Fault("internal", "Something went wrong inside Membria.", {
      hint: "Try again; the server's log has the details.",
      cause: error,
    });
  }

  /** The message and the hint in one line. */
  get sentence(): string {
    return this.hint ? `${this.message} ${this.hint}` : this.message;
  }
}

/**
 * What the caller can do after a refusal, or next after a result. The core picks the remedy, and every vocabulary puts
 * it into its own words: a tool over MCP, a command on the command line.
 */
export type Remedy =
  // Change the call.
  | { readonly remedy: "send-plain-text"; readonly field: string }
  | { readonly remedy: "send-one-of"; readonly fields: readonly string[] }
  | { readonly remedy: "name-project" }
  | { readonly remedy: "create-folder" }
  | { readonly remedy: "prefer-side" }
  | { readonly remedy: "set-project" }
  | { readonly remedy: "name-team-server" }
  | { readonly remedy: "choose-shared" }
  | { readonly remedy: "use-server-anyway" }
  | { readonly remedy: "confirm-fingerprint"; readonly fingerprint: string }
  // Look something up.
  | { readonly remedy: "list-decisions" }
  | { readonly remedy: "list-due" }
  | { readonly remedy: "list-skills" }
  | { readonly remedy: "list-insights" }
  | { readonly remedy: "list-pending-links" }
  | { readonly remedy: "list-proposals" }
  | { readonly remedy: "list-candidates" }
  | { readonly remedy: "list-keys" }
  | { readonly remedy: "list-imports" }
  | { readonly remedy: "list-backups" }
  | { readonly remedy: "list-projects" }
  | { readonly remedy: "list-guidance" }
  | { readonly remedy: "list-members" }
  | { readonly remedy: "show-team" }
  | { readonly remedy: "show-latest-checkpoint" }
  | { readonly remedy: "get-confidence-guidance" }
  | { readonly remedy: "run-doctor" }
  | { readonly remedy: "examine-damage" }
  | { readonly remedy: "bring-back-memory" }
  // Do something.
  | { readonly remedy: "record-outcome" }
  | { readonly remedy: "relearn-skills" }
  | { readonly remedy: "save-checkpoint" }
  | { readonly remedy: "propose-link" }
  | { readonly remedy: "supersede-decision"; readonly id: string }
  | { readonly remedy: "reject-pending-link" }
  | { readonly remedy: "approve-link-all-the-same"; readonly id: string }
  | { readonly remedy: "back-up-links" }
  | { readonly remedy: "create-key" }
  | { readonly remedy: "export-json" }
  | { readonly remedy: "import-json"; readonly file: string }
  | { readonly remedy: "overwrite-file" }
  | { readonly remedy: "switch-model" }
  | { readonly remedy: "fit-model" }
  | { readonly remedy: "sync-team" }
  // Ask a person to do it.
  | { readonly remedy: "retract-decision"; readonly id: string }
  | { readonly remedy: "edit-decision"; readonly id: string }
  | { readonly remedy: "restore-decision"; readonly id: string }
  | { readonly remedy: "merge-decisions"; readonly keep: string; readonly duplicate: string }
  | { readonly remedy: "supersede-by"; readonly supersedes: readonly string[]; readonly by: string }
  | { readonly remedy: "reopen-decision"; readonly id: string }
  | ({ readonly remedy: "replace-decision" } & Replacement)
  | { readonly remedy: "accept-proposal"; readonly id: string }
  | { readonly remedy: "reject-link"; readonly id: string }
  | { readonly remedy: "erase-memory"; readonly id: string }
  | { readonly remedy: "restore-backup"; readonly file: string; readonly project: string }
  | { readonly remedy: "undo-import-all-the-same"; readonly run: string }
  | { readonly remedy: "rotate-key"; readonly id: string }
  | ({ readonly remedy: "move-project" } & MoveBetweenProjects)
  | { readonly remedy: "undo-project-move" }
  | { readonly remedy: "join-team" }
  | { readonly remedy: "leave-team"; readonly project: string }
  | { readonly remedy: "trust-project" };

/** Everything of one project to another, which may have records of its own. */
interface MoveBetweenProjects {
  readonly from: string;
  readonly to: string;
  readonly merges: boolean;
}

/** A decision that only a person can save, because it replaces one of theirs. */
interface Replacement {
  readonly statement: string;
  readonly topic?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly supersedes: readonly string[];
  readonly project: string;
}

/**
 * A message that comes with a result. Its field and remedies are separate from the text, so that each vocabulary can
 * use its own names: it puts the field before the text and the remedies after it.
 */
export type Notice =
  | string
  | {
      /** A field of the operation's input. */
      readonly field?: string | undefined;
      readonly text: string;
      readonly remedies?: readonly Remedy[] | undefined;
    };
