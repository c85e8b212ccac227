/** Lets other pending work run, so that a long search does not delay a `ping`. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
