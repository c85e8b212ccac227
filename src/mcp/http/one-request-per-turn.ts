/**
 * Starts one request per turn of the event loop, in the order of arrival. Node accepts one connection per turn, so a
 * turn that serves all waiting requests first would keep new connections waiting for many turns.
 */
export function oneRequestPerTurn(): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  const startNext = (): void => {
    const start = waiting.shift();
    if (waiting.length > 0) setImmediate(startNext);
    start?.();
  };
  return (start) => {
    waiting.push(start);
    if (waiting.length === 1) setImmediate(startNext);
  };
}
