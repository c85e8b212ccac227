import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server that answers hooks, as it wrote it down. */
export interface RunningServer {
  readonly pid: number;
  readonly socket: string;
  /** The memory file. */
  readonly memory: string;
  /** The folder that it was started in. */
  readonly folder: string;
  readonly startedAt: number;
}

const ENTRY = /^server-(\d+)\.json$/;

/** The folder in which servers write down where they listen. */
export const serversFolder = (home: string): string => join(home, "run");

/** Returns what removes the entry again. */
export function announceServer(folder: string, server: RunningServer): () => void {
  const file = join(folder, `server-${server.pid}.json`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * The servers of a memory, those of the given folder first and then the latest. Entries of servers that were killed are
 * removed.
 */
export function serversOf(folder: string, memory: string, workFolder: string | undefined): RunningServer[] {
  return names(folder)
    .flatMap((name) => {
      const server = read(join(folder, name));
      if (!server || !isRunning(server.pid)) {
        rmSync(join(folder, name), { force: true });
        if (server && !server.socket.startsWith("\\\\")) rmSync(server.socket, { force: true });
        return [];
      }
      return server.memory === memory ? [server] : [];
    })
    .sort(
      (a, b) =>
        Number(b.folder === workFolder) - Number(a.folder === workFolder) || b.startedAt - a.startedAt,
    );
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ENTRY.test(name));
  } catch {
    return [];
  }
}

function read(file: string): RunningServer | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<RunningServer>;
    return typeof value.pid === "number" && typeof value.socket === "string"
      ? (value as RunningServer)
      : undefined;
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
