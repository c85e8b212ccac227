import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { environmentOfPerson } from "./command-line.ts";
import type { HookPlace } from "./hook-program.ts";
import { MEMBRIA } from "./stdio-client.ts";

export interface HookServer {
  readonly pid: number;
  /** How many events it has answered so far, by its own log. */
  answered(): number;
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it as its client would, and returns its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** The built server over standard input and output or over HTTP, once it answers hooks. */
export async function startHookServer(
  place: HookPlace,
  transport: "stdio" | "http" = "stdio",
  env: Readonly<Record<string, string>> = {},
): Promise<HookServer> {
  const argv = transport === "stdio" ? ["serve"] : ["start", "--port", "0", "--insecure-no-auth"];
  const child = spawn(process.execPath, [MEMBRIA, "mcp", ...argv], {
    stdio: ["pipe", "pipe", "pipe"],
    // Started elsewhere, as some clients do.
    cwd: "/",
    env: { ...environmentOfPerson(), ...place.env, MEMBRIA_LOG_LEVEL: "debug", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  child.stdout.resume();
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const { pid = 0 } = child;
  await expect.poll(() => entriesIn(place).includes(`server-${pid}.json`)).toBe(true);
  return {
    pid,
    answered: () => log.split('"operation":"noteSession"').length - 1,
    log: () => log,
    signal: (signal) => void child.kill(signal),
    stop() {
      if (transport === "stdio") child.stdin.end();
      else child.kill("SIGTERM");
      return ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What is in the folder in which servers write down where they listen. */
export function entriesIn({ home }: Pick<HookPlace, "home">): string[] {
  try {
    return readdirSync(join(home, "run")).sort();
  } catch {
    return [];
  }
}
