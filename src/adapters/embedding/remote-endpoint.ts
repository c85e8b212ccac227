import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";

/** How one kind of server is asked and answers. */
interface Dialect {
  request(model: string, texts: readonly string[]): Record<string, unknown>;
  /** In the order of the texts. @throws ZodError when it is something else. */
  vectors(answer: unknown): readonly (readonly number[])[];
}

const Vector = z.array(z.number());
const OpenAiAnswer = z.object({ data: z.array(z.object({ index: z.int(), embedding: Vector })) });
const OllamaAnswer = z.object({ embeddings: z.array(Vector) });

const OPENAI: Dialect = {
  request: (model, texts) => ({ model, input: texts, encoding_format: "float" }),
  vectors: (answer) =>
    OpenAiAnswer.parse(answer)
      .data.toSorted((a, b) => a.index - b.index)
      .map(({ embedding }) => embedding),
};

const OLLAMA: Dialect = {
  request: (model, texts) => ({ model, input: texts, truncate: true }),
  vectors: (answer) => OllamaAnswer.parse(answer).embeddings,
};

export interface Endpoint extends Dialect {
  readonly url: URL;
  /** How it may be named in a message: without a query, which may hold a key. */
  readonly shown: string;
}

/** The path tells the dialect. @throws Fault `invalid` for anything that is not an embedding endpoint. */
export function endpointAt(address: string): Endpoint {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw refused("has to be an address that begins with http:// or https://");
  }
  if (url.username || url.password)
    throw refused("must not hold a password; give the key in its own setting");
  const shown = url.origin + url.pathname;
  if (/\/api\/embed\/?$/.test(url.pathname)) return { ...OLLAMA, url, shown };
  if (/\/embeddings\/?$/.test(url.pathname)) return { ...OPENAI, url, shown };
  throw refused("has to end in /v1/embeddings (OpenAI-compatible) or /api/embed (Ollama)", shown);
}

function refused(problem: string, received?: string): Fault {
  return new Fault(
    "invalid",
    `The embedding endpoint ${problem}${received ? `; received ${received}` : ""}.`,
    {
      field: "embeddingUrl",
      reason: "embedding_endpoint",
      received,
      hint: "For example http://127.0.0.1:11434/api/embed or https://HOST/v1/embeddings.",
    },
  );
}
