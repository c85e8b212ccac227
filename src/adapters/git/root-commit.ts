import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";

const TIMEOUT_MS = 2_000;

/**
 * The first commit of the history, or why there is none. A history may have several: the smallest id is taken, so that
 * every clone takes the same. HEAD is the main work tree's, so that every work tree does, too.
 */
export async function rootCommit(commonDir: string): Promise<{ sha: string } | { missing: string }> {
  const shallow = await stat(join(commonDir, "shallow")).catch(() => undefined);
  if (shallow) return { missing: "its history is shallow, so its first commit is unknown" };
  // Named outright, the directory wins over GIT_DIR. `--missing` keeps a partial clone from fetching.
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
          done({ missing: "git, which knows its first commit, is not installed" });
        else if (error?.killed) done({ missing: "git did not name its first commit in time" });
        else done({ missing: "git finds no commit in it" });
      },
    );
  });
}
