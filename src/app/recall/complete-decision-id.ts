import * as z from "zod";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";

/** A shorter prefix matches every id. */
const ID_START = `${ID_PREFIX.decision}_`;

export const completeDecisionId = defineOperation({
  name: "complete-decision-id",
  summary: "Ids of decisions that begin so, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    prefix: boundedText(0, LIMITS.name),
    limit: z.number().int().min(1).max(100).default(100),
  }),
  async run({ prefix, limit }, { store }: RecallDeps, { scope }) {
    if (!ID_START.startsWith(prefix)) {
      const ids = await store.decisionIds(scope, prefix, limit + 1);
      return { ids: ids.slice(0, limit), more: ids.length > limit };
    }
    const { items, total } = await store.listDecisions({ scope }, limit);
    return { ids: items.map(({ id }) => id), more: total > items.length };
  },
});
