import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { findFalkorDb } from "../falkordb.mjs";

/** A graph server for a team, with its files in a folder of ours. @throws where there is none to be had */
export async function startGraphServer(folder) {
  const engine = await findFalkorDb();
  if (engine.missing) throw new Error(`A memory of a team needs FalkorDB, and ${engine.missing}.`);
  mkdirSync(folder);
  const port = await freePort();
  const settings = [
    "bind 127.0.0.1",
    `port ${port}`,
    `dir "${folder}"`,
    'save ""',
    "appendonly yes",
    `loadmodule "${engine.module}"`,
  ];
  const file = join(folder, "server.conf");
  writeFileSync(file, `${settings.join("\n")}\n`);
  const [program, ...first] = engine.command;
  const child = spawn(program, [...first, file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...engine.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        said += data;
        if (said.includes("Ready to accept connections")) resolve();
      });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`FalkorDB ended with ${code}:\n${said}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
