import { execFile, spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter, dirname, parse } from "node:path";
import { Fault } from "../../shared/errors.ts";

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

interface GitAnswer {
  readonly code: number;
  readonly output: string;
}

/** What `child_process` is given to start git. */
interface GitStart {
  readonly args: string[];
  readonly options: {
    readonly cwd: string;
    readonly env: Record<string, string | undefined>;
    readonly windowsHide: true;
  };
}

/** These never read the contents of the work tree, so they need no filter. All others may. */
const WITHOUT_FILTERS: ReadonlySet<string | undefined> = new Set([
  "cat-file",
  "config",
  "log",
  "ls-files",
  "merge-base",
  "rev-list",
  "rev-parse",
]);

/**
 * The only way to start git: where it may be started, in a clean environment, with nothing that the repository
 * configures to be run. @throws Fault where it may not.
 */
async function prepareGit(tree: WorkTree, args: readonly string[]): Promise<GitStart> {
  const refused = await tree.use.refusal?.(tree.root);
  if (refused) throw refused;
  const filters = WITHOUT_FILTERS.has(args[0]) ? {} : await filtersOff(tree);
  return {
    args: [...safeOptions(tree.root, filters), ...args],
    options: { cwd: SAFE_FOLDER, env: safeEnvironment(tree.root, tree.use.env()), windowsHide: true },
  };
}

/**
 * Filters have names, which attributes in the work tree refer to, and no setting is for all of them. So each that is
 * configured anywhere is replaced by none, right before the command that would run it.
 */
async function filtersOff(tree: WorkTree): Promise<Record<string, string>> {
  const answer = await runGit(tree, ["config", "--null", "--name-only", "--get-regexp", "^filter\\."]);
  if (answer && answer.code > 1) throw gitFailed();
  const keys = answer?.code === 0 ? answer.output.split("\0") : [];
  // `filter.clean` belongs to no filter, and `filter..clean` to one whose name is empty.
  const names = new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []));
  const other = [...names].find((name) => /[=\uFFFD]/.test(name));
  if (other !== undefined) throw unstoppableFilter(tree.root, other);
  return Object.fromEntries(
    [...names].flatMap((name) => [
      [`filter.${name}.clean`, ""],
      [`filter.${name}.smudge`, ""],
      [`filter.${name}.process`, ""],
      [`filter.${name}.required`, "false"],
    ]),
  );
}

/**
 * Runs git in a work tree, without a shell. Undefined when git is not installed; other failures are exit codes.
 * @throws Fault `unavailable` when it takes too long, or may not be run there.
 */
export async function runGit(
  tree: WorkTree,
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<GitAnswer | undefined> {
  const start = await prepareGit(tree, args);
  return new Promise((done, refuse) => {
    execFile(
      "git",
      start.args,
      {
        ...start.options,
        timeout: timeoutMs * (tree.use.patience ?? 1),
        killSignal: "SIGKILL",
        maxBuffer: MAX_OUTPUT_BYTES,
        encoding: "utf8",
      },
      (error, output, said) => {
        if (!error) done({ code: 0, output });
        else if (error.code === "ENOENT") done(undefined);
        else if (typeof error.code !== "number") refuse(gitFailed(error));
        else if (isOwnerRefusal(error.code, said)) refuse(foreignFolder(tree.root));
        else done({ code: error.code, output });
      },
    );
  });
}

/**
 * git takes a setting apart at the first `=`, and bytes that are not UTF-8 became another character when they were read: git
 * would be told of another filter, and leave this one on.
 */
function unstoppableFilter(root: string, received: string): Fault {
  const why = received.includes("=") ? "has a =" : "is not UTF-8";
  return new Fault(
    "unavailable",
    `git was not used in ${root}, because a filter is configured there that cannot be switched off: its name ${why}.`,
    { received, reason: "git_unstoppable_filter", hint: "Give the filter another name." },
  );
}

export function gitFailed(cause?: unknown): Fault {
  return new Fault("unavailable", "git could not report what changed in the repository.", {
    reason: "git_unavailable",
    hint: "Try again, or run git log and git status yourself.",
    cause,
  });
}

/** How git is used. Only the program that was started knows, so every work tree comes with it. */
export interface GitUse {
  /** The environment that the program was started with. */
  env(): Readonly<Record<string, string | undefined>>;
  /** How many times longer than usual it may take. */
  readonly patience?: number | undefined;
  /** Why git is not started in a work tree, if it is not. Those of other users git refuses by itself. */
  refusal?(root: string): Promise<Fault | undefined>;
}

/** The top of a work tree, as a real path, with how git is used in it. */
export interface WorkTree {
  readonly root: string;
  readonly use: GitUse;
}

/**
 * What a repository can configure to be run, switched off. git passes it on to the processes that it starts itself. What
 * is not here has no fixed name (`filter.*`, see `run-git.ts`) or is switched off by an option of its command (`diff`,
 * `blame`), and what only fetching could reach is refused with every protocol below.
 */
const SAFE_SETTINGS: Readonly<Record<string, string>> = {
  // Empty, because before git 2.36 every other value was a program.
  "core.fsmonitor": "",
  "core.hooksPath": devNull,
  "core.alternateRefsCommand": "",
  "core.askPass": "",
  "core.editor": "",
  "core.pager": "",
  "core.sshCommand": "",
  // An empty one takes back those before it.
  "credential.helper": "",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "log.showSignature": "false",
  // A work tree may have a pipe in its place, which git would wait for.
  "log.mailmap": "false",
  // A folder whose .git is none may itself have the files of a repository, with a configuration among them.
  "safe.bareRepository": "explicit",
  "status.submoduleSummary": "false",
  "submodule.recurse": "false",
  // What we read is UTF-8.
  "i18n.logOutputEncoding": "UTF-8",
  "protocol.allow": "never",
};

const SAFE_VARIABLES = {
  // It counts before all that a repository says of single protocols. There is none of this name.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "1",
  // For the message by which a refusal is known.
  LC_ALL: "C",
};

/** They name the configuration of the user, whose `safe.directory` counts, and where git is installed. */
const KEPT_VARIABLES = /^GIT_(CONFIG_.*|EXEC_PATH)$/;

/** What comes before the command: the work tree, and settings that count before those of its repository. */
const safeOptions = (root: string, settings: Readonly<Record<string, string>> = {}): string[] => [
  "--no-pager",
  // git has to find the repository by itself: it checks no owner of one that it is told.
  "-C",
  root,
  `--work-tree=${root}`,
  ...Object.entries({ ...SAFE_SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

/** Without what git left for a hook that we run in, such as GIT_DIR and GIT_INDEX_FILE. */
function safeEnvironment(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLES.test(name));
  return {
    ...Object.fromEntries(kept),
    ...SAFE_VARIABLES,
    // A work tree without a usable repository is not part of one around it.
    GIT_CEILING_DIRECTORIES: dirname(root).split(delimiter).length === 1 ? dirname(root) : "",
  };
}

/** Windows looks for a program in the working directory first, and there could be a git in a work tree. */
const SAFE_FOLDER = parse(process.execPath).root;

/** git names the setting in what it says about a repository of another user, in all versions. */
const isOwnerRefusal = (code: number | null, said: string): boolean =>
  code === 128 && said.includes("safe.directory");

function foreignFolder(root: string): Fault {
  return new Fault(
    "unavailable",
    `git does not trust the folder ${root}, because it or its .git belongs to another user, so git was not used there.`,
    {
      reason: "git_untrusted_folder",
      hint: `If you trust it, tell git so: git config --global --add safe.directory '${root.replaceAll("'", "'\\''")}'`,
    },
  );
}

/** More than git says about why it refuses. */
const MOST_SAID = 4_000;

/**
 * What git writes, piece by piece as it comes: a history may be longer than fits into memory, and takes as long as it takes.
 * Ends git if nobody reads on. Nothing if git is not installed or fails. @throws Fault where git may not be run.
 */
export async function* streamGit(
  tree: WorkTree,
  args: readonly string[],
  input?: string,
): AsyncGenerator<Buffer, void> {
  const start = await prepareGit(tree, args);
  const child = spawn("git", start.args, {
    ...start.options,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(0, MOST_SAID);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve() : reject(gitFailed(error)),
    );
    child.once("close", (code) =>
      isOwnerRefusal(code, said) ? reject(foreignFolder(tree.root)) : resolve(),
    );
  });
  ended.catch(() => {});
  // git may end before it has read all of it.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk;
    await ended;
  } finally {
    child.kill("SIGKILL");
  }
}

/** The pieces between NULs. */
export async function* untilNul(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString("utf8");
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString("utf8");
}
