import { vi } from "vitest";

/** Far longer than needed, so that only something that never happens fails, even on a busy machine. */
const EVENTUALLY = { timeout: 60_000, interval: 10 };

/** Waits until a check no longer throws. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, EVENTUALLY);
