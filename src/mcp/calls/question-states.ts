import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import type { Question } from "../../shared/operations/operation.ts";
import type { Clock, Entropy } from "../../shared/ports.ts";
import { MINUTE_MS } from "../../shared/time.ts";

/** A question and the call that asks it. An answer is valid for exactly this. */
export interface AskedQuestion {
  readonly question: Question;
  /** The id of the key, or the connection. */
  readonly principal: string;
  readonly project: string;
  readonly tool: string;
  readonly args: unknown;
}

/** `unknown` is one that this process did not issue, or that was changed. */
export type StateVerdict = "valid" | "missing" | "unknown" | "expired" | "other_question" | "used";

/** The one-time states that go out with a question and have to come back with its answer. */
export interface QuestionStates {
  issue(asked: AskedQuestion): string;
  /** Checks a state and uses it up: it is `valid` once. */
  redeem(state: unknown, asked: AskedQuestion): StateVerdict;
}

const VALID_MS = 10 * MINUTE_MS;
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const DIGEST_BYTES = 32;
const SIGNED_BYTES = NONCE_BYTES + TIME_BYTES + DIGEST_BYTES;
const STATE_BYTES = SIGNED_BYTES + DIGEST_BYTES;
const MOST_USED = 10_000;

/**
 * Signs with a key that only this process has. Requests of 2026-07-28 are independent of each other, and another process
 * on the same memory could answer the next one; it refuses the state, and the person is asked again. A key in the memory
 * would let every process accept it, but then also use it a second time, unless each answer were written to the file, and
 * whoever can read the file or a copy of it could issue consent.
 */
export function createQuestionStates(
  { entropy, clock }: { readonly entropy: Entropy; readonly clock: Clock },
  mostUsed = MOST_USED,
): QuestionStates {
  const key = entropy.bytes(KEY_BYTES);
  /** The nonces of used states and when they were used, oldest first. */
  const used = new Map<string, number>();
  let refusedUntil = -1;

  /** Never goes back, so that a state whose nonce was forgotten does not become valid again. */
  const now = (): number => Math.floor(clock.elapsed());
  const sign = (signed: Uint8Array): Buffer => createHmac("sha256", key).update(signed).digest();

  function remember(nonce: string, at: number): void {
    for (const [earlier, usedAt] of used) {
      if (at - usedAt < VALID_MS) break;
      used.delete(earlier);
    }
    if (used.size >= mostUsed) {
      // A state that is forgotten must not be used again, so every state issued until now ends here.
      used.clear();
      refusedUntil = at;
    }
    used.set(nonce, at);
  }

  return {
    issue(asked) {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(now()));
      const signed = Buffer.concat([entropy.bytes(NONCE_BYTES), time, digestOf(asked)]);
      return Buffer.concat([signed, sign(signed)]).toString("base64url");
    },
    redeem(state, asked) {
      if (typeof state !== "string") return "missing";
      const bytes = Buffer.from(state, "base64url");
      if (bytes.length !== STATE_BYTES) return "unknown";
      const signed = bytes.subarray(0, SIGNED_BYTES);
      if (!timingSafeEqual(sign(signed), bytes.subarray(SIGNED_BYTES))) return "unknown";
      const issuedAt = Number(signed.readBigUInt64BE(NONCE_BYTES));
      const at = now();
      if (at - issuedAt >= VALID_MS || issuedAt <= refusedUntil) return "expired";
      if (!timingSafeEqual(digestOf(asked), signed.subarray(NONCE_BYTES + TIME_BYTES)))
        return "other_question";
      const nonce = signed.toString("base64url", 0, NONCE_BYTES);
      if (used.has(nonce)) return "used";
      remember(nonce, at);
      return "valid";
    },
  };
}

function digestOf({ question, principal, project, tool, args }: AskedQuestion): Buffer {
  const bound = [question.key, question.text, principal, project, tool, args ?? null] as Json;
  return createHash("sha256").update(canonicalJson(bound)).digest();
}
