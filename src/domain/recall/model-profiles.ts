import type { ModelProfile } from "./model-profile.ts";
import type { Script } from "./scripts.ts";

/** What was found out about a model, and from what. */
export interface FittedProfile {
  readonly profile: ModelProfile;
  readonly fittedAt: Date;
  /** The decisions whose texts it was fitted with. */
  readonly decisions: number;
  /** The share of foreign questions for which none of them is strong. */
  readonly foreignSilent: number;
  /** The share of questions made from a part of a decision for which the rest of it is strong. */
  readonly ownFound: number;
}

/** `damaged`: there is a file, and it cannot be used. */
export type ProfileOrigin =
  | { readonly origin: "shipped" | "absent" }
  | { readonly origin: "damaged"; readonly file: string }
  | ({ readonly origin: "fitted"; readonly file: string } & FittedProfile);

/** The profiles of embedding models, by the identity of the model. */
export interface ModelProfiles {
  /** Undefined if none is known, and then cosines of the model are not judged. */
  of(model: string): Promise<ModelProfile | undefined>;
  describe(model: string): Promise<ProfileOrigin>;
  /** Replaces what was fitted before, for every process that uses the model. Returns the file for display. */
  save(model: string, fitted: FittedProfile): Promise<string>;
}

/** Texts that come with the program, and show what the cosines of a model mean. */
export interface FitTexts {
  /** Questions that hardly any memory answers. */
  readonly foreignQuestions: readonly string[];
  readonly translations: Readonly<Record<Script | "latin", Translation>>;
}

/** The same sentences in every script, in the same order. */
export interface Translation {
  /** Hardly any memory answers these. */
  readonly everyday: readonly string[];
  readonly work: readonly string[];
}
