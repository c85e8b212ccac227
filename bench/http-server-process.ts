import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { PROJECT } from "./memory.ts";
import { product } from "./workplace.ts";

/** The HTTP server in a separate process, without limits, and a key for it. */
export interface HttpServerProcess {
  readonly url: URL;
  readonly key: string;
  /** Memory use in megabytes. */
  residentMb(): number;
  end(): Promise<void>;
}

export async function startHttpServer(home: string): Promise<HttpServerProcess> {
  const flags = ["--home", home, "--project", PROJECT, "--log-level", "error"];
  const made = execFileSync(
    process.execPath,
    [product, "keys", "create", "--name", "load", "--json", ...flags],
    { encoding: "utf8" },
  );
  const child = spawn(
    process.execPath,
    [product, "mcp", "start", "--port", "0", "--rate-limit", "off", ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const closed = once(child, "close");
  const kill = (): void => void child.kill();
  process.once("exit", kill);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    url: new URL(/http\S+/.exec(line)?.[0] ?? ""),
    key: (JSON.parse(made) as { key: string }).key,
    residentMb: () => residentMb(child.pid as number),
    async end() {
      child.kill("SIGTERM");
      await closed;
      process.off("exit", kill);
    },
  };
}

/** In megabytes. */
export function residentMb(pid: number): number {
  if (process.platform !== "linux") {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
