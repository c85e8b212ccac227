import * as z from "zod";
import type { ProfileOrigin } from "../../domain/recall/model-profiles.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Embedder } from "../../domain/shared/ports.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { embedPending } from "./embed-pending.ts";
import { fitModel, LEAST_DECISIONS } from "./fit-model.ts";

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
    const before = await deps.store.activeModel();
    const other = before !== undefined && before !== embedder.model;
    if (other && !switchModel) throw otherModel(before, embedder.model);
    await deps.store.activateModel(embedder.model);
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
      pending: await deps.store.pendingEmbeddings(),
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
