import { DEFAULT_PORT, type ServerMetrics } from "../cli/command.ts";

const PATIENCE_MS = 2_000;
const ELSEWHERE = "Latency, errors, tool use and caches are known to a running server only";

/** Asks the server on the default port of this machine, if there is one, what it counted. */
export async function serverMetrics(
  token: string | undefined,
  url = `http://127.0.0.1:${DEFAULT_PORT}`,
): Promise<ServerMetrics> {
  // Another program may have the port, and is told no token.
  if (!(await isOurs(url))) return { problem: `${ELSEWHERE}, and none answers at ${url}.` };
  try {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await get(`${url}/metrics`, headers);
    if (response.ok) return { url, text: await response.text() };
    const hint = "Put a key into MEMBRIA_AUTH_TOKEN to see them here.";
    return { problem: `${ELSEWHERE}. The one at ${url} answered ${response.status}. ${hint}` };
  } catch {
    return { problem: `${ELSEWHERE}, and the one at ${url} did not answer in time.` };
  }
}

async function isOurs(url: string): Promise<boolean> {
  try {
    const response = await get(`${url}/healthz`);
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
