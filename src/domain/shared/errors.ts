import type { Remedy } from "./remedy.ts";
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
