/** Calls of the view Keys: list, create, rotate and revoke. */

import * as z from "zod";
import {
  type AccessKey,
  createKey,
  expiryWarning,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from "../../access/index.ts";
import type { Actor } from "../../shared/actor.ts";
import { type KeyFacts, keyFacts } from "../record-fields.ts";
import { definePageCall } from "./page-call.ts";

interface ListKeysResult {
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

export const rotateKeyCall = definePageCall({
  name: "rotate-key",
  effect: "write",
  input: rotateKey.input,
  async run(args, { perform, deps, call }): Promise<IssuedKeyResult> {
    return issuedResult(await perform(rotateKey, args), deps.clock.now(), call.actor);
  },
});

interface RevokeKeyResult {
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

export interface KeyResult extends KeyFacts {
  readonly expires_soon: boolean;
  /** Until when the secret before the last rotation works. */
  readonly previous_until: string | null;
  /** Whether this page was opened with it. */
  readonly is_own: boolean;
}

function keyResult(key: AccessKey, now: Date, { key: own }: Pick<Actor, "key">): KeyResult {
  const { last_used_at, ...facts } = keyFacts(key, now);
  return {
    ...facts,
    expires_soon: !key.revokedAt && expiryWarning(key, now) !== undefined,
    last_used_at,
    previous_until: key.previous && key.previous.until > now ? key.previous.until.toISOString() : null,
    is_own: own === key.id,
  };
}

/** A key with its secret, which is answered once and can be read nowhere later. */
export interface IssuedKeyResult {
  readonly key: KeyResult;
  readonly secret: string;
}

const issuedResult = ({ key, token }: IssuedKey, now: Date, actor: Pick<Actor, "key">): IssuedKeyResult => ({
  key: keyResult(key, now, actor),
  secret: token,
});
