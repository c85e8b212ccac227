/** Lets everything else that waits have its turn: a search among many must not hold up a `ping`. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
