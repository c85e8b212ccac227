import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { findRepository, readText } from "./repository.ts";

/** A repository that keeps its references in tables has a name there that is none. */
const BRANCH = /^ref: refs\/heads\/(?!\.invalid$)(.+)$/;

const COMMIT = /^[0-9a-f]{40,64}$/;

/** What is checked out, from the files of git: a process of git would take longer than a hook has. */
export const gitWorktree = (home: string) => ({
  async checkedOut(
    folder: string,
  ): Promise<{ readonly branch?: string | undefined; readonly head?: string | undefined } | undefined> {
    const repository = await findRepository(await real(folder), await real(home));
    if (repository?.commonDir === undefined) return undefined;
    const gitDir = await gitDirOf(repository.root);
    const head = (await readText(join(gitDir, "HEAD")))?.trim() ?? "";
    if (COMMIT.test(head)) return { head };
    const branch = BRANCH.exec(head)?.[1];
    if (branch === undefined) return undefined;
    return { branch, head: await headCommitOf(repository.commonDir, `refs/heads/${branch}`) };
  },

  async pathIn(folder: string, file: string): Promise<string | undefined> {
    const here = await real(folder);
    const root = (await findRepository(here, await real(home)))?.root ?? here;
    const path = relative(await real(root), await realFile(resolve(here, file)));
    if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
    return path.split(sep).join("/");
  },
});

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

/** A file that is about to be written may not exist yet, nor its folder. */
async function realFile(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined || path === dirname(path)) return found ?? path;
  return join(await realFile(dirname(path)), basename(path));
}

/** The work tree of a branch of its own has a file that names its folder. */
async function gitDirOf(root: string): Promise<string> {
  const dotGit = join(root, ".git");
  const named = /^gitdir: (.+)$/m.exec((await readText(dotGit)) ?? "")?.[1];
  return named === undefined ? dotGit : resolve(root, named.trim());
}

async function headCommitOf(commonDir: string, ref: string): Promise<string | undefined> {
  const loose = (await readText(join(commonDir, ref)))?.trim();
  if (loose !== undefined && COMMIT.test(loose)) return loose;
  const packed = (await readText(join(commonDir, "packed-refs"))) ?? "";
  return packed
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(" ")[0];
}
