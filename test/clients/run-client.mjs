import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const PATIENCE_MS = 90_000;

/** Runs a client to its end and answers with what it printed. @throws when it fails or takes too long. */
export async function runClient(command, args, { env = process.env, cwd } = {}) {
  const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  try {
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (code === 0) return out;
    throw new Error(`${[command, ...args].join(" ")} ended with ${code ?? "a signal"}:\n${out}${err}`);
  } finally {
    clearTimeout(timer);
  }
}
