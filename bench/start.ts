import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { BUNDLING } from "../scripts/bundling.mjs";
import { growMemory, PROJECT } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns } from "./rounds.ts";
import { timeToExit, timeToFirstAnswer } from "./server-process.ts";
import { folder, product, root, smoke } from "./workplace.ts";

const ROUNDS = smoke ? 1 : 25;
const DECISIONS = smoke ? 10 : 1_000;

const hello = join(root, "bench", "hello-server.mjs");
await esbuild.build({ ...BUNDLING, entryPoints: [hello], outdir: folder, outExtension: { ".js": ".mjs" } });
const bundledHello = join(folder, "hello-server.mjs");

const grown = join(folder, "grown");
await growMemory(grown, DECISIONS, 1);

const membria = (home: string): Promise<number> =>
  timeToFirstAnswer([product, "mcp", "serve"], { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT });

const NODE = "node -e 0";
const HELLO = "hello world";
const BUNDLED = "hello world, bundled";
const FRESH = "membria, new memory";
const GROWN = `membria, ${DECISIONS} decisions`;

const samples = await takeTurns(
  [
    { name: NODE, once: () => timeToExit(["-e", "0"]) },
    { name: HELLO, once: () => timeToFirstAnswer([hello]) },
    { name: BUNDLED, once: () => timeToFirstAnswer([bundledHello]) },
    { name: FRESH, once: () => membria(mkdtempSync(join(folder, "home-"))) },
    { name: GROWN, once: () => membria(grown) },
  ],
  ROUNDS,
);
chart("From the start of the process to the answer of initialize", samples, HELLO);
judge(samples, [
  { what: "start on an existing memory to the hello world", of: GROWN, to: HELLO, atMost: 1.1 },
  { what: "start on a new memory to the hello world", of: FRESH, to: HELLO, atMost: 1.1 },
]);
