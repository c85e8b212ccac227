import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { folderOfTest } from "../support/memory.ts";

const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));

/** Runs `npm start` without npm, until it prints how to stop it. */
async function start(home: string, ...flags: string[]) {
  const child = spawn(process.execPath, [START, "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, MEMBRIA_HOME: home, MEMBRIA_EMBEDDING: "off" },
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

it("npm start serves, makes the first key, shows it once, and prints what to paste for each client", async () => {
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

  const second = await start(home);
  expect(second.out).toContain("There are keys already.");
  expect(second.out).not.toMatch(/mbr_/);
  expect(await second.stop()).toBe(0);
}, 120_000);

it("npm start -- --help prints the flags of the server and starts none", async () => {
  const child = spawn(process.execPath, [START, "--help"], { stdio: ["ignore", "pipe", "inherit"] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(code).toBe(0);
  expect(out).toContain("--port");
  expect(out).not.toContain("Ctrl-C stops it.");
}, 120_000);
