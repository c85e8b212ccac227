import { DEFAULT_PORT, type ServerMetrics } from "../../cli/command.ts";

const MAX_WAIT_MS = 2_000;
const ONLY_ON_SERVER = "Latency, errors, tool use and caches are only available from a running server";

/** Fetches the metrics of the server on the default port of this machine, if there is one. */
export async function serverMetrics(
  token: string | undefined,
  patience: number,
  url = `http://127.0.0.1:${DEFAULT_PORT}`,
): Promise<ServerMetrics> {
  // Another program may use the port, and must not receive the token.
  if (!(await isMembriaServer(url, patience)))
    return { problem: `${ONLY_ON_SERVER}, and none answers at ${url}.` };
  try {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await get(`${url}/metrics`, patience, headers);
    if (response.ok) return { url, text: await response.text() };
    const hint = "Put a key into MEMBRIA_AUTH_TOKEN to see them here.";
    return { problem: `${ONLY_ON_SERVER}. The server at ${url} answered ${response.status}. ${hint}` };
  } catch {
    return { problem: `${ONLY_ON_SERVER}, and the server at ${url} did not answer in time.` };
  }
}

export async function isMembriaServer(url: string, patience: number): Promise<boolean> {
  try {
    const response = await get(`${url}/healthz`, patience);
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

const get = (url: string, patience: number, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(MAX_WAIT_MS * patience) });
