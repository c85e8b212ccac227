import { chmod, lstat, readFile, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  GIT_HOOKS,
  type GitHook,
  type HookState,
  type RepositoryHooks,
} from "../../domain/repository/repository-hooks.ts";
import type { WholeFiles } from "../../domain/shared/whole-files.ts";
import { hasBlock, withBlock, withoutBlock } from "./hook-block.ts";
import { runGit } from "./run-git.ts";

const EXECUTABLE = 0o111;

/** `findRoot` returns the top of the work tree. */
export function repositoryHooks(
  findRoot: () => Promise<string | undefined>,
  files: WholeFiles,
): RepositoryHooks {
  const each = async (
    work: (hook: GitHook, path: string) => Promise<HookState>,
  ): Promise<readonly HookState[] | undefined> => {
    const folder = await hooksFolder(await findRoot());
    if (folder === undefined) return undefined;
    const states: HookState[] = [];
    for (const hook of GIT_HOOKS) states.push(await work(hook, join(folder, hook)));
    return states;
  };
  return {
    states: () => each(stateOf),
    install: (command) => each((hook, path) => installHook(hook, path, command, files)),
    remove: () => each((hook, path) => removeHook(hook, path, files)),
  };
}

/** Where git looks for them: in a folder of the repository, or in the one that is configured. */
async function hooksFolder(root: string | undefined): Promise<string | undefined> {
  if (root === undefined) return undefined;
  const answer = await runGit(root, ["rev-parse", "--git-path", "hooks"]);
  const folder = answer?.code === 0 ? answer.output.replace(/\n$/, "") : "";
  return folder === "" ? undefined : resolve(root, folder);
}

interface HookFile {
  readonly text: string;
  readonly mode: number;
}

/** Undefined if there is none; or why nothing is written there. */
async function hookFile(path: string): Promise<HookFile | { readonly left: string } | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  if (!found.isFile()) return { left: "It is a link or no file, so something else manages it." };
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? { left: "It cannot be read." } : { text, mode: found.mode & 0o777 };
}

const kindOf = (text: string): HookState["state"] =>
  !hasBlock(text) ? "other" : withoutBlock(text) === undefined ? "ours" : "joined";

async function stateOf(hook: GitHook, path: string): Promise<HookState> {
  const file = await hookFile(path);
  if (!file) return { hook, path, state: "missing" };
  return "left" in file ? { hook, path, state: "other", ...file } : { hook, path, state: kindOf(file.text) };
}

async function installHook(
  hook: GitHook,
  path: string,
  command: readonly string[],
  files: WholeFiles,
): Promise<HookState> {
  const file = await hookFile(path);
  if (file && "left" in file) return { hook, path, state: "other", ...file };
  if (file && (file.mode & EXECUTABLE) === 0 && !hasBlock(file.text))
    return { hook, path, state: "other", left: "It is not executable, so git does not run it." };
  const text = withBlock(file?.text, command);
  if (text === undefined)
    return { hook, path, state: "other", left: "It is no script of a shell that a command can be added to." };
  if (text !== file?.text) {
    await files.makeFolder(dirname(path));
    await write(path, text, files);
    if (!file) await chmod(path, 0o755);
  }
  return { hook, path, state: kindOf(text) };
}

async function removeHook(hook: GitHook, path: string, files: WholeFiles): Promise<HookState> {
  const file = await hookFile(path);
  if (!file) return { hook, path, state: "missing" };
  if ("left" in file) return { hook, path, state: "other", ...file };
  if (!hasBlock(file.text)) return { hook, path, state: "other" };
  const rest = withoutBlock(file.text);
  if (rest === undefined) await unlink(path);
  else await write(path, rest, files);
  return { hook, path, state: rest === undefined ? "missing" : "other" };
}

/** A file that is there keeps its permissions. */
async function write(path: string, text: string, files: WholeFiles): Promise<void> {
  const draft = await files.openDraft(path, "ordinary");
  try {
    await draft.write(text);
    await draft.publish();
  } finally {
    await draft.abandon();
  }
}
