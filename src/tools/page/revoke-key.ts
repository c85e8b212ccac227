import { revokeKey } from "../../app/access/revoke-key.ts";
import { type KeyResult, keyResult } from "./key-parts.ts";
import { definePageCall } from "./page-call.ts";

export interface RevokeKeyResult {
  readonly key: KeyResult;
  readonly said: string;
}

export const revokeKeyCall = definePageCall({
  name: "revoke-key",
  effect: "write",
  input: revokeKey.input,
  async run({ id }, { perform, deps, call }): Promise<RevokeKeyResult> {
    const key = await perform(revokeKey, { id });
    return {
      key: keyResult(key, deps.clock.now(), call.actor),
      said: `The key of ${key.name} no longer opens anything.`,
    };
  },
});
