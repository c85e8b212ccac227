import { Fault } from "../../shared/errors.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Clock } from "../../shared/ports.ts";

/** A minimum pause between two writes of an actor to a project. It is kept in memory only. */
export interface Cooldown {
  /**
   * Runs a write, and starts the pause if it succeeds. A write that fails or has to ask the person starts none.
   * @throws Fault `limited` during the pause.
   */
  during<T>(call: Call, write: () => Promise<T>): Promise<T>;
}

export function cooldown(seconds: number, clock: Clock): Cooldown {
  const last = new Map<string, number>();
  return {
    async during(call, write) {
      if (seconds === 0) return write();
      const now = clock.elapsed();
      for (const [actor, at] of last) if (now - at >= seconds * 1000) last.delete(actor);
      const { author, key } = call.actor;
      // A key is one actor, whatever its client calls itself.
      const who = key === undefined ? [author.kind, author.name, author.person ?? null] : [key];
      const actor = JSON.stringify([call.scope, ...who]);
      const before = last.get(actor);
      if (before !== undefined) throw tooSoon(seconds, Math.ceil((before + seconds * 1000 - now) / 1000));
      // Set before the write runs, so that two simultaneous writes are not both accepted.
      last.set(actor, now);
      try {
        return await write();
      } catch (error) {
        last.delete(actor);
        throw error;
      }
    },
  };
}

function tooSoon(seconds: number, left: number): Fault {
  return new Fault("limited", `Writes must be ${seconds} s apart, and the last one was too recent.`, {
    reason: "rate_limit_exceeded",
    retryAfter: left,
    hint: `Nothing was written. Try again in ${left} s.`,
  });
}
