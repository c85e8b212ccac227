import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";

const TIMEOUT_MS = 2_000;

/**
 * The first commit of the history, or why there is none. If there are several, the smallest id is taken, so that every
 * clone takes the same one. It uses HEAD of the main work tree, so that all work trees take the same one, too.
 */
export async function rootCommit(commonDir: string): Promise<{ sha: string } | { missing: string }> {
  const shallow = await stat(join(commonDir, "shallow")).catch(() => undefined);
  if (shallow) return { missing: "it is a shallow clone, so its first commit is unknown" };
  // `--git-dir` overrides GIT_DIR. `--missing` prevents a partial clone from fetching.
  const args = [`--git-dir=${commonDir}`, "rev-list", "--max-parents=0", "--missing=allow-any", "HEAD"];
  return new Promise((done) => {
    execFile(
      "git",
      args,
      { cwd: commonDir, timeout: TIMEOUT_MS, killSignal: "SIGKILL", windowsHide: true },
      (error, stdout) => {
        const [sha] = stdout.split("\n").filter(Boolean).sort();
        if (!error && sha !== undefined) done({ sha });
        else if (error?.code === "ENOENT")
          done({ missing: "git is not installed, so its first commit is unknown" });
        else if (error?.killed) done({ missing: "git did not find its first commit in time" });
        else done({ missing: "git finds no commit in it" });
      },
    );
  });
}
