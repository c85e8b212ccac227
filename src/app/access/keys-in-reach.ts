import { type AccessKey, keyNotFound } from "../../domain/access/access-key.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Call } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";

/** Who is bound to a project knows of its keys alone. */
export const isInReach = (
  { project }: Pick<AccessKey, "project">,
  { confinedTo }: Pick<Call, "confinedTo">,
): boolean => confinedTo === undefined || project === confinedTo;

/** @throws Fault `not_found`, also for a key of another project. */
export async function requireInReach(id: string, { store }: AccessDeps, call: Call): Promise<void> {
  if (call.confinedTo === undefined) return;
  const key = await store.findKey(id);
  if (!key || !isInReach(key, call)) throw keyNotFound(id);
}

/** A new key opens no more than the key in use does. @throws Fault `forbidden`. */
export function requireNoMore(key: Pick<AccessKey, "project">, call: Call): void {
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
