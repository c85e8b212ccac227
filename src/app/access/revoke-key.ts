import * as z from "zod";
import { KeyId } from "../../domain/access/access-key.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";
import { requireInReach } from "./keys-in-reach.ts";

export const revokeKey = defineOperation({
  name: "revoke-key",
  summary: "End a key for good, with every session it opened.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ id: KeyId }),
  async run({ id }, deps: AccessDeps, call) {
    await requireInReach(id, deps, call);
    return deps.store.revokeKey(id, actOf(deps, call));
  },
});
