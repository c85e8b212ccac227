import * as z from "zod";
import { ROLES } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import {
  type AccessKey,
  expiryOf,
  KeyId,
  KeyName,
  keyNotFound,
  keyToken,
  overlapEnd,
  SECRET_BYTES,
  tokenDigest,
} from "../rules/access-key.ts";
import { ProjectName } from "../rules/project.ts";
import { addKey, findKey, readKeys, storeRevocation, storeRotation } from "../sql/keys.ts";
import type { AccessDeps } from "./access-deps.ts";

/** A new key with its token, which cannot be read again later. */
export interface IssuedKey {
  readonly key: AccessKey;
  readonly token: string;
}

/** What a key opens that speaks for a person. An agent that had one could answer its own questions. */
const SPEAKS_FOR_PERSON = {
  does: "gives out a key that has the role admin, or may report that a person agreed",
  of: ({ role, mayConsent }: Pick<AccessKey, "role" | "mayConsent">): boolean =>
    mayConsent || role === "admin",
};

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
  personOnly: { does: SPEAKS_FOR_PERSON.does, agent: SPEAKS_FOR_PERSON.of, script: false },
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
    await addKey(deps.memory, key, actOf(deps, call));
    return { key, token };
  },
});

export const listKeys = defineOperation({
  name: "list-keys",
  summary: "List the keys, without their secrets.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: async (_, { memory }: AccessDeps, call) =>
    (await readKeys(memory)).filter((key) => isInReach(key, call)),
});

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
  personOnly: {
    does: SPEAKS_FOR_PERSON.does,
    agent: async ({ id }, { memory }: AccessDeps) => {
      const key = await findKey(memory, id);
      return key !== undefined && SPEAKS_FOR_PERSON.of(key);
    },
    script: false,
  },
  async run({ id, expires, overlap }, deps: AccessDeps, call): Promise<IssuedKey> {
    await requireInReach(id, deps, call);
    const now = deps.clock.now();
    const token = keyToken(id, deps.entropy.bytes(SECRET_BYTES));
    const key = await storeRotation(
      deps.memory,
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

export const revokeKey = defineOperation({
  name: "revoke-key",
  summary: "End a key for good, with every session it opened.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ id: KeyId }),
  async run({ id }, deps: AccessDeps, call) {
    await requireInReach(id, deps, call);
    return storeRevocation(deps.memory, id, actOf(deps, call));
  },
});

/** Who is bound to a project knows of its keys alone. */
const isInReach = (
  { project }: Pick<AccessKey, "project">,
  { confinedTo }: Pick<Call, "confinedTo">,
): boolean => confinedTo === undefined || project === confinedTo;

/** @throws Fault `not_found`, also for a key of another project. */
async function requireInReach(id: string, { memory }: AccessDeps, call: Call): Promise<void> {
  if (call.confinedTo === undefined) return;
  const key = await findKey(memory, id);
  if (!key || !isInReach(key, call)) throw keyNotFound(id);
}

/** A new key opens no more than the key in use does. @throws Fault `forbidden`. */
function requireNoMore(key: Pick<AccessKey, "project">, call: Call): void {
  if (isInReach(key, call)) return;
  throw new Fault(
    "forbidden",
    `The key in use is for the project ${call.confinedTo} alone, so it makes keys for this project only.`,
    {
      field: "project",
      received: key.project ?? null,
      reason: "other_project",
      hint: `Name the project ${call.confinedTo}.`,
    },
  );
}
