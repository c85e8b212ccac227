/** Embeds by a service that the user runs or pays for, over HTTP. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { Fault, type FaultDetails } from "../../shared/errors.ts";
import type { Embedder } from "../../shared/ports.ts";
import { NO_PREFIXES, type Prefixes } from "./prefixes.ts";
import { normalised } from "./vector.ts";

export interface RemoteEmbedderOptions {
  /** An OpenAI-compatible `…/v1/embeddings` or Ollama's `…/api/embed`. */
  readonly url: string;
  /** The name of the model on the server. */
  readonly model: string;
  readonly dimensions: number;
  readonly apiKey?: string | undefined;
  /** The prefixes that the model expects before a query and before a passage. */
  readonly prefixes?: Prefixes | undefined;
  /** The timeout of one request. */
  readonly timeoutMs: number;
}

const TEXTS_PER_REQUEST = 32;
/** Far more than the local model reads, and less than the limit of any server. */
const MAX_CHARACTERS = 8_000;

/** Sends texts to the address that the user configured, and nowhere else. @throws Fault `invalid` for an invalid address. */
export function remoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { model, dimensions, apiKey, timeoutMs, prefixes = NO_PREFIXES } = options;
  const endpoint = endpointAt(options.url);
  const identity = createHash("sha256")
    .update(JSON.stringify([endpoint.shown, model, dimensions, prefixes]))
    .digest("hex");
  /** The requests without an answer. */
  const open = new Set<AbortController>();
  let closed = false;

  async function post(texts: readonly string[]): Promise<unknown> {
    let response: Response;
    let answer: unknown;
    // On Node 20 the timeout in AbortSignal.any can be garbage-collected, and then a request waits for ever.
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(new DOMException("no answer", "TimeoutError")), timeoutMs);
    open.add(request);
    if (closed) request.abort();
    try {
      response = await fetch(endpoint.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        },
        body: JSON.stringify(endpoint.request(model, texts)),
        // Texts go only to the configured address, not to the target of a redirect.
        redirect: "error",
        signal: request.signal,
      });
      if (!response.ok) await response.body?.cancel();
      else answer = await response.json();
    } catch (cause) {
      throw requestFailure(cause);
    } finally {
      clearTimeout(timer);
      open.delete(request);
    }
    if (!response.ok) throw httpFailure(response);
    return answer;
  }

  async function embedSome(texts: readonly string[]): Promise<Float32Array[]> {
    const answer = await post(texts);
    let vectors: readonly (readonly number[])[];
    try {
      vectors = endpoint.vectors(answer);
    } catch (cause) {
      throw unavailable("returned no embeddings", { reason: "embedding_answer", cause });
    }
    if (vectors.length !== texts.length) {
      const counts = `answered with ${vectors.length} vectors for ${texts.length} texts`;
      throw unavailable(counts, { reason: "embedding_answer" });
    }
    const other = vectors.find(({ length }) => length !== dimensions);
    if (other) {
      throw unavailable(`answered with ${other.length} dimensions instead of ${dimensions}`, {
        reason: "embedding_dimensions",
        received: other.length,
        hint: `Set the dimensions of ${model} to ${other.length}, or name another model.`,
      });
    }
    return vectors.map((vector) => {
      const unit = normalised(vector);
      if (unit.every(Number.isFinite)) return unit;
      throw unavailable("answered with a vector that has no direction", { reason: "embedding_answer" });
    });
  }

  function unavailable(what: string, details: FaultDetails): Fault {
    return new Fault("unavailable", `The embedding endpoint ${endpoint.shown} ${what}.`, {
      hint: `Check the address and that it serves ${model}. Until then search uses words only.`,
      ...details,
    });
  }

  function requestFailure(cause: unknown): Fault {
    const name = cause instanceof Error ? cause.name : "";
    if (closed) return unavailable("was not waited for, because the program is closing", { cause });
    if (name === "TimeoutError") {
      return unavailable(`did not answer within ${timeoutMs} ms`, { reason: "embedding_timeout", cause });
    }
    if (name === "SyntaxError") {
      return unavailable("did not answer with JSON", { reason: "embedding_answer", cause });
    }
    return unavailable("could not be reached", { reason: "embedding_unreachable", cause });
  }

  /** Leaves out the body, because servers may repeat the key in it. */
  function httpFailure({ status, headers }: Response): Fault {
    if (status === 401 || status === 403) {
      return unavailable(`refused the key (HTTP ${status})`, {
        reason: "embedding_key",
        hint: "Set the key that it expects. Until then search uses words only.",
      });
    }
    if (status === 429) {
      return new Fault("limited", `The embedding endpoint ${endpoint.shown} is rate-limited (HTTP 429).`, {
        reason: "embedding_limited",
        retryAfter: Number(headers.get("retry-after")) || 60,
        hint: "The missing embeddings are made later. Until then search uses words only.",
      });
    }
    return unavailable(`answered with HTTP ${status}`, { reason: "embedding_refused", received: status });
  }

  return {
    model: `${model}/remote/${identity.slice(0, 12)}`,
    dimensions,
    async embed(texts, kind) {
      const prepared = texts.map((text) => prefixes[kind] + text.slice(0, MAX_CHARACTERS));
      const vectors: Float32Array[] = [];
      while (vectors.length < prepared.length) {
        const some = prepared.slice(vectors.length, vectors.length + TEXTS_PER_REQUEST);
        vectors.push(...(await embedSome(some)));
      }
      return vectors;
    },
    describe: () => ({ runtime: `service at ${new URL(options.url).host}` }),
    async close() {
      closed = true;
      for (const request of open) request.abort();
    },
  };
}

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

interface Endpoint extends EndpointFormat {
  readonly url: URL;
  /** The address for messages, without the query, which may contain a key. */
  readonly shown: string;
}

/** The path determines the format. @throws Fault `invalid` for anything that is not an embedding endpoint. */
function endpointAt(address: string): Endpoint {
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
