/** Lets other pending work run, so that a long search does not delay a `ping`. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each turn costs a search about 1 % in a small memory. */
const LONGEST_WITHOUT_TURN_MS = 2;
/** Of the process and not of a search: several short ones in a row must not hold up others either. */
let lastTurn = 0;

/** Yields if others had no turn for a while. */
export async function yieldNowAndThen(): Promise<void> {
  if (performance.now() - lastTurn < LONGEST_WITHOUT_TURN_MS) return;
  await yieldToEventLoop();
  lastTurn = performance.now();
}
