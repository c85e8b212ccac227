import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { BUNDLING } from "../scripts/bundling.mjs";
import { growMemory, PROJECT } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns } from "./rounds.ts";
import { timeToExit, timeToFirstAnswer, timeToTools } from "./server-process.ts";
import { folder, product, root, smoke } from "./workplace.ts";

const ROUNDS = smoke ? 1 : 25;
const DECISIONS = smoke ? 10 : 1_000;

const hello = join(root, "bench", "hello-server.mjs");
await esbuild.build({ ...BUNDLING, entryPoints: [hello], outdir: folder, outExtension: { ".js": ".mjs" } });
const bundledHello = join(folder, "hello-server.mjs");

const peer = createRequire(join(root, "package.json")).resolve(
  "@modelcontextprotocol/server-memory/dist/index.js",
);
const ofPeer = { MEMORY_FILE_PATH: join(folder, "peer.jsonl") };

const grown = join(folder, "grown");
await growMemory(grown, DECISIONS, 1);

const serving = [product, "mcp", "serve"];
const at = (home: string): NodeJS.ProcessEnv => ({
  MEMBRIA_HOME: home,
  MEMBRIA_PROJECT: PROJECT,
  NODE_DISABLE_COMPILE_CACHE: "",
});
/** As after an installation: nothing that was compiled is kept. */
const first = (home: string): NodeJS.ProcessEnv => ({ ...at(home), NODE_DISABLE_COMPILE_CACHE: "1" });

const NODE = "node -e 0";
const HELLO = "hello world";
const BUNDLED = "hello world, bundled";
const PEER = "@modelcontextprotocol/server-memory";
const NEW = "membria, first start, new memory";
const FIRST = `membria, first start, ${DECISIONS} decisions`;
const LATER = `membria, later starts, ${DECISIONS} decisions`;

// What a first start compiles is kept when it ends.
await timeToTools(serving, at(grown));

const answers = await takeTurns(
  [
    { name: NODE, once: () => timeToExit(["-e", "0"]) },
    { name: HELLO, once: () => timeToFirstAnswer([hello]) },
    { name: BUNDLED, once: () => timeToFirstAnswer([bundledHello]) },
    { name: PEER, once: () => timeToFirstAnswer([peer], ofPeer) },
    { name: NEW, once: () => timeToFirstAnswer(serving, first(mkdtempSync(join(folder, "home-")))) },
    { name: FIRST, once: () => timeToFirstAnswer(serving, first(grown)) },
    { name: LATER, once: () => timeToFirstAnswer(serving, at(grown)) },
  ],
  ROUNDS,
);
chart("From the start of the process to the answer of initialize", answers, BUNDLED);
judge(answers, [
  { what: "later starts to the bundled hello world", of: LATER, to: BUNDLED, atMost: 1.15 },
  { what: "later starts to the peer", of: LATER, to: PEER, atMost: 1 },
  { what: "first start to the hello world", of: FIRST, to: HELLO, atMost: 1.1 },
  { what: "first start on a new memory to the hello world", of: NEW, to: HELLO, atMost: 1.1 },
]);

const tools = await takeTurns(
  [
    { name: BUNDLED, once: () => timeToTools([bundledHello]) },
    { name: PEER, once: () => timeToTools([peer], ofPeer) },
    { name: FIRST, once: () => timeToTools(serving, first(grown)) },
    { name: LATER, once: () => timeToTools(serving, at(grown)) },
  ],
  ROUNDS,
);
chart("To the answer of tools/list, which clients ask for next", tools, BUNDLED);
