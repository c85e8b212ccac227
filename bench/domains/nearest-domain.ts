import { DOMAIN_WORDS, DOMAINS, GENERAL_DOMAIN } from "../../src/decisions/rules/topic-and-domain.ts";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import type { EmbeddingKind, Log } from "../../src/shared/ports.ts";
import { cosine } from "../retrieval/vectors.ts";

const AT_A_TIME = 16;
/** A statement is close to some words of its domain, not to all of them. */
const NEAREST_WORDS = 5;

/** The domain whose words have the meaning nearest to a text. */
export type NearestDomain = (text: string) => Promise<string>;

/** Detection by meaning, with the embedder of the product. The product itself detects by words only. */
export async function openNearestDomain(): Promise<{ nearest: NearestDomain; close: () => Promise<void> }> {
  const embedder = localEmbedder({ idleMs: 60_000, log: SILENT });
  const embed = async (texts: readonly string[], kind: EmbeddingKind): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let done = 0; done < texts.length; done += AT_A_TIME) {
      vectors.push(...(await embedder.embed(texts.slice(done, done + AT_A_TIME), kind)));
    }
    return vectors;
  };
  const prototypes: { domain: string; vectors: Float32Array[] }[] = [];
  for (const domain of DOMAINS) {
    const words = [3, 2].flatMap((weight) => DOMAIN_WORDS[domain][weight as 2 | 3].split(", "));
    prototypes.push({ domain, vectors: await embed(words, "passage") });
  }
  return {
    async nearest(text) {
      const [vector] = await embed([text], "query");
      if (!vector) return GENERAL_DOMAIN;
      const nearness = (vectors: readonly Float32Array[]): number =>
        vectors
          .map((word) => cosine(vector, word))
          .sort((a, b) => b - a)
          .slice(0, NEAREST_WORDS)
          .reduce((sum, value) => sum + value, 0);
      const [best] = prototypes
        .map(({ domain, vectors }) => ({ domain, near: nearness(vectors) }))
        .sort((a, b) => b.near - a.near);
      return best?.domain ?? GENERAL_DOMAIN;
    },
    close: () => embedder.close(),
  };
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => SILENT };
