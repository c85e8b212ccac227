const STREAM = "text/event-stream";

export function acceptsStream(request: Request): boolean {
  return request.headers.get("accept")?.includes(STREAM) ?? false;
}

const isStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith(STREAM) ?? false;

/** The last message of a stream as plain JSON, for clients that do not accept a stream. */
export async function asJson(response: Response): Promise<Response> {
  if (!isStream(response)) return response;
  const answer = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .at(-1)
    ?.slice("data: ".length);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  for (const name of ["connection", "cache-control", "x-accel-buffering"]) headers.delete(name);
  return new Response(answer ?? null, { status: answer === undefined ? 202 : response.status, headers });
}
