// The runtime with the model and nothing else: what a process needs at least that embeds texts.
import { createInterface } from "node:readline";
import ort from "onnxruntime-node";

const [, , modelFile, texts] = process.argv;
const session = await ort.InferenceSession.create(modelFile, {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
});
const PIECES = 24;
const tensor = (value) => new ort.Tensor("int64", new BigInt64Array(PIECES).fill(value), [1, PIECES]);
for (let i = 0; i < Number(texts); i++) {
  await session.run({
    input_ids: tensor(2_000n),
    attention_mask: tensor(1n),
    token_type_ids: tensor(0n),
  });
}
console.log("ready");
createInterface({ input: process.stdin }).once("close", () => process.exit());
