import type { Checkout } from "../domain/ports.ts";

/** Where there is no repository, or not that of the project in question. */
export const noCheckout: Checkout = {
  head: async () => undefined,
  commitsSince: async () => ({ commits: [], total: 0 }),
  changesSince: async () => [],
  goneCommits: async () => [],
};
