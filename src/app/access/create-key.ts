import * as z from "zod";
import {
  type AccessKey,
  expiryOf,
  KeyName,
  keyToken,
  SECRET_BYTES,
  tokenDigest,
} from "../../domain/access/access-key.ts";
import { ProjectName } from "../../domain/access/project.ts";
import { ROLES } from "../../domain/shared/actor.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";
import { requireNoMore } from "./keys-in-reach.ts";

/** A new key with its token, which cannot be read again later. */
export interface IssuedKey {
  readonly key: AccessKey;
  readonly token: string;
}

export const createKey = defineOperation({
  name: "create-key",
  summary: "Make a key that lets a program in over HTTP.",
  effect: "append",
  role: "admin",
  input: z.strictObject({
    name: KeyName,
    role: z.enum(ROLES).default("agent"),
    project: ProjectName.optional(),
    expires: z.string().optional(),
    mayConsent: z.boolean().default(false),
  }),
  async run({ name, role, project, expires, mayConsent }, deps: AccessDeps, call): Promise<IssuedKey> {
    requireNoMore({ project }, call);
    const now = deps.clock.now();
    const id = deps.ids.next(ID_PREFIX.key);
    const token = keyToken(id, deps.entropy.bytes(SECRET_BYTES));
    const key: AccessKey = {
      id,
      name: startScreening(deps.secrets).required("name", name),
      role,
      project,
      mayConsent,
      digest: tokenDigest(token),
      createdAt: now,
      expiresAt: expiryOf(expires, now),
    };
    await deps.store.addKey(key, actOf(deps, call));
    return { key, token };
  },
});
