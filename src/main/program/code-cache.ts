import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";

/** Compiled code of packs, from one start to the next. Nothing depends on it: what cannot be read is compiled again. */
export interface CodeCache {
  read(pack: string, key: string): Buffer | undefined;
  /** Once for each pack, and for good if that fails. */
  write(pack: string, key: string, compiled: () => Buffer): void;
}

export const noCodeCache: CodeCache = { read: () => undefined, write: () => {} };

const DIGEST_BYTES = 32;
/** Of the files that were written, these many stay: those of other versions and flags are in use as well, or were. */
const MOST_FILES = 20;
/** The last space of a full disk is for the memory. */
const LEAST_FREE_BYTES = 100_000_000;
/** Bits of a mode by which others could write. */
const OTHERS_WRITE = 0o022;

/**
 * Keeps compiled code in `cache` in the home of Membria. V8 runs such code without checking it, so nothing is read that
 * anybody else could have written, and nothing that is not whole.
 */
export function codeCache(home: string): CodeCache {
  const folder = join(home, "cache");
  const mine = process.geteuid?.();
  const isMine = ({ uid, mode }: Stats): boolean =>
    mine === undefined ? isInProfile(home) : uid === mine && (mode & OTHERS_WRITE) === 0;
  /** A folder that others may write to could be exchanged for theirs. The home may be a link, the cache may not. */
  const areMine = (): boolean =>
    [statSync(home), lstatSync(folder)].every((stats) => stats.isDirectory() && isMine(stats));
  const written = new Set<string>();
  let trusted: boolean | undefined;

  const fileOf = (pack: string, key: string): string =>
    join(folder, `${pack}-${digestOf(key).toString("hex", 0, 8)}.bin`);

  function read(pack: string, key: string): Buffer | undefined {
    trusted ??= attempt(areMine) ?? false;
    if (!trusted) return undefined;
    return attempt(() => {
      const file = openSync(fileOf(pack, key), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        const stats = fstatSync(file);
        if (!stats.isFile() || !isMine(stats)) return undefined;
        const bytes = readFileSync(file);
        const compiled = bytes.subarray(DIGEST_BYTES);
        return digestOf(key, compiled).equals(bytes.subarray(0, DIGEST_BYTES)) ? compiled : undefined;
      } finally {
        closeSync(file);
      }
    });
  }

  function write(pack: string, key: string, compiled: () => Buffer): void {
    if (written.has(pack)) return;
    written.add(pack);
    attempt(() => {
      const { bavail, bsize } = statfsSync(home);
      if (bavail * bsize < LEAST_FREE_BYTES) return;
      // Not with the folders above it: the home is made when a memory is.
      attempt(() => mkdirSync(folder, { mode: 0o700 }));
      if (!areMine()) return;
      const bytes = compiled();
      replaceFile(fileOf(pack, key), Buffer.concat([digestOf(key, bytes), bytes]));
      removeOldest(folder);
    });
  }

  return { read, write };
}

/** Of everything that decides whether compiled code fits: V8 itself looks at its version and flags, and at the length. */
function digestOf(key: string, compiled?: Buffer): Buffer {
  const { version, arch, platform, execArgv, env } = process;
  const whole = JSON.stringify([key, version, arch, platform, execArgv, env["NODE_OPTIONS"] ?? ""]);
  const hash = createHash("sha256").update(whole);
  return (compiled ? hash.update("\n").update(compiled) : hash).digest();
}

/** Windows has no owners and modes here. In their own profile, people write alone unless they allowed others to. */
function isInProfile(home: string): boolean {
  const path = relative(homedir(), home);
  return path !== "" && !path.startsWith("..") && !path.includes(`:${sep}`);
}

/** Whole or not at all, and for the user alone, whatever the umask says. */
function replaceFile(path: string, bytes: Buffer): void {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const draft = `${path}.${randomBytes(6).toString("hex")}.draft`;
  const file = openSync(draft, O_CREAT | O_EXCL | O_WRONLY, 0o600);
  try {
    writeFileSync(file, bytes);
    renameSync(draft, path);
  } catch (error) {
    attempt(() => unlinkSync(draft));
    throw error;
  } finally {
    closeSync(file);
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const written = (path: string): number => attempt(() => lstatSync(path).mtimeMs) ?? 0;
  const oldestFirst = files.map((path) => ({ path, at: written(path) })).sort((a, b) => a.at - b.at);
  for (const { path } of oldestFirst.slice(0, -MOST_FILES)) attempt(() => unlinkSync(path));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
