import { Fault } from "../domain/shared/errors.ts";
import type { Embedder, Log } from "../domain/shared/ports.ts";
import { MINUTE_MS } from "../domain/shared/time.ts";
import type { Settings } from "./settings.ts";

/** People run several sessions at once, so an idle model is unloaded. */
const IDLE_MS = 3 * MINUTE_MS;
const REMOTE_TIMEOUT_MS = 20_000;

/** The embedder of the settings: the one in the package, a model directory, a service, or none. */
export async function loadEmbedder(settings: Settings, log: Log): Promise<Embedder | undefined> {
  const { embedding, embeddingModel, embeddingDimensions, embeddingKey } = settings;
  if (embedding === "off") return undefined;
  if (/^https?:\/\//.test(embedding)) {
    if (!embeddingModel || !embeddingDimensions) throw incomplete(embedding);
    const { remoteEmbedder } = await import("../adapters/embedding/remote-embedder.ts");
    return remoteEmbedder({
      url: embedding,
      model: embeddingModel,
      dimensions: embeddingDimensions,
      apiKey: embeddingKey,
      timeoutMs: REMOTE_TIMEOUT_MS,
    });
  }
  const { localEmbedder } = await import("../adapters/embedding/local-embedder.ts");
  return localEmbedder({ directory: embedding === "local" ? undefined : embedding, idleMs: IDLE_MS, log });
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
