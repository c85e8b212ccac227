import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Runs a program to its end, which is forced after `patience` milliseconds, and answers with how it ended and what it printed. */
export async function runProgram(command, args, { env, cwd, patience = 120_000 }) {
  // Some clients are a script that starts the real one, so all of the group has to end.
  const grouped = process.platform !== "win32";
  const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: grouped });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (grouped) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  }, patience);
  try {
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code, late, out, err };
  } finally {
    clearTimeout(timer);
  }
}
