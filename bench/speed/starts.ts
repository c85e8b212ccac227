import { join } from "node:path";
import * as esbuild from "esbuild";
import { BUNDLING } from "../../scripts/bundling.mjs";
import { PROJECT } from "../memory.ts";
import { takeTurns } from "../rounds.ts";
import { timeToExit, timeToFirstAnswer } from "../server-process.ts";
import { folder, product, root } from "../workplace.ts";
import { peerCommand } from "./peer.ts";
import { type Line, ratioLine, sampleOf, timesLine } from "./table.ts";

const OURS = "start to the answer of initialize";
const BUNDLED = "  bare: hello world on the same SDK, bundled";
const NODE = "  bare: node -e 0";
const PEER = "  peer: start to the answer of initialize";

export async function startsOn(home: string, size: number, rounds: number): Promise<Line[]> {
  const hello = join(root, "bench", "hello-server.mjs");
  await esbuild.build({ ...BUNDLING, entryPoints: [hello], outdir: folder, outExtension: { ".js": ".mjs" } });
  const peer = peerCommand(size);
  const env = { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT };
  const samples = await takeTurns(
    [
      { name: OURS, once: () => timeToFirstAnswer([product, "mcp", "serve"], env) },
      { name: BUNDLED, once: () => timeToFirstAnswer([join(folder, "hello-server.mjs")]) },
      { name: NODE, once: () => timeToExit(["-e", "0"]) },
      { name: PEER, once: () => timeToFirstAnswer(peer.args, peer.env) },
    ],
    rounds,
  );
  const of = (name: string) => sampleOf(samples, name);
  return [
    timesLine(of(OURS)),
    ratioLine("start to the bundled hello world", of(OURS), of(BUNDLED), 1.15),
    timesLine(of(BUNDLED)),
    timesLine(of(NODE)),
    timesLine(of(PEER)),
  ];
}
