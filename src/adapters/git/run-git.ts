import { execFile } from "node:child_process";
import { join } from "node:path";
import { Fault } from "../../domain/shared/errors.ts";

const TIMEOUT_MS = 5_000;
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Named outright, the repository wins over GIT_DIR. Nothing is written, nothing of the repository's own is started, and
 * a partial clone does not fetch what it lacks.
 */
const CAREFULLY = [
  "--no-optional-locks",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "log.showSignature=false",
  "-c",
  "i18n.logOutputEncoding=UTF-8",
  "-c",
  "protocol.allow=never",
];

export interface GitAnswer {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs git in a work tree, without a shell. Undefined when git is not installed; other failures are exit codes.
 * @throws Fault `unavailable` when it takes too long.
 */
export function runGit(root: string, args: readonly string[]): Promise<GitAnswer | undefined> {
  const repository = [`--git-dir=${join(root, ".git")}`, `--work-tree=${root}`];
  return new Promise((done, refuse) => {
    execFile(
      "git",
      [...repository, ...CAREFULLY, ...args],
      {
        cwd: root,
        timeout: TIMEOUT_MS,
        killSignal: "SIGKILL",
        maxBuffer: MOST_OUTPUT,
        windowsHide: true,
        encoding: "utf8",
      },
      (error, output) => {
        if (!error) done({ code: 0, output });
        else if (error.code === "ENOENT") done(undefined);
        else if (typeof error.code === "number") done({ code: error.code, output });
        else refuse(unanswered(error));
      },
    );
  });
}

export function unanswered(cause?: unknown): Fault {
  return new Fault("unavailable", "git did not say what changed in the repository.", {
    reason: "git_unavailable",
    hint: "Try again, or ask git yourself: git log, git status.",
    cause,
  });
}
