import type { Decision } from "../../domain/decisions/decision.ts";
import { type EmbeddedTexts, fitProfile } from "../../domain/recall/fit-profile.ts";
import type { FittedProfile, Translation } from "../../domain/recall/model-profiles.ts";
import { type OwnQuestion, ownQuestions } from "../../domain/recall/own-questions.ts";
import { SCRIPTS, type Script } from "../../domain/recall/scripts.ts";
import { scriptsRead } from "../../domain/recall/scripts-read.ts";
import type { Embedder, EmbeddingKind } from "../../domain/shared/ports.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import type { Call } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";

/**
 * With the public decision records, profiles fitted with 6 decisions are as good as with 50. A few more are required,
 * because those of others may differ less.
 */
export const LEAST_DECISIONS = 10;
/** More change nothing, and each is embedded five times. */
const MOST_DECISIONS = 60;
/** The newest decisions, of which those with reasons are used. */
const MOST_LOOKED_AT = 500;
const BATCH = 16;

/** A decision that questions can be made from. */
interface Material {
  readonly text: string;
  readonly questions: readonly [OwnQuestion, OwnQuestion];
}

export interface ModelFit extends FittedProfile {
  /** Where it was saved. */
  readonly file: string;
}

/**
 * Fits the profile of a model from the texts of this memory, and saves it for every process that uses the model.
 * `enough` is false if the memory has too few decisions with reasons, and then nothing is saved.
 */
export async function fitModel(
  embedder: Embedder,
  deps: RecallDeps,
  call: Pick<Call, "signal" | "progress">,
): Promise<
  | { readonly enough: true; readonly fit: ModelFit; readonly decisionIds: readonly string[] }
  | { readonly enough: false; readonly decisions: number }
> {
  const { items } = await deps.store.listDecisions({ scope: ALL_PROJECTS }, MOST_LOOKED_AT);
  const material = items.flatMap(materialIn).slice(0, MOST_DECISIONS);
  if (material.length < LEAST_DECISIONS) return { enough: false, decisions: material.length };
  const { foreignQuestions, translations } = await deps.fitTexts();
  const sentences = (script: Script | "latin"): readonly string[] => sentencesOf(translations[script]);
  const lists = {
    decisions: { kind: "passage", texts: material.map(({ text }) => text) },
    foreign: { kind: "query", texts: foreignQuestions },
    firstQuestions: { kind: "query", texts: material.map(({ questions: [{ question }] }) => question) },
    firstPassages: { kind: "passage", texts: material.map(({ questions: [{ passage }] }) => passage) },
    secondQuestions: { kind: "query", texts: material.map(({ questions: [, { question }] }) => question) },
    secondPassages: { kind: "passage", texts: material.map(({ questions: [, { passage }] }) => passage) },
    latin: { kind: "passage", texts: sentences("latin") },
    others: { kind: "query", texts: SCRIPTS.flatMap(sentences) },
  } as const;
  const embedded = await embedAll(lists, embedder, call);
  const perScript = embedded.latin.texts.length;
  const inScript = (script: Script): EmbeddedTexts => {
    const from = SCRIPTS.indexOf(script) * perScript;
    return partOf(embedded.others, from, from + perScript);
  };
  const reads = scriptsRead((script) => (script === "latin" ? embedded.latin : inScript(script)).vectors);
  const everyday = translations.latin.everyday.length;
  const { profile, foreignSilent, ownFound } = fitProfile({
    own: [
      { questions: embedded.firstQuestions, passages: embedded.firstPassages },
      { questions: embedded.secondQuestions, passages: embedded.secondPassages },
    ],
    foreign: embedded.foreign,
    foreignIn: Object.fromEntries(
      SCRIPTS.map((script) => [script, partOf(inScript(script), 0, everyday)]),
    ) as Record<Script, EmbeddedTexts>,
    decisions: embedded.decisions,
    reads,
  });
  const fitted = { profile, fittedAt: deps.clock.now(), decisions: material.length, foreignSilent, ownFound };
  const file = await deps.profiles.save(embedder.model, fitted);
  return { enough: true, fit: { ...fitted, file }, decisionIds: items.map(({ id }) => id) };
}

/** About what is embedded of it: what comes last there is often cut off. */
function materialIn({ statement, reasoning, consequences, assumptions }: Decision): Material[] {
  const rest = [...(reasoning === undefined ? [] : [reasoning]), ...consequences, ...assumptions].join(". ");
  const questions = ownQuestions(statement, rest);
  return questions ? [{ text: `${statement}. ${rest}`, questions }] : [];
}

const sentencesOf = ({ everyday, work }: Translation): readonly string[] => [...everyday, ...work];

const partOf = ({ texts, vectors }: EmbeddedTexts, from: number, to: number): EmbeddedTexts => ({
  texts: texts.slice(from, to),
  vectors: vectors.slice(from, to),
});

type Lists<K extends string> = Readonly<
  Record<K, { readonly kind: EmbeddingKind; readonly texts: readonly string[] }>
>;

async function embedAll<K extends string>(
  lists: Lists<K>,
  embedder: Embedder,
  { signal, progress }: Pick<Call, "signal" | "progress">,
): Promise<Record<K, EmbeddedTexts>> {
  const entries = Object.entries(lists) as [K, Lists<K>[K]][];
  const total = entries.reduce((sum, [, { texts }]) => sum + texts.length, 0);
  let done = 0;
  const embedded: [K, EmbeddedTexts][] = [];
  for (const [name, { kind, texts }] of entries) {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      signal.throwIfAborted();
      const some = texts.slice(vectors.length, vectors.length + BATCH);
      vectors.push(...(await embedder.embed(some, kind, { patient: true })));
      done += some.length;
      progress(done, total, "texts compared");
    }
    embedded.push([name, { texts, vectors }]);
  }
  return Object.fromEntries(embedded) as Record<K, EmbeddedTexts>;
}
