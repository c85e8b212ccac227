import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readLine } from "./socket-line.ts";

/** What the system allows for the name of a socket, less what it adds. */
const LONGEST_PATH = 100;
/** Whoever asks has given up long before. */
const ASKED_WITHIN_MS = 30_000;

/** Where a process of this machine listens: a socket that only its user may use, or a named pipe on Windows. */
export function socketPath(
  folder: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  if (platform === "win32") return `\\\\.\\pipe\\membria-${id}-${name}`;
  const path = join(folder, `${name}.sock`);
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : join(tmpdir(), `membria-${id}`, `${name}.sock`);
}

export interface LocalServer {
  /** Ends the connections that are open, too: one that hangs must not keep the server from ending. */
  close(): Promise<void>;
}

/** Answers one line with one line, and ends the connection. */
export async function listenLocally(
  path: string,
  answer: (line: string) => Promise<string>,
): Promise<LocalServer> {
  const isFile = !path.startsWith("\\\\");
  if (isFile) {
    makePrivate(dirname(path));
    rmSync(path, { force: true });
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    socket.setTimeout(ASKED_WITHIN_MS, () => socket.destroy());
    socket.unref();
    readLine(socket, (line) => {
      void answer(line).then((said) => socket.end(`${said}\n`));
    });
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  server.on("error", () => {});
  server.unref();
  try {
    // Some systems cut a name that is too long, and some disks know no modes.
    if (isFile) chmodSync(path, 0o600);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/**
 * Only this user may reach what is in the folder. One in a directory that all users share may have been made by another,
 * who could then put a socket of his own in the place of ours.
 */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new Error("The folder for sockets belongs to another user.");
  chmodSync(folder, 0o700);
}
