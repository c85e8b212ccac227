/** Embeds a memory on request, with another model if asked for, and finds out what the cosines of that model mean. */
import * as z from "zod";
import type { Decision } from "../../decisions/index.ts";
import { decisionPage } from "../../decisions/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import type { Embedder, EmbeddingKind } from "../../shared/ports.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import {
  type EmbeddedTexts,
  fitProfile,
  type OwnQuestion,
  ownQuestions,
  scriptsRead,
} from "../rules/fit-profile.ts";
import {
  type FittedProfile,
  type ProfileOrigin,
  SCRIPTS,
  type Script,
  type Translation,
} from "../rules/model-profile.ts";
import { activateModel, activeModel, pendingEmbeddings } from "../sql/embeddings.ts";
import type { RecallDeps } from "./deps.ts";
import { embedPending } from "./embedding-service.ts";

export const embedMemory = defineOperation({
  name: "embed-memory",
  summary: "Embed what waits for it now, or make another model the one of this memory.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    /** Makes the model of this process the active one, for everybody who uses the memory. */
    switchModel: z.boolean().default(false),
    /** Finds out what cosines of the model mean. After a switch this is done unasked if it is not known. */
    fit: z.boolean().default(false),
  }),
  async run({ switchModel, fit }, deps: RecallDeps, call) {
    const embedder = await deps.meaning.embedder();
    if (!embedder) throw noModel();
    const before = await activeModel(deps.memory);
    const other = before !== undefined && before !== embedder.model;
    if (other && !switchModel) throw otherModel(before, embedder.model);
    await activateModel(deps.memory, embedder.model);
    const embedded = await embedPending(deps, embedder, call.signal, ({ done, left }) =>
      call.progress(done, done + left, "decisions embedded"),
    );
    // First, because what is embedded stays so if the fit fails.
    deps.afterEmbedding.embedded(embedded, call.signal);
    const { profile, notices } = await profileOf(embedder, { asked: fit, switched: other }, deps, call);
    return {
      model: embedder.model,
      replaced: other ? before : undefined,
      embedded: embedded.length,
      pending: await pendingEmbeddings(deps.memory),
      profile,
      notices,
    };
  },
});

/** The profile of the model after this call, fitted if that was asked for or a switch needs it. */
async function profileOf(
  embedder: Embedder,
  { asked, switched }: { readonly asked: boolean; readonly switched: boolean },
  deps: RecallDeps,
  call: Call,
): Promise<{
  readonly profile: ProfileOrigin;
  readonly notices: readonly Notice[];
}> {
  const { model } = embedder;
  const known = await deps.profiles.describe(model);
  if (known.origin === "shipped" && asked) throw nothingToFit(model);
  const isMissing = known.origin === "absent" || known.origin === "damaged";
  if (!asked && !(switched && isMissing)) {
    return { profile: known, notices: isMissing ? [unknownCosines(model)] : [] };
  }
  const result = await fitModel(embedder, deps, call);
  if (result.enough) {
    // So far they were grouped by words alone.
    deps.afterEmbedding.embedded(result.decisionIds, call.signal);
    return { profile: { origin: "fitted", ...result.fit }, notices: [] };
  }
  const needed = `That needs ${LEAST_DECISIONS} decisions with reasons, and this memory has ${result.decisions}.`;
  if (asked) throw tooFew(model, needed, isMissing);
  const { text, remedies } = unknownCosines(model);
  return { profile: known, notices: [{ text: `${text} ${needed}`, remedies }] };
}

const unknownCosines = (model: string) => ({
  text: `Search uses words only: how close texts are by the model ${model} is not known yet.`,
  remedies: [{ remedy: "fit-model" } as const],
});

function nothingToFit(model: string): Fault {
  return new Fault("conflict", `${model} comes with Membria, and how close texts are by it is known.`, {
    reason: "shipped_model",
    received: model,
    hint: "Only other models have to be fitted.",
  });
}

function tooFew(model: string, needed: string, isMissing: boolean): Fault {
  return new Fault("conflict", `How close texts are by ${model} cannot be found out yet. ${needed}`, {
    reason: "too_few_decisions",
    hint: isMissing ? "Until then search uses words only." : "What was found out before stays.",
  });
}

function noModel(): Fault {
  return new Fault("unavailable", "There is no embedding model, so nothing can be embedded.", {
    reason: "no_model",
    hint: "Set MEMBRIA_EMBEDDING to local, to the directory of a model or to the address of a service.",
    remedies: [{ remedy: "run-doctor" }],
  });
}

function otherModel(active: string, ours: string): Fault {
  return new Fault("conflict", `This memory is embedded with ${active}, and the settings name ${ours}.`, {
    reason: "other_model",
    received: ours,
    hint: "After a switch everything is embedded again with the new model; the vectors of the old one stay, so switching back is quick.",
    remedies: [{ remedy: "switch-model" }],
  });
}

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

interface ModelFit extends FittedProfile {
  /** Where it was saved. */
  readonly file: string;
}

/**
 * Fits the profile of a model from the texts of this memory, and saves it for every process that uses the model.
 * `enough` is false if the memory has too few decisions with reasons, and then nothing is saved.
 */
async function fitModel(
  embedder: Embedder,
  deps: RecallDeps,
  call: Pick<Call, "signal" | "progress">,
): Promise<
  | { readonly enough: true; readonly fit: ModelFit; readonly decisionIds: readonly string[] }
  | { readonly enough: false; readonly decisions: number }
> {
  const { items } = await decisionPage(deps.memory, { scope: ALL_PROJECTS }, MOST_LOOKED_AT);
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
