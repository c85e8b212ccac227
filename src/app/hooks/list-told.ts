import * as z from "zod";
import { heededOf } from "../../domain/guidance/warning-totals.ts";
import type { Told } from "../../domain/hooks/hook-session.ts";
import type { HookStore } from "../../domain/hooks/hook-store.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import type { GuidanceDeps } from "../guidance/deps.ts";
import { defineOperation } from "../shared/operation.ts";

const WORTH_DAYS = 7;

/** What a session was told, with the words of the record as they are now. */
export interface ToldRecord extends Told {
  /** Undefined if the record is gone, or is none of the decisions. */
  readonly statement?: string | undefined;
}

export const listTold = defineOperation({
  name: "list-told",
  summary: "What the hooks of clients told to which session, and why.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(1_000).default(20) }),
  async run({ limit }, deps: GuidanceDeps & { readonly store: HookStore }, { scope }) {
    const { store, clock } = deps;
    const since = new Date(clock.now().getTime() - WORTH_DAYS * DAY_MS);
    const told = await store.listTold(scope, limit);
    const decisions = await store.decisionsById(scope, [...new Set(told.map(({ record }) => record))]);
    const statements = new Map(decisions.map(({ id, statement }) => [id, statement]));
    const totals = await store.toldTotals(scope, since);
    const warnings = await store.warningTotals(scope, since);
    return {
      told: told.map((one): ToldRecord => ({ ...one, statement: statements.get(one.record) })),
      worth: {
        days: WORTH_DAYS,
        ...totals,
        warned: warnings.warned + totals.records.failed,
        heeded: heededOf(warnings),
      },
    };
  },
});
