import type { Remedy } from "./remedy.ts";

/** What a caller may do about a failure. Transports and vocabularies translate the code; the core knows neither. */
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
  /** What would work instead, as a sentence that names no tool, command or argument. */
  readonly hint?: string | undefined;
  /** What would work instead, where each vocabulary has its own name for it. */
  readonly remedies?: readonly Remedy[] | undefined;
  /** The field of the operation that is at fault: `confidence`, `links.to`. Vocabularies name their argument instead. */
  readonly field?: string | undefined;
  /** What was received for it, when it is safe to repeat. */
  readonly received?: unknown;
  /** A slug that tells failures of one code apart: `confidence_out_of_range`. */
  readonly reason?: string | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number | undefined;
  /** For the log only. Never shown. */
  readonly cause?: unknown;
}

/** An expected failure that is safe to show: every word of the message is ours, never a driver's. */
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

  /** Anything that is not a Fault is a defect of ours: it is logged whole and shown as one sentence. */
  static from(error: unknown): Fault {
    if (error instanceof Fault) return error;
    return new Fault("internal", "Something went wrong inside Membria.", {
      hint: "Try again; the server's log has the details.",
      cause: error,
    });
  }

  /** The whole story in one line: what was wrong and what would work. */
  get sentence(): string {
    return this.hint ? `${this.message} ${this.hint}` : this.message;
  }
}
