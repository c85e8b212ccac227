import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";

/** The request and response format of one kind of server. */
interface EndpointFormat {
  request(model: string, texts: readonly string[]): Record<string, unknown>;
  /** The vectors in the order of the texts. @throws ZodError for another format. */
  vectors(answer: unknown): readonly (readonly number[])[];
}

const Vector = z.array(z.number());
const OpenAiAnswer = z.object({ data: z.array(z.object({ index: z.int(), embedding: Vector })) });
const OllamaAnswer = z.object({ embeddings: z.array(Vector) });

const OPENAI: EndpointFormat = {
  request: (model, texts) => ({ model, input: texts, encoding_format: "float" }),
  vectors: (answer) =>
    OpenAiAnswer.parse(answer)
      .data.toSorted((a, b) => a.index - b.index)
      .map(({ embedding }) => embedding),
};

const OLLAMA: EndpointFormat = {
  request: (model, texts) => ({ model, input: texts, truncate: true }),
  vectors: (answer) => OllamaAnswer.parse(answer).embeddings,
};

export interface Endpoint extends EndpointFormat {
  readonly url: URL;
  /** The address for messages, without the query, which may contain a key. */
  readonly shown: string;
}

/** The path determines the format. @throws Fault `invalid` for anything that is not an embedding endpoint. */
export function endpointAt(address: string): Endpoint {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw invalidEndpoint("must be an address that starts with http:// or https://");
  }
  if (url.username || url.password)
    throw invalidEndpoint("must not contain a password; use the setting for the key");
  const shown = url.origin + url.pathname;
  if (/\/api\/embed\/?$/.test(url.pathname)) return { ...OLLAMA, url, shown };
  if (/\/embeddings\/?$/.test(url.pathname)) return { ...OPENAI, url, shown };
  throw invalidEndpoint("must end in /v1/embeddings (OpenAI-compatible) or /api/embed (Ollama)", shown);
}

function invalidEndpoint(problem: string, received?: string): Fault {
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
