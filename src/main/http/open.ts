import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type PageServer, pagesOf, serversFolder } from "../../hooks/index.ts";

export { openInBrowser } from "../../shared/system/programs.ts";

import { Fault } from "../../shared/errors.ts";
import { type Environment, memoryFile, tilde } from "../environment.ts";
import { isMembriaServer } from "./server-metrics.ts";

/** How long a server that was started for the page stays while nobody uses it. */
const IDLE_MINUTES = 30;
const LONGEST_START_MS = 20_000;
const LOOK_EVERY_MS = 50;
const LOG = "page-server.log";

/** A server with the page over the memory of these settings: one that runs, or one that is started for it. */
export async function pageServer(
  environment: Environment,
  self: readonly [string, ...string[]],
  flags: readonly string[],
): Promise<{ readonly url: string; readonly started: boolean }> {
  const wanted = { memory: memoryFile(environment).path, readOnly: environment.settings.readOnly };
  const folder = serversFolder(environment.home);
  for (const { url } of pagesOf(folder, wanted))
    if (await isMembriaServer(url, environment.settings.patience)) return { url, started: false };
  const child = startDetached(folder, self, flags);
  const server = await appearing(
    () => pagesOf(folder, wanted).find(({ pid }) => pid === child.pid),
    child,
    LONGEST_START_MS * environment.settings.patience,
  );
  if (server) return { url: server.url, started: true };
  throw new Fault("unavailable", "The server for the page did not start.", {
    reason: "page_server",
    hint: `Why stands in ${tilde(join(folder, LOG), environment.userHome)}. \`membria mcp start\` shows it at once.`,
  });
}

interface Starting {
  readonly pid: number | undefined;
  hasEnded(): boolean;
}

/** It goes on after this program, and ends by itself. */
function startDetached(
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  flags: readonly string[],
): Starting {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(folder, LOG), "w", 0o600);
  const idle = ["--port", "0", "--idle-minutes", String(IDLE_MINUTES)];
  const child = spawn(program, [...args, "mcp", "start", ...idle, ...flags], {
    detached: true,
    stdio: ["ignore", "ignore", log],
    windowsHide: true,
  });
  closeSync(log);
  let ended = false;
  child.once("error", () => {
    ended = true;
  });
  child.once("exit", () => {
    ended = true;
  });
  child.unref();
  return { pid: child.pid, hasEnded: () => ended };
}

async function appearing(
  find: () => PageServer | undefined,
  { hasEnded }: Starting,
  longestMs: number,
): Promise<PageServer | undefined> {
  const deadline = performance.now() + longestMs;
  while (performance.now() < deadline && !hasEnded()) {
    const found = find();
    if (found) return found;
    await wait(LOOK_EVERY_MS);
  }
  return undefined;
}
