import { spawn } from "node:child_process";
import { gitArguments, gitFailed } from "./run-git.ts";

/**
 * What git writes, piece by piece as it comes: a history may be longer than fits into memory, and takes as long as it takes.
 * Ends git if nobody reads on. Nothing if git is not installed or refuses.
 */
export async function* streamGit(
  root: string,
  args: readonly string[],
  input?: string,
): AsyncGenerator<Buffer, void> {
  const child = spawn("git", gitArguments(root, args), {
    cwd: root,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve(undefined) : reject(gitFailed(error)),
    );
    child.once("close", (code) => resolve(code ?? undefined));
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
