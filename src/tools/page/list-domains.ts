import * as z from "zod";
import { listDomains } from "../../app/decisions/list-domains.ts";
import { definePageCall } from "./page-call.ts";

export interface ListDomainsResult {
  /** In alphabetical order. */
  readonly domains: readonly string[];
}

export const listDomainsCall = definePageCall({
  name: "list-domains",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListDomainsResult> {
    const { all } = await perform(listDomains, {});
    return { domains: all.toSorted((a, b) => a.localeCompare(b, "en")) };
  },
});
