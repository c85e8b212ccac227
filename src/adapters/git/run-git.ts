import { execFile } from "node:child_process";
import { join } from "node:path";
import { Fault } from "../../domain/shared/errors.ts";

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * git must not write anything, run programs that the repository configures, or fetch missing objects in a partial clone.
 */
const SAFE_OPTIONS = [
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

/** The arguments for git in a work tree. */
export const gitArguments = (root: string, args: readonly string[]): string[] => [
  `--git-dir=${join(root, ".git")}`,
  `--work-tree=${root}`,
  ...SAFE_OPTIONS,
  ...args,
];

/**
 * Runs git in a work tree, without a shell. Undefined when git is not installed; other failures are exit codes.
 * @throws Fault `unavailable` when it takes too long.
 */
export function runGit(root: string, args: readonly string[]): Promise<GitAnswer | undefined> {
  return new Promise((done, refuse) => {
    execFile(
      "git",
      gitArguments(root, args),
      {
        cwd: root,
        timeout: TIMEOUT_MS,
        killSignal: "SIGKILL",
        maxBuffer: MAX_OUTPUT_BYTES,
        windowsHide: true,
        encoding: "utf8",
      },
      (error, output) => {
        if (!error) done({ code: 0, output });
        else if (error.code === "ENOENT") done(undefined);
        else if (typeof error.code === "number") done({ code: error.code, output });
        else refuse(gitFailed(error));
      },
    );
  });
}

export function gitFailed(cause?: unknown): Fault {
  return new Fault("unavailable", "git could not report what changed in the repository.", {
    reason: "git_unavailable",
    hint: "Try again, or run git log and git status yourself.",
    cause,
  });
}
