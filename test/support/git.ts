import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, realpath, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { patientGit } from "../../src/main/git/users-git.ts";
import type { WorkTree } from "../../src/repository/git/run-git.ts";
import { folderOfTest } from "./memory.ts";
import { needs } from "./needs.ts";

/** git as in a folder of the user, however long it takes. */
export const PATIENT_GIT = patientGit(1_000);

/** A work tree of the user, in which git is used as in one where a command is typed. */
export const workTree = (root: string): WorkTree => ({ root, use: PATIENT_GIT });

export const WITH_GIT = needs(
  spawnSync("git", ["--version"]).status === 0,
  "repository",
  "git: apt-get install git",
);

export interface TestRepository {
  readonly root: string;
  git(...args: string[]): string;
  /** Writes a file; `at` is the time it is said to have been written. */
  write(path: string, text: string, at?: Date): Promise<void>;
  /** Commits everything at the given time, and returns the commit's id. */
  commit(message: string, at: Date): string;
}

/** A repository in a folder of its own or the given one, with nothing of the machine's settings. */
export async function gitRepository(folder?: string): Promise<TestRepository> {
  const root = await realpath(folder ?? (await folderOfTest()).path);
  const run = (args: readonly string[], env: Record<string, string> = {}): string =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@git.example", ...args], {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: join(root, "no-gitconfig"),
        ...env,
      },
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  run(["init", "--quiet", "--initial-branch=main"]);
  return {
    root,
    git: (...args) => run(args),
    async write(path, text, at) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
      if (at) await utimes(join(root, path), at, at);
    },
    commit(message, at) {
      run(["add", "--all"]);
      const date = at.toISOString();
      run(["commit", "--quiet", "--allow-empty", "-m", message], {
        GIT_COMMITTER_DATE: date,
        GIT_AUTHOR_DATE: date,
      });
      return run(["rev-parse", "HEAD"]);
    },
  };
}
