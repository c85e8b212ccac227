import * as z from "zod";
import { GENERAL_DOMAIN } from "../../domain/decisions/domains.ts";
import { defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const listDomains = defineOperation({
  name: "list-domains",
  summary: "The domains that have outcomes, and the modules that a decision may name.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, { store, modules }: DecisionDeps, { scope }) {
    const withOutcomes = (await store.tallies(scope)).map(({ domain }) => domain);
    return { withOutcomes, all: [...new Set([...withOutcomes, ...modules, GENERAL_DOMAIN])] };
  },
});
