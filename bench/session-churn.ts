import { setTimeout as pause } from "node:timers/promises";
import { prometheusMetrics } from "../src/main/http/prometheus.ts";
import { startHttp } from "../src/mcp/http/start.ts";
import { sessionClient } from "./json-rpc-client.ts";
import { openMemory } from "./memory.ts";

const AT_ONCE = 20;
const SETTLE_MS = 500;

/** Opens and closes sessions with a server in this process, and returns the handles that were left open. */
export async function leftBySessions(
  home: string,
  count: number,
): Promise<{ readonly ms: number; readonly left: readonly string[] }> {
  const wiring = await openMemory(home);
  const http = await startHttp(wiring, {
    version: "0.0.0",
    exposure: { profile: "core", toolNames: "portable", readOnly: false },
    dueDays: 30,
    rateLimit: "off",
    withoutKeys: "agent",
    metrics: prometheusMetrics(),
    address: { host: "127.0.0.1", port: 0, behindProxy: false, allowedHosts: [] },
  });
  const target = { url: new URL(`${http.url}/mcp`), key: "" };
  const openAndClose = async (): Promise<void> => {
    const client = await sessionClient(target);
    // Followers of the change feed have to be released, too.
    await client.ask("resources/subscribe", { uri: "membria://decisions/all" });
    await client.close();
  };
  await openAndClose();
  await pause(SETTLE_MS);
  const before = process.getActiveResourcesInfo();
  const started = performance.now();
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, openAndClose));
  }
  const ms = performance.now() - started;
  await pause(SETTLE_MS);
  const left = additional(before, process.getActiveResourcesInfo());
  await http.close();
  await wiring.close();
  return { ms, left };
}

function additional(before: readonly string[], after: readonly string[]): string[] {
  const known = [...before];
  return after.filter((handle) => {
    const at = known.indexOf(handle);
    if (at < 0) return true;
    known.splice(at, 1);
    return false;
  });
}
