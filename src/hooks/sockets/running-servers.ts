import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server on this machine, as it wrote it down for other programs of the same user. */
interface Announced {
  readonly pid: number;
  /** The memory file. */
  readonly memory: string;
  readonly startedAt: number;
}

/** A server that answers hooks. */
export interface RunningServer extends Announced {
  readonly socket: string;
  /** The folder that it was started in. */
  readonly folder: string;
}

/** A server with the web page. */
export interface PageServer extends Announced {
  /** As a browser on this machine reaches it. */
  readonly url: string;
  /** Whether nothing can be changed through it. */
  readonly readOnly: boolean;
}

/** The folder in which servers write down where they listen. */
export const serversFolder = (home: string): string => join(home, "run");

/** Returns what removes the entry again. */
export const announceServer = (folder: string, server: RunningServer): (() => void) =>
  writeEntry(folder, `server-${server.pid}.json`, server);

/** Returns what removes the entry again. */
export const announcePage = (folder: string, server: PageServer): (() => void) =>
  writeEntry(folder, `page-${server.pid}.json`, server);

/** Whoever reads the folder finds all of it or nothing. */
function writeEntry(folder: string, name: string, server: object): () => void {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(server), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** The servers of a memory, those of the given folder first and then the latest. */
export function serversOf(folder: string, memory: string, workFolder: string | undefined): RunningServer[] {
  const left = ({ socket }: RunningServer): void => {
    if (!socket.startsWith("\\\\")) rmSync(socket, { force: true });
  };
  return announced<RunningServer>(folder, { entry: /^server-(\d+)\.json$/, reachedBy: "socket", left })
    .filter((server) => server.memory === memory)
    .sort(
      (a, b) =>
        Number(b.folder === workFolder) - Number(a.folder === workFolder) || b.startedAt - a.startedAt,
    );
}

/** The servers with the page of a memory, the latest first. */
export function pagesOf(folder: string, wanted: Pick<PageServer, "memory" | "readOnly">): PageServer[] {
  return announced<PageServer>(folder, { entry: /^page-(\d+)\.json$/, reachedBy: "url" })
    .filter((server) => server.memory === wanted.memory && server.readOnly === wanted.readOnly)
    .sort((a, b) => b.startedAt - a.startedAt);
}

interface Entries<T extends Announced> {
  /** The names of the files, with the id of the process. */
  readonly entry: RegExp;
  readonly reachedBy: string & keyof T;
  /** What a server that was killed leaves behind besides its entry. */
  readonly left?: (server: T) => void;
}

/** Those that still run. The entries of servers that were killed are removed. */
function announced<T extends Announced>(folder: string, { entry, reachedBy, left }: Entries<T>): T[] {
  return names(folder, entry).flatMap((name) => {
    const server = read<T>(join(folder, name), reachedBy);
    // A server of 0.2.0 that has just started may not have written all of its entry yet.
    if (isRunning(server?.pid ?? Number(entry.exec(name)?.[1]))) return server ? [server] : [];
    rmSync(join(folder, name), { force: true });
    if (server) left?.(server);
    return [];
  });
}

function names(folder: string, entry: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => entry.test(name));
  } catch {
    return [];
  }
}

function read<T extends Announced>(file: string, reachedBy: string & keyof T): T | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<T>;
    return typeof value.pid === "number" && typeof value[reachedBy] === "string" ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
