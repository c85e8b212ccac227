import type { Embedder } from "../../domain/shared/ports.ts";
import { MINUTE_MS } from "../../domain/shared/time.ts";
import type { RecallDeps } from "./deps.ts";

const BATCH = 16;
/** Long enough for a slow machine. Afterwards another process may take over unfinished work. */
const LEASE_MS = 2 * MINUTE_MS;

export interface EmbeddingProgress {
  readonly done: number;
  readonly left: number;
}

/**
 * Embeds queued decisions in batches until none are left or the signal aborts. Any number of processes may do this at
 * once, because each batch is claimed with a lease. Returns the ids of what it embedded.
 */
export async function embedPending(
  { store, clock }: Pick<RecallDeps, "store" | "clock">,
  embedder: Embedder,
  signal: AbortSignal,
  onProgress: (progress: EmbeddingProgress) => void = () => {},
): Promise<readonly string[]> {
  const active = await store.activeModel();
  if (active === undefined) await store.activateModel(embedder.model);
  else if (active !== embedder.model) return [];
  const embedded: string[] = [];
  while (!signal.aborted) {
    const claimed = await store.claimUnembedded(BATCH, clock.now(), LEASE_MS);
    if (claimed.length === 0) break;
    const vectors = await embedder.embed(
      claimed.map(({ text }) => text),
      "passage",
    );
    await store.saveVectors(
      embedder.model,
      claimed.flatMap(({ id }, i) => {
        const vector = vectors[i];
        return vector ? [{ id, vector }] : [];
      }),
    );
    embedded.push(...claimed.map(({ id }) => id));
    onProgress({ done: embedded.length, left: await store.pendingEmbeddings() });
  }
  return embedded;
}
