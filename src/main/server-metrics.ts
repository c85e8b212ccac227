import { DEFAULT_PORT, type ServerMetrics } from "../cli/command.ts";

const PATIENCE_MS = 2_000;
const URL = `http://127.0.0.1:${DEFAULT_PORT}`;
const ELSEWHERE = "Latency, errors, tool use and caches are known to a running server only";

/** Asks the server on the default port of this machine, if there is one, what it counted. */
export async function serverMetrics(token: string | undefined): Promise<ServerMetrics> {
  // Another program may have the port, and is told no token.
  if (!(await isOurs())) return { problem: `${ELSEWHERE}, and none answers at ${URL}.` };
  try {
    const response = await get("/metrics", token === undefined ? {} : { Authorization: `Bearer ${token}` });
    if (response.ok) return { url: URL, text: await response.text() };
    const hint = "Put a key into MEMBRIA_AUTH_TOKEN to see them here.";
    return { problem: `${ELSEWHERE}. The one at ${URL} answered ${response.status}. ${hint}` };
  } catch {
    return { problem: `${ELSEWHERE}, and the one at ${URL} did not answer in time.` };
  }
}

async function isOurs(): Promise<boolean> {
  try {
    const response = await get("/healthz");
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${URL}${path}`, { headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
