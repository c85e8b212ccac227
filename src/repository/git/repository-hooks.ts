import { chmod, lstat, readFile, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { WholeFiles } from "../../shared/whole-files.ts";
import { runGit, type WorkTree } from "./run-git.ts";

const EXECUTABLE = 0o111;

export function repositoryHooks(
  findTree: () => Promise<WorkTree | undefined>,
  files: WholeFiles,
): RepositoryHooks {
  const each = async (
    work: (hook: GitHook, path: string) => Promise<HookState>,
  ): Promise<readonly HookState[] | undefined> => {
    const folder = await hooksFolder(await findTree());
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

/** Where git looks for them: in the folder that is configured, or in one of the repository. */
async function hooksFolder(tree: WorkTree | undefined): Promise<string | undefined> {
  if (!tree) return undefined;
  const ask = async (...args: string[]): Promise<string[]> => {
    const answer = await runGit(tree, args);
    return answer?.code === 0 ? answer.output.split(/[\n\0]/).filter((line) => line !== "") : [];
  };
  // The last one is ours, which keeps git from running any of them.
  const configured = (await ask("config", "--null", "--type=path", "--get-all", "core.hooksPath")).at(-2);
  if (configured !== undefined) return resolve(tree.root, configured);
  const [shared] = await ask("rev-parse", "--git-common-dir");
  return shared === undefined ? undefined : resolve(tree.root, shared, "hooks");
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

const BEGIN = "# >>> membria: reads what is new here, in the background";
const END = "# <<< membria";
const SHELL = /^#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?(?:sh|bash|dash|zsh|ksh|ash)\b[^\n]*\n/;
const BLOCK = new RegExp(`^${BEGIN}\\n[^]*?^${END}\\n`, "m");

/** What a file of our own begins with. */
const OWN_BEGINNING = "#!/bin/sh\n";

/** Half of a rebase is nothing to read. */
const blockOf = (command: readonly string[]): string =>
  [
    BEGIN,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
    'if [ ! -d "${GIT_DIR:-.git}/rebase-merge" ] && [ ! -d "${GIT_DIR:-.git}/rebase-apply" ]; then',
    `  (${command.map(quoted).join(" ")} </dev/null >/dev/null 2>&1 &) >/dev/null 2>&1`,
    "fi",
    END,
    "",
  ].join("\n");

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const hasBlock = (text: string): boolean => BLOCK.test(text);

/** The text of a hook with our command first, since others may end it. Undefined if it is no script of a shell. */
export function withBlock(text: string | undefined, command: readonly string[]): string | undefined {
  const block = blockOf(command);
  if (text === undefined) return `${OWN_BEGINNING}${block}`;
  if (hasBlock(text)) return text.replace(BLOCK, () => block);
  const [beginning] = SHELL.exec(text) ?? [];
  return beginning === undefined ? undefined : `${beginning}${block}${text.slice(beginning.length)}`;
}

/** The text without it; undefined if nothing else is in the file. */
export function withoutBlock(text: string): string | undefined {
  const rest = text.replace(BLOCK, "");
  return rest === OWN_BEGINNING ? undefined : rest;
}

/** The hooks of git that say that there is something new to read. */
const GIT_HOOKS = ["post-commit", "post-merge"] as const;
type GitHook = (typeof GIT_HOOKS)[number];

/** What became of one of them, or what it is. */
export interface HookState {
  readonly hook: GitHook;
  readonly path: string;
  /** `ours`: the file has nothing else. `joined`: it has more. `other`: it has nothing of ours. */
  readonly state: "missing" | "ours" | "joined" | "other";
  /** Why it was left as it is. */
  readonly left?: string | undefined;
}

/** The hooks of the repository that the work is in. Files of others keep what they have, byte by byte. */
export interface RepositoryHooks {
  /** Undefined outside a repository. */
  states(): Promise<readonly HookState[] | undefined>;
  /** Adds the command to each hook, so that git runs it beside what else is there and does not wait for it. */
  install(command: readonly string[]): Promise<readonly HookState[] | undefined>;
  /** Takes it out again, and a file that has nothing else with it. */
  remove(): Promise<readonly HookState[] | undefined>;
}
