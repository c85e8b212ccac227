import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import type { EmbeddingKind, Log } from "../../src/shared/ports.ts";
import { root } from "../workplace.ts";
import type { DataSet } from "./data.ts";

const CACHE = join(root, "node_modules", ".cache", "retrieval");
const AT_A_TIME = 16;

export interface Vectors {
  readonly documents: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
}

/** Computed once with the embedder of the product, then read from a file. */
export async function embedSets(sets: readonly DataSet[]): Promise<Vectors[]> {
  mkdirSync(CACHE, { recursive: true });
  const embedder = localEmbedder({ idleMs: 10_000, log: SILENT });
  const embed = async (name: string, texts: readonly string[], kind: EmbeddingKind) => {
    const key = createHash("sha256")
      .update(JSON.stringify([embedder.model, kind, texts]))
      .digest("hex");
    const file = join(CACHE, `${key.slice(0, 16)}.f32`);
    if (!existsSync(file)) {
      const all = new Float32Array(texts.length * embedder.dimensions);
      for (let done = 0; done < texts.length; done += AT_A_TIME) {
        const vectors = await embedder.embed(texts.slice(done, done + AT_A_TIME), kind);
        vectors.forEach((vector, i) => {
          all.set(vector, (done + i) * embedder.dimensions);
        });
        if (process.stderr.isTTY) process.stderr.write(`\r  embedding ${name}: ${done} of ${texts.length} `);
      }
      if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
      writeFileSync(file, new Uint8Array(all.buffer));
    }
    const { buffer } = new Uint8Array(readFileSync(file));
    return texts.map((_, i) => new Float32Array(buffer, i * embedder.dimensions * 4, embedder.dimensions));
  };
  const all: Vectors[] = [];
  for (const { name, documents, queries } of sets) {
    const passages = documents.map(({ title, text }) => (title === "" ? text : `${title}. ${text}`));
    all.push({
      documents: await embed(name, passages, "passage"),
      queries: await embed(
        name,
        queries.map(({ text }) => text),
        "query",
      ),
    });
  }
  await embedder.close();
  return all;
}

/** Both have length one. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => SILENT };
