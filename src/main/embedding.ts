import { Fault } from "../shared/errors.ts";
import type { Embedder, Log } from "../shared/ports.ts";
import { MINUTE_MS } from "../shared/time.ts";
import type { Settings } from "./settings.ts";

/** People run several sessions at once, so an idle model is unloaded. */
const IDLE_MS = 3 * MINUTE_MS;
const REMOTE_TIMEOUT_MS = 20_000;
/**
 * From the start of the process to the first vector it takes half a second, and up to four with WebAssembly on a busy
 * machine. The first search after a start is to find by meaning, too.
 */
const LOADING_WAIT_MS = 5_000;

/** The embedder of the settings: the one in the package, a model directory, a service, or none. */
export async function loadEmbedder(settings: Settings, log: Log): Promise<Embedder | undefined> {
  const { embedding, embeddingModel, embeddingDimensions, embeddingKey, embeddingWaitMs, patience } =
    settings;
  if (embedding === "off") return undefined;
  const { limitQueryWait, rememberQueries } = await import("../recall/embedding/query-embedding.ts");
  if (/^https?:\/\//.test(embedding)) {
    if (!embeddingModel || !embeddingDimensions) throw incomplete(embedding);
    const { remoteEmbedder } = await import("../recall/embedding/remote-embedder.ts");
    const remote = remoteEmbedder({
      url: embedding,
      model: embeddingModel,
      dimensions: embeddingDimensions,
      apiKey: embeddingKey,
      timeoutMs: REMOTE_TIMEOUT_MS * patience,
    });
    return rememberQueries(limitQueryWait(remote, () => embeddingWaitMs));
  }
  const { localEmbedder } = await import("../recall/embedding/local-embedder.ts");
  const local = localEmbedder({
    directory: embedding === "local" ? undefined : embedding,
    idleMs: IDLE_MS,
    log,
  });
  const waiting = limitQueryWait(local, () =>
    local.isLoaded() ? embeddingWaitMs : Math.max(embeddingWaitMs, LOADING_WAIT_MS * patience),
  );
  return rememberQueries(waiting);
}

function incomplete(url: string): Fault {
  return new Fault(
    "invalid",
    `The embedding service ${url.replace(/\/\/[^@/]*@/, "//")} needs a model and its dimensions.`,
    {
      reason: "embedding_settings",
      hint: "Set MEMBRIA_EMBEDDING_MODEL and MEMBRIA_EMBEDDING_DIMENSIONS.",
    },
  );
}
