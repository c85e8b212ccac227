import { beforeAll, describe, expect, it } from "vitest";
import { type Encoder, loadEncoder, OPENERS, type OpenModel } from "../../../src/recall/embedding/encoder.ts";
import { openModelDirectory } from "../../../src/recall/embedding/model-directory.ts";
import { shippedFile } from "../../../src/recall/embedding/shipped-file.ts";
import { normalised, poolTokens } from "../../../src/recall/embedding/vector.ts";

const TEXTS = [
  "Use PostgreSQL for the order service.",
  "We chose a message queue over polling, because polling made the database slow.",
  "Sessions are kept in signed cookies. The server stays without state, so that it can be restarted at any time.",
  "Deploy from the main branch only; hotfixes go through the same pipeline.",
  "Why did we stop using microservices?",
];

const model = openModelDirectory(shippedFile("model") as string);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const failing =
  (error: Error): OpenModel =>
  () =>
    Promise.reject(error);

describe("The two runtimes", () => {
  let native: Encoder;
  let webAssembly: Encoder;
  beforeAll(async () => {
    native = await loadEncoder(model);
    webAssembly = await loadEncoder(model, { ...OPENERS, native: failing(new Error("no such instruction")) });
  });

  it("are tried in order, and the reason for passing one over is kept", () => {
    expect(native).toMatchObject({ runtime: "native", skippedRuntimes: [] });
    expect(webAssembly).toMatchObject({
      runtime: "webassembly",
      skippedRuntimes: [
        { runtime: "native", why: "failed", detail: expect.stringContaining("no such instruction") },
      ],
    });
  });

  it.each(TEXTS)("give nearly the same vector for %j", async (text) => {
    const cosine = dot(await native.encode(text), await webAssembly.encode(text));
    expect(cosine).toBeGreaterThan(0.999);
  });

  it("tell a runtime that is not there from one that does not run", async () => {
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    const { skippedRuntimes } = await loadEncoder(model, {
      native: failing(missing),
      webassembly: OPENERS.native,
    });
    expect(skippedRuntimes).toMatchObject([{ runtime: "native", why: "missing" }]);
  });

  it("are both named when neither can open the model", async () => {
    const openers = { native: failing(new Error("one")), webassembly: failing(new Error("two")) };
    await expect(loadEncoder(model, openers)).rejects.toThrow(/native: .*one; webassembly: .*two/);
  });
});

describe("Pooling", () => {
  const tokens = { data: Float32Array.of(3, 0, 0, 0, 4, 0), tokens: 2, dimensions: 3 };

  it("is the direction of the mean of all tokens, or the first token", () => {
    expect(poolTokens(tokens, "mean")).toEqual(Float32Array.of(0.6, 0.8, 0));
    expect(poolTokens(tokens, "cls")).toEqual(Float32Array.of(1, 0, 0));
  });

  it("has no answer for a vector without direction", () => {
    expect(normalised([0, 0])).toEqual(Float32Array.of(Number.NaN, Number.NaN));
  });
});
