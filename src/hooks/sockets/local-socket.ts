import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { READ_LIMITS } from "../../shared/read-limits.ts";

interface LocalReply {
  readonly line: string;
  /** Says that the answer was used, and resolves when that is on its way. */
  confirm(): Promise<void>;
}

/** Undefined if nobody answers in time. */
export function askLocally(path: string, line: string, withinMs: number): Promise<LocalReply | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(end, withinMs);
    socket.on("error", end);
    socket.on("close", end);
    socket.on("connect", () => socket.write(`${line}\n`));
    readLines(socket, (answer) => {
      clearTimeout(timer);
      resolve({
        line: answer,
        confirm: () => new Promise((sent) => socket.end("received\n", () => sent())),
      });
    });
  });
}

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

interface LocalServer {
  /** Ends the connections that are open, too: one that hangs must not keep the server from ending. */
  close(): Promise<void>;
}

/** The answer to one who asks. */
export interface LocalAnswer {
  readonly line: string;
  /** Gets to know whether the answer was received, where somebody wants to know. */
  readonly onEnd?: ((received: boolean) => void) | undefined;
  /** Whether one who has used the answer says so in a second line. Otherwise that it was read has to do. */
  readonly confirms?: boolean | undefined;
}

/** Answers one line with one line. */
export async function listenLocally(
  path: string,
  answer: (line: string) => Promise<LocalAnswer>,
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
    let confirmed: (() => void) | undefined;
    let isAsked = false;
    readLines(socket, (line) => {
      if (isAsked) return confirmed?.();
      isAsked = true;
      void answer(line).then((said) => {
        confirmed = say(said, socket);
      });
    });
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A whole turn of the loop reads what was confirmed before this was called.
    await nextTurn();
    await nextTurn();
    const gone = [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve).destroy()));
    await Promise.all([closed, ...gone]);
  };
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

/** Returns what to do when the answer is confirmed. */
function say({ line, onEnd, confirms = false }: LocalAnswer, socket: Socket): (() => void) | undefined {
  if (!onEnd) return void socket.end(`${line}\n`);
  // Whoever asked has given up.
  if (!socket.writable) return void onEnd(false);
  let isOver = false;
  const over = (received: boolean): void => {
    if (!isOver) onEnd(received);
    isOver = true;
  };
  // One who leaves without having read the answer makes writing it fail, or breaks the connection.
  socket.once("close", (hadError) =>
    over(!confirms && !hadError && socket.writableFinished && socket.readableEnded),
  );
  if (!confirms) return void socket.end(`${line}\n`);
  socket.write(`${line}\n`);
  return () => over(true);
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

/** Uses each line that comes. More than a few megabytes end the connection. */
function readLines(socket: Socket, use: (line: string) => void): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > READ_LIMITS.socketLineBytes) return void socket.destroy();
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...chunks, rest.subarray(0, end)]).toString("utf8");
      chunks = [];
      rest = rest.subarray(end + 1);
      use(line);
    }
    chunks.push(rest);
  });
}
