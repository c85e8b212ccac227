import * as z from "zod";
import { createKey } from "../../app/access/create-key.ts";
import { type IssuedKeyResult, issuedResult } from "./key-parts.ts";
import { definePageCall } from "./page-call.ts";

const { shape } = createKey.input;

export const createKeyCall = definePageCall({
  name: "create-key",
  effect: "write",
  input: z.strictObject({
    name: shape.name,
    role: shape.role,
    project: shape.project,
    /** A duration such as `30d`, or a date. */
    expires: shape.expires,
    may_consent: shape.mayConsent,
  }),
  fields: { mayConsent: "may_consent" },
  async run({ may_consent, ...args }, { perform, deps, call }): Promise<IssuedKeyResult> {
    const issued = await perform(createKey, { ...args, mayConsent: may_consent });
    return issuedResult(issued, deps.clock.now(), call.actor);
  },
});
