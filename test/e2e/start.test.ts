import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));

const WITHOUT_NPM = [process.execPath, START] as const;
// On Windows npm is no program that could be started without a shell.
const WITH_NPM = process.platform === "win32" ? WITHOUT_NPM : (["npm", "start", "--"] as const);

/** Runs `npm start`, or what it runs, until it prints how to stop it. */
async function start(home: string, [program, ...first]: readonly [string, ...string[]] = WITHOUT_NPM) {
  const child = spawn(program, [...first, "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...PATIENT, MEMBRIA_HOME: home, MEMBRIA_EMBEDDING: "off" },
    cwd: ROOT,
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let out = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (out.includes("Ctrl-C stops it.")) resolve();
    });
  });
  child.stderr.resume();
  await ready;
  const stop = async (): Promise<number | null> => {
    const ended = once(child, "close");
    child.kill("SIGTERM");
    return (await ended)[0] as number | null;
  };
  return { out, stop };
}

it("npm start serves, makes the first key, shows it once, prints what to paste for each client, and stops with npm", async () => {
  const home = (await folderOfTest()).path;
  const first = await start(home);
  const [url = ""] = /http:\S+\/mcp/.exec(first.out) ?? [];
  const [key = ""] = /mbr_[\w-]+/.exec(first.out) ?? [];
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(response.status).toBe(200);
  for (const client of [
    "Claude Code",
    "Codex",
    "Gemini CLI",
    "Cursor",
    "VS Code",
    "Antigravity",
    "Claude Desktop",
  ])
    expect(first.out).toContain(client);
  expect(first.out).toContain(
    `claude mcp add --transport http membria ${url} --header "Authorization: Bearer ${key}"`,
  );
  expect(await first.stop()).toBe(0);

  const second = await start(home, WITH_NPM);
  expect(second.out).toContain("There are keys already.");
  expect(second.out).not.toMatch(/mbr_/);
  const [secondUrl = ""] = /http:\S+\/mcp/.exec(second.out) ?? [];
  expect((await fetch(secondUrl)).status).toBe(401);
  // Whether the shell of npm passes the signal on or not. Its pipe closes when the last process that writes to it ends.
  await second.stop();
  await expect(fetch(secondUrl)).rejects.toThrow();
});

it("npm start -- --help prints the flags of the server and starts none", async () => {
  const child = spawn(process.execPath, [START, "--help"], { stdio: ["ignore", "pipe", "inherit"] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(code).toBe(0);
  expect(out).toContain("--port");
  expect(out).not.toContain("Ctrl-C stops it.");
});
