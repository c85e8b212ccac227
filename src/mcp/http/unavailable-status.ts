/** The code of the Membria document for what cannot be had now. */
const UNAVAILABLE = -32001;

/**
 * The answer with the status 503 and `Retry-After`, if it says that something cannot be had for a while. Only for an
 * answer that is JSON: a stream has its status before anything is known.
 */
export async function withStatusOfUnavailable(response: Response): Promise<Response> {
  if (response.status !== 200 || !response.headers.get("content-type")?.startsWith("application/json"))
    return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  const seconds = retryAfterIn(text);
  if (seconds === undefined) return new Response(text, { headers });
  headers.set("Retry-After", String(seconds));
  return new Response(text, { status: 503, headers });
}

function retryAfterIn(text: string): number | undefined {
  if (!text.includes(String(UNAVAILABLE))) return undefined;
  const { error } = JSON.parse(text) as {
    error?: { code?: number; data?: { retry_after?: number } };
  };
  return error?.code === UNAVAILABLE ? error.data?.retry_after : undefined;
}
