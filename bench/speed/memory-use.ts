import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openModelDirectory } from "../../src/recall/embedding/model-directory.ts";
import { shippedFile } from "../../src/recall/embedding/shipped-file.ts";
import { residentMb } from "../http-server-process.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { root } from "../workplace.ts";
import { startProduct } from "./product.ts";
import type { Line } from "./table.ts";

/** Resident memory after the same searches, with the model and without it. The processes are counted by Linux alone. */
export async function memoryUse(home: string, searches: number): Promise<Line[]> {
  if (process.platform !== "linux") return [];
  const withModel = await afterSearches(home, searches, "local");
  const without = await afterSearches(home, searches, "off");
  const bare = await bareRuntime(searches);
  const ratio = withModel / (bare + without);
  return [
    {
      what: "memory with the model, to the bare runtime and the server without it",
      reached: `${withModel.toFixed(0)} MB to ${bare.toFixed(0)} + ${without.toFixed(0)} MB: ${ratio.toFixed(2)} ×`,
      goal: "≤ 1.1 ×",
      kept: ratio <= 1.1,
    },
  ];
}

async function afterSearches(home: string, searches: number, embedding: string): Promise<number> {
  const server = await startProduct(home, { embedding });
  const next = madeUpDecisions(5);
  for (let i = 0; i < searches; i++) await server.search(next().statement);
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ");
  const pids = [server.pid, ...children.filter((pid) => pid !== "").map(Number)];
  const used = pids.reduce((sum, pid) => sum + residentMb(pid), 0);
  await server.end();
  return used;
}

async function bareRuntime(texts: number): Promise<number> {
  const { modelFile } = openModelDirectory(shippedFile("model") ?? "");
  const child = spawn(process.execPath, [join(root, "bench", "bare-model.mjs"), modelFile, String(texts)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const used = residentMb(child.pid as number);
  child.stdin.end();
  await once(child, "close");
  return used;
}
