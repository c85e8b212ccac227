import type { Timers } from "../../src/shared/timers.ts";

/** Whoever waits has all the time in the world, so that a busy machine changes no answer. */
export const endlessPatience: Timers = { after: () => () => {} };

/** Whoever waits gives up with the next turn of the event loop. */
export const noPatience: Timers = {
  after(_ms, work) {
    const turn = setImmediate(work);
    return () => clearImmediate(turn);
  },
};
