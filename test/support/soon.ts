import { vi } from "vitest";

/** Far longer than it takes, so that only what never comes is late, however busy the machine is. */
const SOON = { timeout: 15_000, interval: 10 };

/** Waits until a check no longer throws. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, SOON);
