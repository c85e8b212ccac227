import foreign from "../knowledge/model-fit/foreign-questions.yaml";
import translations from "../knowledge/model-fit/translations.yaml";
import type { FitTexts, Script, Translation } from "../recall/index.ts";

type ScriptEntry = Translation & { readonly script: Script | "latin" };

/** The texts to fit a model with. The tests validate them. Imported when first needed. */
export const FIT_TEXTS: FitTexts = {
  foreignQuestions: (foreign as { question: string }[]).map(({ question }) => question),
  translations: Object.fromEntries(
    (translations as ScriptEntry[]).map(({ script, everyday, work }) => [script, { everyday, work }]),
  ) as Record<Script | "latin", Translation>,
};
