import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { embedPending } from "./embed-pending.ts";

export const embedMemory = defineOperation({
  name: "embed-memory",
  summary: "Embed what waits for it now, or make another model the one of this memory.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    /** Makes the model of this process the active one, for everybody who uses the memory. */
    switchModel: z.boolean().default(false),
  }),
  async run({ switchModel }, deps: RecallDeps, call) {
    const embedder = await deps.meaning.embedder();
    if (!embedder) throw noModel();
    const before = await deps.store.activeModel();
    const other = before !== undefined && before !== embedder.model;
    if (other && !switchModel) throw otherModel(before, embedder.model);
    await deps.store.activateModel(embedder.model);
    const embedded = await embedPending(deps, embedder, call.signal, ({ done, left }) =>
      call.progress(done, done + left, "decisions embedded"),
    );
    deps.afterEmbedding.embedded(embedded, call.signal);
    return {
      model: embedder.model,
      replaced: other ? before : undefined,
      embedded: embedded.length,
      pending: await deps.store.pendingEmbeddings(),
    };
  },
});

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
