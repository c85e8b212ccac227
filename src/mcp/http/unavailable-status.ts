import { type Answer, jsonAnswer, type Sent } from "./answer.ts";

/** The code of the Membria document for what cannot be had now. */
const UNAVAILABLE = -32001;

/**
 * The answer with the status 503 and `Retry-After`, if it says that something cannot be had for a while. Only for an
 * answer that is JSON: a stream has its status before anything is known.
 */
export async function withStatusOfUnavailable(sent: Sent): Promise<Sent> {
  const answer = sent instanceof Response ? await plain(sent) : sent;
  if (answer instanceof Response || answer.status !== 200) return answer;
  const seconds = retryAfterIn(answer.text);
  if (seconds === undefined) return answer;
  return { ...answer, status: 503, headers: { ...answer.headers, "Retry-After": String(seconds) } };
}

async function plain(response: Response): Promise<Answer | Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return response.status === 200 && isJson
    ? jsonAnswer(await response.text(), Object.fromEntries(response.headers))
    : response;
}

function retryAfterIn(text: string): number | undefined {
  if (!text.includes(String(UNAVAILABLE))) return undefined;
  const { error } = JSON.parse(text) as {
    error?: { code?: number; data?: { retry_after?: number } };
  };
  return error?.code === UNAVAILABLE ? error.data?.retry_after : undefined;
}
