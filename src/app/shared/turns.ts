import type { EventLoop } from "../../domain/shared/timers.ts";

/**
 * Whoever calls again at once does so within a millisecond, and a person or a model takes longer than this to read a
 * reply.
 */
const QUIET_MS = 10;
/** After so long without a pause, work no longer waits for one. */
const LONGEST_BUSY_MS = 1_000;
/** Without pauses, the others have so many times as long as each step took. */
const LEFT_TO_OTHERS = 9;
/** A step that waited for another process took long and cost little. */
const LONGEST_PAUSE_MS = 100;

/**
 * Says when work that nobody waits for may take its next step. Everything runs on one thread, so a call that comes in
 * meanwhile waits until the step is over.
 */
export interface Turns {
  /** Runs a call whose reply somebody waits for. Steps give way to it. */
  answering<T>(call: () => Promise<T>): Promise<T>;
  /** Runs a step when its turn has come. One runs at a time, in the order they were asked for, so none contains another. */
  step<T>(work: () => Promise<T>): Promise<T>;
  /** Lets every step run at once, until the returned function is called. */
  hurry(): () => void;
}

/** `isCrowded`: so much is waiting that it has to be done now, whoever waits for it. */
export function turns(loop: EventLoop, isCrowded: () => boolean): Turns {
  let calls = 0;
  let lastCall = Number.NEGATIVE_INFINITY;
  let busySince = 0;
  let hurrying = 0;
  const waiting: (() => Promise<void>)[] = [];
  let running = false;
  let woken: (() => void) | undefined;
  let mayGoOnAt = 0;

  /** Zero if a step may run now. */
  const waitMs = (): number => {
    if (isCrowded()) return 0;
    const now = loop.now();
    const untilQuiet = calls > 0 ? QUIET_MS : lastCall + QUIET_MS - now;
    const untilDue = Math.max(busySince + LONGEST_BUSY_MS, mayGoOnAt) - now;
    return Math.max(0, Math.min(untilQuiet, untilDue));
  };

  const wake = (): void => {
    woken = undefined;
    if (running || waiting.length === 0) return;
    const ms = waitMs();
    // Looked at again after a while, because calls come and go meanwhile.
    if (ms > 0) woken = loop.after(Math.min(ms, QUIET_MS), wake, { keepsAlive: true });
    else void runNext();
  };

  const runNext = async (): Promise<void> => {
    running = true;
    const began = loop.now();
    await waiting.shift()?.();
    const ended = loop.now();
    mayGoOnAt = ended + Math.min((ended - began) * LEFT_TO_OTHERS, LONGEST_PAUSE_MS);
    running = false;
    wakeNextTurn();
  };

  const wakeNextTurn = (): void => {
    if (running || woken || waiting.length === 0) return;
    woken = () => {};
    loop.nextTurn(wake);
  };

  return {
    async answering(call) {
      const now = loop.now();
      if (calls === 0 && now - lastCall >= QUIET_MS) busySince = now;
      calls++;
      try {
        return await call();
      } finally {
        calls--;
        lastCall = loop.now();
      }
    },
    step(work) {
      if (hurrying > 0) return work();
      return new Promise((resolve, reject) => {
        waiting.push(() => work().then(resolve, reject));
        wakeNextTurn();
      });
    },
    hurry() {
      hurrying++;
      for (const run of waiting.splice(0)) void run();
      return () => void hurrying--;
    },
  };
}
