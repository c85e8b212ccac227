import { rotateKey } from "../../app/access/rotate-key.ts";
import { type IssuedKeyResult, issuedResult } from "./key-parts.ts";
import { definePageCall } from "./page-call.ts";

export const rotateKeyCall = definePageCall({
  name: "rotate-key",
  effect: "write",
  input: rotateKey.input,
  async run(args, { perform, deps, call }): Promise<IssuedKeyResult> {
    return issuedResult(await perform(rotateKey, args), deps.clock.now(), call.actor);
  },
});
