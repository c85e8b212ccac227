import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { unpackDebianPackages } from "./debian-packages.mjs";
import { npmCommand, root } from "./run.mjs";

/**
 * A real FalkorDB for the tests: a module, and a server that loads it. The module's package is for one platform only and
 * npm would refuse to install it on others, so it is no dependency but fetched here, with the hash of the version we know.
 */
const PACKAGE = "@falkordblite/linux-x64";
const VERSION = "8.2.3-falkordb.4.16.3";
const INTEGRITY =
  "sha512-0X4Olb3lBnMkxvGsRiTTT4q/SNTkDPaNPBGWNm8qSBoWkbY6VxgCs9jHRkkZWB11hIzjLRJbcoVSjjGuroXp6w==";

const cache = join(root, "node_modules", ".cache", "falkordb");
const log = join(cache, "fetch.log");
const found = join(cache, "server.json");
const notFound = join(cache, "missing.json");
const fetched = join(cache, VERSION, "package", "bin");
const TRY_AGAIN_AFTER = 10 * 60_000;

/**
 * How to start a FalkorDB: `{ command, env, module }`, or `{ missing }` with the reason why none is to be had. The first
 * call fetches what is needed; other processes wait for it.
 */
export async function findFalkorDb() {
  const known = await readKnown();
  if (known) return known;
  await mkdir(cache, { recursive: true });
  const unlock = await lock(join(cache, "lock"));
  try {
    return (await readKnown()) ?? (await remember(await fetchFalkorDb()));
  } finally {
    await unlock();
  }
}

async function readKnown() {
  const server = await readFile(found, "utf8").then(JSON.parse, () => undefined);
  if (server && [server.module, server.command[0]].every((path) => existsSync(path))) return server;
  const age = await stat(notFound).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
  return age < TRY_AGAIN_AFTER ? JSON.parse(await readFile(notFound, "utf8")) : undefined;
}

async function remember(result) {
  const file = result.missing ? notFound : found;
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(result)}\n`);
  await rename(`${file}.${process.pid}`, file);
  return result;
}

async function fetchFalkorDb() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return {
      missing: `the module is there for Linux on x64 only, and this is ${process.platform} on ${process.arch}`,
    };
  }
  await writeFile(log, "");
  if (!(await fetchModule())) return { missing: `${PACKAGE} ${VERSION} could not be fetched; see ${log}` };
  const module = join(fetched, "falkordb.so");
  for (const way of [onPath, ofPackage, fromBackports, withNewerLoader]) {
    for (const server of await way()) {
      if (await loads(server, module)) return { ...server, module };
    }
  }
  return { missing: `no server runs here that loads the module; see ${log}` };
}

async function fetchModule() {
  if (existsSync(join(fetched, "falkordb.so"))) return true;
  const work = await mkdtemp(join(cache, "npm."));
  try {
    const [npm, ...first] = npmCommand();
    const arguments_ = ["pack", "--pack-destination", work, `${PACKAGE}@${VERSION}`];
    if ((await exitCode(npm, [...first, ...arguments_])) !== 0) return false;
    const archive = join(work, `falkordblite-linux-x64-${VERSION}.tgz`);
    const digest = createHash("sha512")
      .update(await readFile(archive))
      .digest("base64");
    if (`sha512-${digest}` !== INTEGRITY)
      throw new Error(`${PACKAGE} ${VERSION} is not the build that we know.`);
    await mkdir(join(work, "unpacked"));
    if ((await exitCode("tar", ["-xzf", archive, "-C", join(work, "unpacked")])) !== 0) return false;
    await rm(join(cache, VERSION), { recursive: true, force: true });
    await rename(join(work, "unpacked"), join(cache, VERSION));
    return true;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = ["valkey-server", "redis-server"].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return paths.filter((path) => existsSync(path)).map((path) => ({ command: [path], env: {} }));
}

/** It needs a newer C library than Debian 12 has. */
function ofPackage() {
  return [{ command: [join(fetched, "redis-server")], env: {} }];
}

/** Debian's own server is too old for the module, that of the backports is not. */
async function fromBackports() {
  const into = join(cache, "backports");
  const libraries = join(into, "usr", "lib", "x86_64-linux-gnu");
  const packages = [
    "valkey-server",
    "valkey-tools",
    "libjemalloc2",
    "liblzf1",
    "libatomic1",
    "libssl3",
    "libgomp1",
  ];
  const suites = ["bookworm", "bookworm-backports"];
  if (!existsSync(into) && !(await unpackDebianPackages({ into, suites, packages, log }))) return [];
  return [{ command: [join(into, "usr", "bin", "valkey-server")], env: { LD_LIBRARY_PATH: libraries } }];
}

/** The package's own server, with the C library of the next release of Debian. */
async function withNewerLoader() {
  const into = join(cache, "loader");
  const libraries = join(into, "usr", "lib", "x86_64-linux-gnu");
  const packages = ["libc6", "libstdc++6", "libgcc-s1", "libssl3t64", "libzstd1", "zlib1g", "libgomp1"];
  if (!existsSync(into) && !(await unpackDebianPackages({ into, suites: ["trixie"], packages, log })))
    return [];
  const loader = join(libraries, "ld-linux-x86-64.so.2");
  const server = join(fetched, "redis-server");
  return [{ command: [loader, "--library-path", libraries, "--argv0", "redis-server", server], env: {} }];
}

/** Whether this server starts with the module: nothing else says so reliably. */
async function loads({ command, env }, module) {
  const folder = await mkdtemp(join(tmpdir(), "membria-falkordb-"));
  const [program, ...first] = command;
  const settings = ["--port", "0", "--unixsocket", join(folder, "s"), "--dir", folder, "--save", ""];
  const child = spawn(program, [...first, ...settings, "--loadmodule", module], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  try {
    let text = "";
    return await new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (data) => {
          text += data;
          if (text.includes("Ready to accept connections")) resolve(true);
        });
      }
      child.once("error", () => resolve(false));
      child.once("close", () => resolve(false));
    });
  } finally {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function exitCode(command, args) {
  const said = await open(log, "a");
  try {
    const child = spawn(command, args, { stdio: ["ignore", said.fd, said.fd], timeout: 120_000 });
    return await new Promise((resolve) => {
      child.once("error", () => resolve(undefined));
      child.once("close", resolve);
    });
  } finally {
    await said.close();
  }
}

/** Waits until no other process that is alive holds the lock. Resolves to what gives it back. */
async function lock(path) {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    // A file without a number was just made, or its writer died between two instructions.
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (holder > 0 ? !isAlive(holder) : age > 10_000) await rm(path, { force: true });
    else await pause(100);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
