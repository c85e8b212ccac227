import type { FitTexts, Translation } from "../domain/recall/model-profiles.ts";
import type { Script } from "../domain/recall/scripts.ts";
import foreign from "../knowledge/model-fit/foreign-questions.yaml";
import translations from "../knowledge/model-fit/translations.yaml";

type ScriptEntry = Translation & { readonly script: Script | "latin" };

/** The texts to fit a model with. The tests validate them. Imported when first needed. */
export const FIT_TEXTS: FitTexts = {
  foreignQuestions: (foreign as { question: string }[]).map(({ question }) => question),
  translations: Object.fromEntries(
    (translations as ScriptEntry[]).map(({ script, everyday, work }) => [script, { everyday, work }]),
  ) as Record<Script | "latin", Translation>,
};
