import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Checkout, Commit, FileChange } from "../../shared/ports.ts";
import { gitChanges } from "./changes.ts";
import { gitHistory } from "./history.ts";
import { gitFailed, runGit, type WorkTree } from "./run-git.ts";

const WHOLE_TREE = ".";

/** Distinguishes a commit from a file name in the output. With `-z` each entry ends in a NUL. */
const MARK = "\x01";

const COMMITS = ["log", "-z", "--format=%x01%H%x1f%ct%x1f%s"];

/** How many git processes run at the same time. */
const MAX_PARALLEL = 8;

interface ReadableTree {
  readonly tree: WorkTree;
  readonly head: Commit;
}

/** Uses the `git` program. `findTree` is called once. */
export function gitCheckout(findTree: () => Promise<WorkTree | undefined>): Checkout {
  let found: Promise<WorkTree | undefined> | undefined;
  const treeOnce = (): Promise<WorkTree | undefined> => {
    found ??= findTree();
    return found;
  };

  const readHistory = async (): Promise<ReadableTree | undefined> => {
    const tree = await treeOnce();
    if (!tree) return undefined;
    const answer = await runGit(tree, [...COMMITS, "--max-count=1", "HEAD"]);
    const [head] = answer?.code === 0 ? commitsIn(answer.output) : [];
    return head && { tree, head };
  };
  let reading: ReturnType<typeof readHistory> | undefined;
  /** The work tree and its HEAD, if git can read its history. Who asks at the same time shares the answer. */
  const history = (): ReturnType<typeof readHistory> => {
    reading ??= readHistory().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    ...gitHistory(treeOnce),
    ...gitChanges(treeOnce),
    root: async () => (await treeOnce())?.root,
    head: async () => (await history())?.head,

    async commitsSince(since, limit, from) {
      const at = await history();
      if (!at) return { commits: [], total: 0 };
      const range = await rangeOf(at.tree, since, from);
      const total = Number(await ask(at.tree, ["rev-list", "--count", ...range]));
      const log = total === 0 ? "" : await ask(at.tree, [...COMMITS, `--max-count=${limit}`, ...range]);
      return { commits: commitsIn(log), total };
    },

    async changesSince(since, paths, from) {
      const at = await history();
      const inside = at ? await insidePaths(at.tree.root, paths) : [];
      if (!at || inside.length === 0) return [];
      const range = await rangeOf(at.tree, since, from);
      const [committed, uncommitted] = await Promise.all([
        committedFiles(at.tree, range, inside),
        uncommittedFiles(at.tree, inside),
      ]);
      const changes = await Promise.all(
        inside.map((path) => changeOf(at.tree.root, path, since, committed, uncommitted)),
      );
      return changes.filter((change): change is FileChange => change !== undefined);
    },

    async goneCommits(ids) {
      const at = await history();
      if (!at) return [];
      const shallow = (await ask(at.tree, ["rev-parse", "--is-shallow-repository"])).trim() === "true";
      const isGone = async (id: string): Promise<boolean> => {
        if (!/^[0-9a-f]{4,64}$/i.test(id)) return false;
        const answer = await runGit(at.tree, ["merge-base", "--is-ancestor", id, "HEAD"]);
        // A shallow clone may not know the commit although it exists.
        return answer?.code === 1 || (answer?.code === 128 && !shallow);
      };
      const gone: string[] = [];
      for (let i = 0; i < ids.length; i += MAX_PARALLEL) {
        const some = ids.slice(i, i + MAX_PARALLEL);
        const answers = await Promise.all(some.map(isGone));
        gone.push(...some.filter((_, n) => answers[n]));
      }
      return gone;
    },
  };
}

async function ask(tree: WorkTree, args: readonly string[]): Promise<string> {
  const answer = await runGit(tree, args);
  if (answer?.code === 0) return answer.output;
  throw gitFailed();
}

/** From a commit on if it still exists, otherwise by commit time, which git keeps in seconds. */
async function rangeOf(tree: WorkTree, since: Date, from: string | undefined): Promise<string[]> {
  if (from !== undefined && /^[0-9a-f]{4,64}$/i.test(from)) {
    const known = await runGit(tree, ["cat-file", "-e", `${from}^{commit}`]);
    if (known?.code === 0) return [`${from}..HEAD`];
  }
  const seconds = new Date(Math.ceil(since.getTime() / 1000) * 1000);
  return [`--since=${seconds.toISOString().replace(".000Z", "Z")}`, "HEAD"];
}

const commitsIn = (log: string): Commit[] =>
  log
    .split("\0")
    .filter((entry) => entry.startsWith(MARK))
    .map(commitOf);

function commitOf(entry: string): Commit {
  const [id = "", seconds, ...subject] = entry.slice(MARK.length).split("\x1f");
  return { id, at: new Date(Number(seconds) * 1000), subject: subject.join(" ") };
}

/** Paths relative to the repository, without duplicates and without those outside of it. */
async function insidePaths(root: string, paths: readonly string[]): Promise<string[]> {
  const inside = await Promise.all(
    paths
      .filter((path) => !path.includes("\0"))
      .map(async (path) => {
        const named = resolve(root, path);
        return pathWithin(root, named) ?? pathWithin(root, await realpath(named).catch(() => named));
      }),
  );
  return [...new Set(inside.filter((path): path is string => path !== undefined))];
}

function pathWithin(root: string, absolute: string): string | undefined {
  const path = relative(root, absolute);
  const outside = path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return outside ? undefined : path.replaceAll(sep, "/") || WHOLE_TREE;
}

/** Every file that the commits changed, with the last such commit. */
async function committedFiles(
  tree: WorkTree,
  range: readonly string[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, Commit>> {
  const log = await ask(tree, [...COMMITS, "--name-only", "--no-renames", ...range, "--", ...paths]);
  const files = new Map<string, Commit>();
  let commit: Commit | undefined;
  for (const entry of log.split("\0")) {
    const name = entry.replace(/^\n/, "");
    if (entry.startsWith(MARK)) commit = commitOf(entry);
    else if (name && commit && !files.has(name)) files.set(name, commit);
  }
  return files;
}

/** Files that differ from the last commit, including untracked folders. */
async function uncommittedFiles(tree: WorkTree, paths: readonly string[]): Promise<readonly string[]> {
  const status = await ask(tree, [
    "status",
    "--porcelain=v1",
    "-z",
    "--no-renames",
    "--ignore-submodules=dirty",
    "--",
    ...paths,
  ]);
  return status
    .split("\0")
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3));
}

async function changeOf(
  root: string,
  path: string,
  since: Date,
  committed: ReadonlyMap<string, Commit>,
  uncommitted: readonly string[],
): Promise<FileChange | undefined> {
  const belongs = (file: string): boolean =>
    path === WHOLE_TREE || file === path || file.startsWith(`${path}/`);
  const kind = (await stat(join(root, path)).catch(() => undefined)) ? "changed" : "deleted";
  // git lists an untracked folder instead of the files in it.
  const candidates = uncommitted.flatMap((file) =>
    belongs(file) ? [file] : file.endsWith("/") && path.startsWith(file) ? [path] : [],
  );
  for (const file of new Set(candidates)) {
    if (await touchedAfter(join(root, file), since)) return { path, kind };
  }
  const last = [...committed]
    .filter(([file]) => belongs(file))
    .sort(([, a], [, b]) => b.at.getTime() - a.at.getTime());
  return last[0] && { path, kind, commit: last[0][1] };
}

/** Whether the file changed after this time. A deleted file has no time and counts as changed. */
async function touchedAfter(path: string, since: Date): Promise<boolean> {
  const file = await stat(path).catch(() => undefined);
  return file === undefined || file.mtimeMs > since.getTime();
}
