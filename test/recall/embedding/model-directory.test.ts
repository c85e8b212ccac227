import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localEmbedder } from "../../../src/recall/embedding/local-embedder.ts";
import { openModelDirectory } from "../../../src/recall/embedding/model-directory.ts";
import { shippedFile } from "../../../src/recall/embedding/shipped-file.ts";
import { SHIPPED_MODEL } from "../../../src/recall/rules/model-profile.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const E5 = { _name_or_path: "intfloat/multilingual-e5-small", hidden_size: 384 };

async function fill(files: Record<string, string>): Promise<void> {
  await mkdir(folder.file("onnx"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(folder.file(name), text);
}
const e5 = (): Promise<void> =>
  fill({
    "config.json": JSON.stringify(E5),
    "tokenizer.json": "{}",
    "onnx/model_quantized.onnx": "weights".repeat(100_000),
  });
const opened = (): ReturnType<typeof openModelDirectory> => openModelDirectory(folder.path);

it("The shipped profile belongs to the model in the package", () => {
  expect(openModelDirectory(shippedFile("model") as string).identity).toBe(SHIPPED_MODEL);
});

describe("A model directory", () => {
  it("with the Hugging Face layout needs no settings; the E5 family gets its prefixes", async () => {
    await e5();
    expect(opened()).toMatchObject({
      identity: expect.stringMatching(/^multilingual-e5-small\/[0-9a-f]{12}$/),
      dimensions: 384,
      maxPieces: 256,
      pooling: "mean",
      prefixes: { query: "query: ", passage: "passage: " },
      modelFile: join(folder.path, "onnx/model_quantized.onnx"),
    });
  });

  it("may override settings in embedding.json", async () => {
    await e5();
    const recipe = {
      name: "mine",
      model: "onnx/other.onnx",
      maxPieces: 512,
      pooling: "cls",
      prefixes: { query: "Q ", passage: "" },
    };
    await fill({ "embedding.json": JSON.stringify(recipe), "onnx/other.onnx": "weights" });
    expect(opened()).toMatchObject({
      identity: expect.stringMatching(/^mine\//),
      maxPieces: 512,
      pooling: "cls",
      prefixes: { query: "Q ", passage: "" },
      modelFile: join(folder.path, "onnx/other.onnx"),
    });
  });

  it.each([
    ["the weights", { "onnx/model_quantized.onnx": `${"weights".repeat(99_999)}weightz` }],
    ["the tokenizer", { "tokenizer.json": '{"version":"1.0"}' }],
    ["the pooling", { "embedding.json": '{"pooling":"cls"}' }],
    ["a prefix", { "embedding.json": '{"prefixes":{"query":"query: ","passage":""}}' }],
    ["the cut", { "embedding.json": '{"maxPieces":128}' }],
  ])("is another model when %s change", async (_, files) => {
    await e5();
    const before = opened().identity;
    expect(opened().identity).toBe(before);
    await fill(files as unknown as Record<string, string>);
    expect(opened().identity).not.toBe(before);
  });

  it.each([
    ["nothing", {}, "config.json cannot be read"],
    ["no weights", { "config.json": JSON.stringify(E5) }, "model.onnx or onnx/model_quantized.onnx"],
    ["no tokenizer", { "config.json": JSON.stringify(E5), "model.onnx": "x" }, "tokenizer.json is missing"],
    ["a config of something else", { "config.json": "{}" }, "config.json is not valid (hidden_size"],
    ["a config that is no JSON", { "config.json": "hidden" }, "it is not JSON"],
    [
      "an unknown setting",
      { "config.json": JSON.stringify(E5), "embedding.json": '{"polling":"mean"}' },
      "embedding.json is not valid",
    ],
  ])("with %s is refused with a Fault that says so", async (_, files, message) => {
    await fill(files as unknown as Record<string, string>);
    const fault = {
      code: "unavailable",
      reason: "embedding_model",
      message: expect.stringContaining(message),
    };
    expect(opened).toThrow(expect.objectContaining(fault));
    expect(() => localEmbedder({ directory: folder.path, idleMs: 1000, log: silentLog })).toThrow(
      expect.objectContaining(fault),
    );
  });

  it("with invalid weights is a Fault for every request, and no process is left", async () => {
    await e5();
    await copyFile(join(shippedFile("model") as string, "tokenizer.json"), folder.file("tokenizer.json"));
    const embedder = localEmbedder({ directory: folder.path, idleMs: 60_000, log: silentLog });
    const answers = await Promise.allSettled([
      embedder.embed(["a"], "query"),
      embedder.embed(["b"], "passage"),
    ]);
    const fault = {
      status: "rejected",
      reason: { code: "unavailable", reason: "embedding_model", message: expect.stringContaining(".onnx") },
    };
    expect(answers).toMatchObject([fault, fault]);
    expect(embedder.describe().pid).toBeUndefined();
    await embedder.close();
  });
});
