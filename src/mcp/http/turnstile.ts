/**
 * Lets requests in one per turn of the event loop, in the order they came. Node accepts one connection in a turn, so a
 * turn that first serves everybody who is inside keeps those at the door waiting for many turns.
 */
export function turnstile(): (enter: () => void) => void {
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    const enter = waiting.shift();
    if (waiting.length > 0) setImmediate(admit);
    enter?.();
  };
  return (enter) => {
    waiting.push(enter);
    if (waiting.length === 1) setImmediate(admit);
  };
}
