import type { Decision } from "../../domain/decisions/decision.ts";
import { isComparable, type ModelProfile } from "../../domain/recall/model-profile.ts";
import type { RecallDeps } from "./deps.ts";

/** A vector with the profile of its model. Whatever judges cosines needs both, so nothing else is searched with. */
export interface ComparableVector {
  readonly model: string;
  readonly vector: Float32Array;
  readonly profile: ModelProfile;
}

/** The stored vector of a decision; undefined if it has none, or none that can be judged. */
export async function storedVector(
  { id, project, statement }: Decision,
  { store, profiles }: Pick<RecallDeps, "store" | "profiles">,
): Promise<ComparableVector | undefined> {
  const stored = await store.vectorOf(project, id);
  const profile = stored && (await profiles.of(stored.model));
  return profile && isComparable(statement, profile) ? { ...stored, profile } : undefined;
}
