import { setFlagsFromString } from "node:v8";
import type { FromProcess, ToProcess } from "./embedding-process.ts";
import { type Encoder, loadEncoder } from "./encoder.ts";

// The work is in native code: compiling the little around it for speed costs 8 MB. An unknown flag does nothing here.
setFlagsFromString("--optimize-for-size");

/** The program of the embedding process, which `embedding-process.ts` starts. */
let encoder: Encoder | undefined;

async function answer(message: ToProcess): Promise<FromProcess> {
  try {
    if ("load" in message) {
      encoder = await loadEncoder(message.load);
      return { loaded: { runtime: encoder.runtime, skippedRuntimes: encoder.skippedRuntimes } };
    }
    if (encoder === undefined) return { failed: "no model was loaded" };
    return { vector: await encoder.encode(message.text) };
  } catch (error) {
    return { failed: String(error) };
  }
}

process.on("message", (message: ToProcess) => {
  void answer(message).then((reply) => process.send?.(reply));
});
// End with the server, however it ended.
process.on("disconnect", () => process.exit());
// A terminal sends the signal to both processes; the server decides when this one ends.
process.on("SIGINT", () => {});
