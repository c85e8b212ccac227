import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

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
  return readFile(path, "utf8").catch(() => undefined);
}
