import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runSession } from "./run-session.mjs";

const RECORDER = fileURLToPath(new URL("recorder-hook.mjs", import.meta.url));
const PROBE = fileURLToPath(new URL("probe-server.mjs", import.meta.url));

/**
 * Runs the session of a recording, with a recorder as the hook of every event and a probe as its server. `outputs` says what the
 * hook of an event prints. Answers with what the session answered, and with what hooks and server wrote down.
 */
export async function recordSession(recording, { outputs = {}, keep = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "membria-hooks-"));
  const [home, repo] = [join(folder, "home"), join(folder, "repo")];
  const [calls, probe] = [join(folder, "calls.jsonl"), join(folder, "probe.jsonl")];
  try {
    await mkdir(home);
    await mkdir(repo);
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: repo });
    await writeFile(join(repo, "notes.txt"), "one\n");
    const hook = (event) => {
      const output = Buffer.from(outputs[event] ?? "").toString("base64");
      return [process.execPath, RECORDER, calls, event, ...(output ? [output] : [])].join(" ");
    };
    const server = { command: process.execPath, args: [PROBE, probe] };
    const context = { hook, server, home, repo, calls, outputs };
    const session = await runSession({
      client: recording.client,
      home,
      repo,
      settings: recording.settings(context),
      prompts: recording.prompts,
      model: recording.steps(context),
      flags: recording.flags?.(context) ?? [],
    });
    return { ...session, folder, home, repo, calls: await lines(calls), server: await lines(probe) };
  } finally {
    if (keep) console.log(`Kept: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

async function lines(file) {
  if (!existsSync(file)) return [];
  return (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
