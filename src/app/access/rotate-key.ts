import * as z from "zod";
import {
  expiryOf,
  KeyId,
  keyToken,
  overlapEnd,
  SECRET_BYTES,
  tokenDigest,
} from "../../domain/access/access-key.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { IssuedKey } from "./create-key.ts";
import type { AccessDeps } from "./deps.ts";
import { requireInReach } from "./keys-in-reach.ts";

export const rotateKey = defineOperation({
  name: "rotate-key",
  summary: "Give a key another secret and another month.",
  effect: "update",
  role: "admin",
  input: z.strictObject({
    id: KeyId,
    expires: z.string().optional(),
    overlap: z.string().optional(),
  }),
  async run({ id, expires, overlap }, deps: AccessDeps, call): Promise<IssuedKey> {
    await requireInReach(id, deps, call);
    const now = deps.clock.now();
    const token = keyToken(id, deps.entropy.bytes(SECRET_BYTES));
    const key = await deps.store.rotateKey(
      id,
      {
        digest: tokenDigest(token),
        expiresAt: expiryOf(expires, now),
        previousUntil: overlapEnd(overlap, now),
      },
      actOf(deps, call),
    );
    return { key, token };
  },
});
