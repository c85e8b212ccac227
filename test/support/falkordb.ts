import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { createClient } from "@redis/client";
import { findFalkorDb } from "../../scripts/falkordb.mjs";
import { needs } from "./needs.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const engine = await findFalkorDb();

export const WITH_FALKORDB = needs(
  engine.missing === undefined,
  "team",
  `a real FalkorDB, and ${engine.missing ?? "it is there"}`,
);

export interface FalkorDbSettings {
  /** Of the default user. */
  readonly password?: string | undefined;
  /** Lines of an ACL file. */
  readonly users?: readonly string[] | undefined;
  /** Further lines of redis.conf; they win. */
  readonly config?: readonly string[] | undefined;
  /** Of the module, instead of those that we recommend; null for a server without it. */
  readonly moduleSettings?: string | null | undefined;
}

export interface FalkorDb {
  readonly port: number;
  /** `redis://127.0.0.1:PORT`, without a user. */
  readonly url: string;
  /** Where its files are. */
  readonly data: string;
  /** Runs a command as a user who may do everything. */
  command(...words: readonly string[]): Promise<unknown>;
  empty(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** It stays connected and answers nothing. */
  pause(): void;
  resume(): void;
  /** Copies its files, as a backup would. */
  copyData(): Promise<string>;
  /** Starts again with the files of a copy. */
  restoreData(copy: string): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

const TESTER = { username: "tester", password: "tester-of-everything" };
const MODULE_SETTINGS = "EFFECTS_THRESHOLD 0 CMD_INFO no THREAD_COUNT 2 OMP_THREAD_COUNT 1";

/** Nothing may outlive the tests, whatever ends them. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A FalkorDB of our own, on a port of its own, with files that are gone after `remove`. */
export async function startFalkorDb(settings: FalkorDbSettings = {}): Promise<FalkorDb> {
  const folder = await temporaryFolder();
  const data = folder.file("data");
  const port = await freePort();
  let child: ChildProcess | undefined;
  let copies = 0;

  async function start(): Promise<void> {
    await mkdir(data, { recursive: true });
    await writeFile(folder.file("users.acl"), `${users(settings).join("\n")}\n`);
    await writeFile(
      folder.file("server.conf"),
      `${config(settings, port, data, folder.file("users.acl")).join("\n")}\n`,
    );
    child = await launch(folder.file("server.conf"), folder.path);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    running.delete(child);
  }

  async function command(...words: readonly string[]): Promise<unknown> {
    const client = createClient({
      socket: { host: "127.0.0.1", port, reconnectStrategy: false },
      ...TESTER,
      RESP: 2,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await client.sendCommand([...words]);
    } finally {
      client.destroy();
    }
  }

  await start().catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    data,
    command,
    empty: async () => {
      await command("FLUSHALL");
    },
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async copyData() {
      copies += 1;
      const copy = folder.file(`copy-${copies}`);
      await cp(data, copy, { recursive: true });
      return copy;
    },
    async restoreData(copy) {
      await end("SIGKILL");
      await rm(data, { recursive: true, force: true });
      await cp(copy, data, { recursive: true });
      await start();
    },
    async remove() {
      await end("SIGKILL");
      await folder.remove();
    },
  };
}

function config(
  { moduleSettings = MODULE_SETTINGS, config: more = [] }: FalkorDbSettings,
  port: number,
  data: string,
  acl: string,
): string[] {
  if (engine.missing !== undefined) throw new Error(`There is no FalkorDB here: ${engine.missing}.`);
  return [
    "bind 127.0.0.1",
    `port ${port}`,
    `dir "${data}"`,
    `aclfile "${acl}"`,
    'save ""',
    "appendonly yes",
    // So that a test finds a word in the files that should not be there.
    "rdbcompression no",
    ...more,
    ...(moduleSettings === null ? [] : [`loadmodule "${engine.module}" ${moduleSettings}`]),
  ];
}

function users({ password, users: lines = [] }: FalkorDbSettings): string[] {
  const tester = `user ${TESTER.username} on >${TESTER.password} ~* &* +@all`;
  if (lines.length > 0) return [tester, ...lines];
  return [tester, `user default on ${password === undefined ? "nopass" : `>${password}`} ~* &* +@all`];
}

async function launch(file: string, cwd: string): Promise<ChildProcess> {
  if (engine.missing !== undefined) throw new Error(`There is no FalkorDB here: ${engine.missing}.`);
  const [program, ...first] = engine.command;
  const child = spawn(program, [...first, file], {
    cwd,
    env: { ...process.env, ...engine.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        if (text.length < 100_000) text += String(data);
        if (text.includes("Ready to accept connections")) resolve();
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`FalkorDB ended with ${code}:\n${text}`)));
  });
  return child;
}

/** Below those that the system gives to outgoing connections, which could take the port while a server is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
