import { join } from "node:path";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import { activateModel, saveVectors } from "../../src/recall/sql/embeddings.ts";
import type { CaptureInput } from "../made-up-decisions.ts";
import { madeUpVectors } from "../made-up-vectors.ts";
import { growMemory, idsInOrder, openMemory, PROJECT } from "../memory.ts";
import { initialize, startServer } from "../server-process.ts";
import { folder, product } from "../workplace.ts";

const AT_ONCE = 5_000;

/**
 * A memory of so many decisions, the first `embedded` of them with vectors. These are made up, because real ones would
 * take an hour for 100,000.
 */
export async function memoryOf(size: number, embedded = size): Promise<string> {
  const home = join(folder, `of-${size}-with-${embedded}`);
  await growMemory(home, size, size);
  const { memory, log } = await openMemory(home);
  const embedder = localEmbedder({ idleMs: 1_000, log });
  const next = madeUpVectors(embedder.dimensions, size, 1);
  const ids = await idsInOrder(home);
  await activateModel(memory, embedder.model);
  for (let from = 0; from < embedded; from += AT_ONCE)
    await saveVectors(
      memory,
      embedder.model,
      ids.slice(from, Math.min(from + AT_ONCE, embedded)).map((id) => ({ id, vector: next() })),
    );
  await embedder.close();
  await memory.close();
  return home;
}

/** Our server on it, as a client starts it, with the model loaded unless it is switched off. */
export async function startProduct(home: string, { embedding = "local" } = {}) {
  const server = startServer([product, "mcp", "serve", "--embedding", embedding], {
    MEMBRIA_HOME: home,
    MEMBRIA_PROJECT: PROJECT,
  });
  await initialize(server);
  server.notify("notifications/initialized");
  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const result = (await server.request("tools/call", { name, arguments: args })) as {
      readonly structuredContent: Record<string, unknown>;
      readonly isError?: boolean;
    };
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result).slice(0, 300)}`);
    return result.structuredContent;
  };
  const search = (query: string) => call("search_decisions", { query });
  // The first search loads the model.
  await search("something to begin with");
  return {
    pid: server.pid,
    search,
    context: (statement: string) => call("membria_get_decision_context", { statement, confidence: 0.8 }),
    async save({ statement, alternatives, confidence, reasoning }: CaptureInput): Promise<string> {
      const args = { statement, alternatives, confidence, context: { reasoning } };
      return (await call("membria_capture_decision", args))["decision_id"] as string;
    },
    outcome: (decision_id: string, score: 0 | 1) =>
      call("membria_record_outcome", {
        decision_id,
        final_status: score === 1 ? "success" : "failure",
        final_score: score,
        lessons_learned: ["It was worth a try."],
      }),
    end: server.end,
  };
}
