/** Embeds what waits for a vector, in the background after each save or for a caller who waits. */
import { Fault } from "../../shared/errors.ts";
import type { Background } from "../../shared/operations/background.ts";
import type { Clock, Embedder, Log, Processes } from "../../shared/ports.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Memory } from "../../store/file/memory.ts";
import { stepByStep } from "../../store/operations/step-by-step.ts";
import type { EmbeddedText, TextToEmbed } from "../rules/recall-store.ts";
import {
  activateModel,
  activeModel,
  claimUnembedded,
  embeddingClaimants,
  pendingEmbeddings,
  releaseClaims,
  saveVectors,
} from "../sql/embeddings.ts";
import type { RecallDeps } from "./deps.ts";

/** Loads the embedding model and embeds new decisions. */
export interface EmbeddingService {
  /** Loaded on first use; undefined if there is no model, and then searches use words only. */
  embedder(): Promise<Embedder | undefined>;
  /** Why there is no model although one is set, after `embedder` was asked for it. */
  failure(): Fault | undefined;
  /** Starts to embed the queue in the background. Called after every save. */
  embedSoon(): void;
  /** Resolves when what was saved so far is embedded, or is left to another process. */
  embedded(): Promise<void>;
  /** Stops to embed. What was begun is given back in the background. */
  close(): Promise<void>;
}

interface EmbeddingServiceOptions {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly log: Log;
  readonly background: Background;
  /** Undefined if embedding is switched off. @throws Fault if the model cannot be loaded. */
  readonly load: () => Promise<Embedder | undefined>;
  readonly after: EmbeddingFollowUp;
  /** False for a command that ends at once: it leaves the embedding to a server. */
  readonly keepsRunning: boolean;
}

/** Whoever saves one decision often saves the next at once. They are embedded together, and no reply waits behind it. */
const BEGINS_AFTER_MS = 30;

export function embeddingService({
  memory: given,
  clock,
  processes,
  log,
  background,
  load,
  after,
  keepsRunning,
}: EmbeddingServiceOptions): EmbeddingService {
  const { memory } = stepByStep({ memory: given, background });
  const stop = new AbortController();
  let loading: Promise<Embedder | undefined> | undefined;
  let failure: Fault | undefined;
  let running = false;
  let requested = false;
  let finished = Promise.resolve();

  const embedder = (): Promise<Embedder | undefined> => {
    loading ??= load().catch((error: unknown) => {
      failure = Fault.from(error);
      log.warn("Search by meaning cannot be had; words are searched instead.", { error });
      return undefined;
    });
    return loading;
  };

  const embedAll = async (): Promise<void> => {
    try {
      while (requested && !stop.signal.aborted) {
        requested = false;
        if ((await pendingEmbeddings(memory)) === 0) return;
        const found = await embedder();
        if (found)
          after.embedded(await embedPending({ memory, clock, processes }, found, stop.signal), stop.signal);
      }
    } catch (error) {
      // The unfinished batch was given back, and others can claim it.
      if (!stop.signal.aborted) throw error;
    } finally {
      running = false;
    }
  };

  return {
    embedder,
    failure: () => failure,
    embedSoon() {
      if (!keepsRunning) return;
      requested = true;
      if (running) return;
      running = true;
      finished = new Promise((resolve) => {
        background.later("Embedding", BEGINS_AFTER_MS, () => embedAll().finally(resolve));
      });
    },
    embedded: () => finished,
    async close() {
      stop.abort();
      await (await loading)?.close();
    },
  };
}

/** Work of other subjects after memories were embedded. `follow-up.ts` implements it. */
export interface EmbeddingFollowUp {
  /** Starts in the background what had to wait for the vectors of these memories, and stops it with the signal. */
  embedded(ids: readonly string[], signal: AbortSignal): void;
}

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

type EmbeddingDeps = Pick<RecallDeps, "memory" | "clock" | "processes">;

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
  const { memory, clock, processes } = deps;
  const active = await activeModel(memory);
  if (active === undefined) await activateModel(memory, embedder.model);
  else if (active !== embedder.model) return [];
  const embedded: string[] = [];
  let done = 0;
  while (!signal.aborted) {
    const claimed = await claimUnembedded(memory, BATCH, {
      by: processes.own,
      now: clock.now(),
      leaseMs: LEASE_MS,
    });
    if (claimed.length === 0) {
      if (await releaseOfEnded(deps)) continue;
      break;
    }
    try {
      await saveVectors(memory, embedder.model, await embedTexts(claimed, embedder));
    } catch (error) {
      if (signal.aborted) await releaseClaims(memory, [processes.own]);
      throw error;
    }
    embedded.push(...claimed.flatMap(({ id, passage }) => (passage === undefined ? [id] : [])));
    done += new Set(claimed.map(({ id }) => id)).size;
    onProgress({ done, left: await pendingEmbeddings(memory) });
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
async function releaseOfEnded({ memory, clock, processes }: EmbeddingDeps): Promise<boolean> {
  const claimants = await embeddingClaimants(memory, clock.now());
  const ended = claimants.filter((name) => processes.hasEnded(name));
  if (ended.length > 0) await releaseClaims(memory, ended);
  return ended.length > 0;
}
