import type { EmbeddedText, TextToEmbed } from "../../domain/recall/embedding-store.ts";
import type { Embedder } from "../../domain/shared/ports.ts";
import { MINUTE_MS } from "../../domain/shared/time.ts";
import type { RecallDeps } from "./deps.ts";

const BATCH = 16;
/**
 * Long enough for a slow machine. Afterwards another process may take over unfinished work; it need not wait for a
 * process that has ended. After a failure it is the pause before the same texts are tried again.
 */
const LEASE_MS = 2 * MINUTE_MS;

export interface EmbeddingProgress {
  readonly done: number;
  readonly left: number;
}

export type EmbeddingDeps = Pick<RecallDeps, "store" | "clock" | "processes">;

/**
 * Embeds queued memories in batches until none are left or the signal aborts. Any number of processes may do this at
 * once, because each batch is claimed with a lease. What is not finished when the signal aborts is given back. Returns
 * the ids of the decisions that had no vector before; a passage that was added to one does not count.
 */
export async function embedPending(
  deps: EmbeddingDeps,
  embedder: Embedder,
  signal: AbortSignal,
  onProgress: (progress: EmbeddingProgress) => void = () => {},
): Promise<readonly string[]> {
  const { store, clock, processes } = deps;
  const active = await store.activeModel();
  if (active === undefined) await store.activateModel(embedder.model);
  else if (active !== embedder.model) return [];
  const embedded: string[] = [];
  let done = 0;
  while (!signal.aborted) {
    const claimed = await store.claimUnembedded(BATCH, {
      by: processes.own,
      now: clock.now(),
      leaseMs: LEASE_MS,
    });
    if (claimed.length === 0) {
      if (await releaseOfEnded(deps)) continue;
      break;
    }
    try {
      await store.saveVectors(embedder.model, await embedTexts(claimed, embedder));
    } catch (error) {
      if (signal.aborted) await store.releaseClaims([processes.own]);
      throw error;
    }
    embedded.push(...claimed.flatMap(({ id, passage }) => (passage === undefined ? [id] : [])));
    done += new Set(claimed.map(({ id }) => id)).size;
    onProgress({ done, left: await store.pendingEmbeddings() });
  }
  return embedded;
}

async function embedTexts(claimed: readonly TextToEmbed[], embedder: Embedder): Promise<EmbeddedText[]> {
  const embedded: EmbeddedText[] = [];
  for (let from = 0; from < claimed.length; from += BATCH) {
    const batch = claimed.slice(from, from + BATCH);
    const vectors = await embedder.embed(
      batch.map(({ text }) => text),
      "passage",
    );
    for (const [i, { id, passage, contextHash }] of batch.entries()) {
      const vector = vectors[i];
      if (vector) embedded.push({ id, passage, contextHash, vector });
    }
  }
  return embedded;
}

/** Whether processes that have ended had claimed anything, which is free now. */
async function releaseOfEnded({ store, clock, processes }: EmbeddingDeps): Promise<boolean> {
  const claimants = await store.embeddingClaimants(clock.now());
  const ended = claimants.filter((name) => processes.hasEnded(name));
  if (ended.length > 0) await store.releaseClaims(ended);
  return ended.length > 0;
}
