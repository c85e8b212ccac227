import type { ProfileOrigin } from "../../domain/recall/model-profiles.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { RepairDeps } from "./deps.ts";

/** Whether texts are compared by their meaning here. `failed`: they should be, and cannot. */
export type MeaningHealth =
  | { readonly state: "off" }
  | { readonly state: "failed"; readonly failure: Fault }
  | {
      readonly state: "works";
      readonly model: string;
      readonly runtime: string;
      /** What would be faster. */
      readonly note?: string | undefined;
      readonly profile: ProfileOrigin;
      /** How many decisions wait to be embedded. */
      readonly pending: number;
    };

/** Embeds a sentence, so that a model that cannot be used is found out. */
export async function examineMeaning({ meaning, profiles, store }: RepairDeps): Promise<MeaningHealth> {
  const embedder = await meaning.embedder();
  const failure = meaning.failure();
  if (failure) return { state: "failed", failure };
  if (!embedder) return { state: "off" };
  const pending = await store.pendingEmbeddings();
  try {
    // A query would be given up early, and a model that is slow to load still works.
    await embedder.embed(["Does it work?"], "passage");
    const { runtime, note } = embedder.describe();
    const profile = await profiles.describe(embedder.model);
    return { state: "works", model: embedder.model, runtime, note, profile, pending };
  } catch (error) {
    return { state: "failed", failure: Fault.from(error) };
  }
}
