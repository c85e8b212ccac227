import * as z from "zod";
import { listKeys } from "../../app/access/list-keys.ts";
import { type KeyResult, keyResult } from "./key-parts.ts";
import { definePageCall } from "./page-call.ts";

export interface ListKeysResult {
  /** The newest first. */
  readonly keys: readonly KeyResult[];
}

export const listKeysCall = definePageCall({
  name: "list-keys",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform, deps, call }): Promise<ListKeysResult> {
    const keys = await perform(listKeys, {});
    return { keys: keys.map((key) => keyResult(key, deps.clock.now(), call.actor)) };
  },
});
