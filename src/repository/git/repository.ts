import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Fault } from "../../shared/errors.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { runGit, type WorkTree } from "./run-git.ts";

export interface Repository {
  /** The top of the work tree, which contains `.git`. */
  readonly root: string;
  /** The git directory that all work trees share. Missing if `.git` points to a directory that does not exist. */
  readonly commonDir?: string;
  /** The top of the main work tree, if `root` is another one. */
  readonly mainRoot?: string;
}

/** Finds the repository of a directory. The search ends at the home directory or at the root of the file system. */
export async function findRepository(start: string, home: string): Promise<Repository | undefined> {
  for (let directory = start; ; directory = dirname(directory)) {
    const repository = await repositoryAt(directory);
    if (repository || directory === home || directory === dirname(directory)) return repository;
  }
}

async function repositoryAt(root: string): Promise<Repository | undefined> {
  const dotGit = join(root, ".git");
  const found = await stat(dotGit).catch(() => undefined);
  if (found?.isDirectory()) return (await isGitDir(dotGit)) ? { root, commonDir: dotGit } : undefined;
  if (!found?.isFile()) return undefined;

  const pointer = /^gitdir: (.+)$/m.exec((await readText(dotGit)) ?? "")?.[1]?.trim();
  if (pointer === undefined) return { root };
  const gitDir = resolve(root, pointer);
  if (!(await isGitDir(gitDir))) return { root };
  const common = (await readText(join(gitDir, "commondir")))?.trim();
  if (common === undefined) return { root, commonDir: gitDir };
  const commonDir = resolve(gitDir, common);
  return basename(commonDir) === ".git"
    ? { root, commonDir, mainRoot: dirname(commonDir) }
    : { root, commonDir };
}

/** git ignores an empty `.git`, too. */
async function isGitDir(directory: string): Promise<boolean> {
  return (await readText(join(directory, "HEAD"))) !== undefined;
}

export async function readText(path: string): Promise<string | undefined> {
  return (await readBytes(path, READ_LIMITS.gitFileBytes))?.toString("utf8");
}

/**
 * A file that can be read and is not longer than this. Not a pipe, which may never be written to, nor a device, which may
 * never end: whoever made the folder chose what is there, and a few reads that wait would keep all others waiting.
 */
export async function readBytes(path: string, most: number): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  try {
    const found = await file?.stat();
    return found?.isFile() && found.size <= most ? await file?.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** The first `url` of `[remote "origin"]`, which is also the one git fetches from. */
export function originUrl(config: string): string | undefined {
  const [first] = configValues(config, "remote.origin.url");
  return first;
}

/** The last `name` of `[user]`, because git lets the last of several win. Undefined if it is empty. */
export function userName(config: string): string | undefined {
  return [...configValues(config, "user.name")].at(-1)?.trim() || undefined;
}

/**
 * The values of a name such as `user.name` or `remote.origin.url` in a git configuration file, in its order. We parse
 * the file ourselves, because starting a git process would take longer than the rest of the start. Files that it
 * includes are not read.
 */
function* configValues(config: string, name: string): Generator<string> {
  const section = name.slice(0, name.lastIndexOf("."));
  const key = name.slice(section.length + 1);
  let inSection = false;
  let rest = config.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  while (rest !== "") {
    const heading = /^\s*\[\s*([^\s\]"]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]/.exec(rest);
    if (heading) {
      inSection = isSection(section, heading[1] ?? "", heading[2]);
      rest = rest.slice(heading[0].length);
      continue;
    }
    const entry = /^\s*([a-z][a-z0-9-]*)[ \t]*=/i.exec(rest);
    if (entry) {
      const { value, length } = readValue(rest.slice(entry[0].length));
      if (inSection && entry[1]?.toLowerCase() === key) yield value;
      rest = rest.slice(entry[0].length + length);
      continue;
    }
    // A blank line, a comment, or a key without a value.
    const newline = rest.indexOf("\n");
    rest = newline === -1 ? "" : rest.slice(newline + 1);
  }
}

/** The name of a section ignores case, its quoted part does not; `[remote.origin]` is the old way to write it. */
function isSection(section: string, name: string, quoted: string | undefined): boolean {
  if (quoted === undefined) return name.toLowerCase() === section;
  return `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, "$1")}` === section;
}

/** Quotes may open and close anywhere, comments start outside them, and a backslash continues the line. */
function readValue(text: string): { value: string; length: number } {
  let value = "";
  let kept = 0;
  let quoted = false;
  let comment = false;
  let at = 0;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const character = text.charAt(at);
    if (comment) continue;
    if (character === "\\") {
      at++;
      const escaped = text.charAt(at);
      if (escaped !== "\n") value += ESCAPES[escaped] ?? escaped;
      kept = value.length;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (!quoted && (character === "#" || character === ";")) {
      comment = true;
    } else if (quoted || !/\s/.test(character)) {
      value += character;
      kept = value.length;
    } else if (value !== "") {
      value += character;
    }
  }
  return { value: value.slice(0, kept), length: at };
}

const TIMEOUT_MS = 2_000;
/** `--missing` prevents a partial clone from fetching. */
const FIRST = ["rev-list", "--max-parents=0", "--missing=allow-any", "main-worktree/HEAD"];

/**
 * The first commit of the history, or why there is none, and whether git may not be asked. If there are several, the smallest id is taken, so that every
 * clone takes the same one. It uses HEAD of the main work tree, so that all work trees take the same one, too.
 */
export async function rootCommit(
  tree: WorkTree,
  commonDir: string,
): Promise<{ sha: string } | { missing: string; isRefused?: boolean }> {
  const shallow = await stat(join(commonDir, "shallow")).catch(() => undefined);
  if (shallow) return { missing: "it is a shallow clone, so its first commit is unknown" };
  try {
    const answer = await runGit(tree, FIRST, TIMEOUT_MS);
    if (!answer) return { missing: "git is not installed, so its first commit is unknown" };
    const [sha] = answer.code === 0 ? answer.output.split("\n").filter(Boolean).sort() : [];
    return sha === undefined ? { missing: "git finds no commit in it" } : { sha };
  } catch (error) {
    const fault = Fault.from(error);
    if (fault.code === "internal") throw error;
    return fault.reason === "git_unavailable"
      ? { missing: "git did not find its first commit in time" }
      : { missing: `its first commit is unknown: ${fault.sentence}`, isRefused: true };
  }
}
