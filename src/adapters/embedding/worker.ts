import { type Encoder, loadEncoder } from "./encoder.ts";
import type { FromProcess, ToProcess } from "./messages.ts";

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
