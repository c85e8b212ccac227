import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./running-servers.ts";

/** A server with the web page, as it wrote it down. */
export interface PageServer {
  readonly pid: number;
  /** As a browser on this machine reaches it. */
  readonly url: string;
  /** The memory file. */
  readonly memory: string;
  /** Whether nothing can be changed through it. */
  readonly readOnly: boolean;
  readonly startedAt: number;
}

const ENTRY = /^page-\d+\.json$/;

/** Returns what removes the entry again. */
export function announcePage(folder: string, server: PageServer): () => void {
  const file = join(folder, `page-${server.pid}.json`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The servers with the page of a memory, the latest first. Entries of servers that were killed are removed. */
export function pagesOf(folder: string, wanted: Pick<PageServer, "memory" | "readOnly">): PageServer[] {
  return names(folder)
    .flatMap((name) => {
      const server = read(join(folder, name));
      if (!server || !isRunning(server.pid)) {
        rmSync(join(folder, name), { force: true });
        return [];
      }
      return server.memory === wanted.memory && server.readOnly === wanted.readOnly ? [server] : [];
    })
    .sort((a, b) => b.startedAt - a.startedAt);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ENTRY.test(name));
  } catch {
    return [];
  }
}

function read(file: string): PageServer | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<PageServer>;
    return typeof value.pid === "number" && typeof value.url === "string" ? (value as PageServer) : undefined;
  } catch {
    return undefined;
  }
}
