import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startEmbeddingProcess } from "../../../src/recall/embedding/embedding-process.ts";
import { slowRuntimeNote } from "../../../src/recall/embedding/faults.ts";
import { type LocalEmbedder, localEmbedder } from "../../../src/recall/embedding/local-embedder.ts";
import { openModelDirectory } from "../../../src/recall/embedding/model-directory.ts";
import { shippedFile } from "../../../src/recall/embedding/shipped-file.ts";
import { eventually } from "../../support/eventually.ts";
import { letTimePass, stopTime } from "../../support/passing-time.ts";
import { silentLog } from "../../support/silent-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MINUTE = 60_000;
/** Instead of the one with the model, where the process alone matters. */
const QUICK_WORKER = fileURLToPath(new URL("../../support/quick-embedding-worker.mjs", import.meta.url));

const TEXT = "Orders are kept in PostgreSQL, because they need transactions across tables.";
const numbered = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) => `Decision ${i}: the workers take jobs from a queue and do not poll.`,
  );

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const untilGone = (pid: number): Promise<void> => eventually(() => expect(isRunning(pid)).toBe(false));

/** The process that holds the model, which is there as soon as something was embedded. */
async function loadedPid(embedder: LocalEmbedder): Promise<number> {
  await embedder.embed(["anything"], "query");
  return embedder.describe().pid as number;
}

describe("The model that comes with the package", () => {
  let embedder: LocalEmbedder;
  beforeAll(() => {
    embedder = localEmbedder({ idleMs: MINUTE, log: silentLog });
  });
  afterAll(() => embedder.close());

  const vectorOf = async (text: string): Promise<Float32Array> =>
    (await embedder.embed([text], "passage"))[0] as Float32Array;

  it("is not loaded, and no process is started, before the first text", () => {
    const fresh = localEmbedder({ idleMs: MINUTE, log: silentLog });
    expect(fresh.describe()).toEqual({ model: fresh.model, runtime: "not loaded yet" });
    expect(fresh.model).toMatch(/^all-MiniLM-L6-v2\/q8\/[0-9a-f]{12}$/);
    expect(fresh.dimensions).toBe(384);
  });

  it("gives vectors of length one, the same ones for the same text", async () => {
    const [first, second] = [await vectorOf(TEXT), await vectorOf(TEXT)];
    expect(first).toHaveLength(384);
    expect(dot(first, first)).toBeCloseTo(1, 5);
    expect(second).toEqual(first);
  });

  it("gives a text the same vector whatever it is embedded with", async () => {
    const among = await embedder.embed(["short", TEXT, numbered(60).join(" ")], "passage");
    expect(among[1]).toEqual(await vectorOf(TEXT));
  });

  it("puts a paraphrase nearer than something else", async () => {
    const [asked, paraphrase, other] = (await embedder.embed(
      [
        "Which database do we use for purchases?",
        TEXT,
        "Buttons have rounded corners and a visible focus ring.",
      ],
      "passage",
    )) as [Float32Array, Float32Array, Float32Array];
    expect(dot(asked, paraphrase)).toBeGreaterThan(dot(asked, other) + 0.2);
  });

  it("reads at most 256 tokens of a text", async () => {
    const long = numbered(60).join(" ");
    expect(await vectorOf(`${long} And then something about penguins.`)).toEqual(await vectorOf(long));
    expect(await vectorOf(`Penguins first. ${long}`)).not.toEqual(await vectorOf(long));
  });

  it("takes an empty text, an empty list and characters it does not know", async () => {
    expect(await embedder.embed([], "query")).toEqual([]);
    for (const vector of await embedder.embed(["", " \n ", "🦆\u0000", "x".repeat(50_000)], "passage")) {
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  it("answers in order, but queries before waiting passages", async () => {
    const answered: string[] = [];
    const ask = (name: string, texts: string[], kind: "query" | "passage"): Promise<unknown> =>
      embedder.embed(texts, kind).then(() => answered.push(name));
    await Promise.all([
      ask("first passages", numbered(20), "passage"),
      ask("second passages", numbered(2), "passage"),
      ask("first query", ["where do jobs wait?"], "query"),
      ask("second query", ["do we poll?"], "query"),
    ]);
    expect(answered).toEqual(["first query", "second query", "first passages", "second passages"]);
  });
});

describe("The process that holds the model", () => {
  const opened: LocalEmbedder[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())));
  const open = (idleMs = MINUTE, worker = QUICK_WORKER): LocalEmbedder => {
    const embedder = localEmbedder({ idleMs, worker, log: silentLog });
    opened.push(embedder);
    return embedder;
  };

  it("is stopped when idle, and started again on demand", async () => {
    const embedder = open(20);
    const first = await loadedPid(embedder);
    await untilGone(first);
    expect(embedder.describe().pid).toBeUndefined();
    const second = await loadedPid(embedder);
    expect(second).not.toBe(first);
    expect(embedder.describe().runtime).not.toBe("not loaded yet");
  });

  it("may crash: its current job fails with a Fault, and the others continue in a new process", async () => {
    const embedder = open();
    const pid = await loadedPid(embedder);
    const struck = embedder.embed(numbered(100), "passage");
    const spared = embedder.embed([TEXT], "passage");
    process.kill(pid, "SIGKILL");
    await expect(struck).rejects.toMatchObject({
      name: "Fault",
      code: "unavailable",
      reason: "embedding_stopped",
      retryAfter: 1,
      hint: expect.stringContaining("words only"),
    });
    expect(await spared).toHaveLength(1);
    expect(embedder.describe().pid).not.toBe(pid);
  });

  it("may crash while it is idle", async () => {
    const embedder = open();
    const pid = await loadedPid(embedder);
    process.kill(pid, "SIGKILL");
    await eventually(() => expect(embedder.describe().pid).toBeUndefined());
    expect(await loadedPid(embedder)).not.toBe(pid);
  });

  it.skipIf(process.platform === "win32")(
    "may hang: it is killed when it has not answered for a while, and a new one is started",
    async () => {
      const embedder = open();
      const pid = await loadedPid(embedder);
      process.kill(pid, "SIGSTOP");
      stopTime();
      await expect(letTimePass(embedder.embed(numbered(3), "passage"))).rejects.toMatchObject({
        code: "unavailable",
        reason: "embedding_stopped",
        cause: { message: expect.stringContaining("did not answer within 10000 ms") },
      });
      vi.useRealTimers();
      await untilGone(pid);
      expect(await loadedPid(embedder)).not.toBe(pid);
    },
  );

  it("may take long for many texts, as long as it answers each in time", async () => {
    const worker = startEmbeddingProcess(QUICK_WORKER, { loadWithinMs: MINUTE, answerWithinMs: 1_000 });
    onTestFinished(() => worker.stop());
    const { pid } = worker;
    stopTime();
    for (let i = 0; i < 3; i++) {
      await worker.encode(TEXT);
      vi.advanceTimersByTime(900);
    }
    await worker.encode(TEXT);
    expect(worker.pid).toBe(pid);
  });

  it.skipIf(process.platform === "win32")(
    "may hang when it is closed, and is gone all the same",
    async () => {
      const embedder = open();
      const pid = await loadedPid(embedder);
      process.kill(pid, "SIGSTOP");
      const waiting = Promise.allSettled([embedder.embed([TEXT], "query")]);
      await embedder.close();
      expect(isRunning(pid)).toBe(false);
      expect(await waiting).toMatchObject([{ reason: { reason: "embedding_closed" } }]);
    },
  );

  it("is not started again at once after two in a row have failed", async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const worker = folder.file("worker.mjs");
    await cp(QUICK_WORKER, worker);
    // It ends at once as long as this is there.
    await writeFile(`${worker}.broken`, "");
    const embedder = open(MINUTE, worker);
    const embed = (): Promise<unknown> => Promise.allSettled([embedder.embed([TEXT], "query")]);
    const failed = [{ status: "rejected", reason: { code: "unavailable", reason: "embedding_model" } }];
    expect(await embed()).toMatchObject(failed);
    expect(await embed()).toMatchObject(failed);
    const third = embed();
    expect(embedder.describe().pid).toBeUndefined();
    expect(await third).toMatchObject(failed);
    await rm(`${worker}.broken`);
    await eventually(() => embedder.embed([TEXT], "query"));
  });

  it("is known to be loaded only while it has the model", async () => {
    const embedder = open(20);
    const embedding = embedder.embed([TEXT], "query");
    expect(embedder.describe().pid).toBeDefined();
    expect(embedder.isLoaded()).toBe(false);
    await embedding;
    expect(embedder.isLoaded()).toBe(true);
    await eventually(() => expect(embedder.isLoaded()).toBe(false));
  });

  it("ends with close, and waiting and later jobs fail", async () => {
    const embedder = open();
    const pid = await loadedPid(embedder);
    const waiting = [embedder.embed(numbered(50), "passage"), embedder.embed([TEXT], "query")];
    const told = Promise.allSettled(waiting);
    await embedder.close();
    expect(isRunning(pid)).toBe(false);
    const closed = { code: "unavailable", reason: "embedding_closed" };
    expect(await told).toMatchObject([{ reason: closed }, { reason: closed }]);
    await expect(embedder.embed([TEXT], "query")).rejects.toMatchObject(closed);
  });

  it("ends by itself when the program that started it is gone", async () => {
    const child = fork(shippedFile("embedding-worker.js") as string, { execArgv: [], stdio: "ignore" });
    await once(child, "spawn");
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("is killed when it does not answer in time", async () => {
    const folder = await temporaryFolder();
    const entry = folder.file("silent.mjs");
    await writeFile(entry, "process.on('message', () => {});");
    const silent = startEmbeddingProcess(entry, { loadWithinMs: MINUTE, answerWithinMs: 100 });
    await expect(silent.encode(TEXT)).rejects.toThrow("did not answer within 100 ms");
    await untilGone(silent.pid as number);
    await folder.remove();
  });

  it("uses WebAssembly where the native runtime is not installed, and says what would be faster", async () => {
    const folder = await temporaryFolder();
    for (const name of ["embedding-worker.js", "package.json", "wasm"]) {
      const source = shippedFile(name);
      if (source) await cp(source, folder.file(name), { recursive: true });
    }
    const alone = startEmbeddingProcess(folder.file("embedding-worker.js"), {
      loadWithinMs: MINUTE,
      answerWithinMs: MINUTE,
    });
    const loaded = await alone.load(openModelDirectory(shippedFile("model") as string));
    expect(loaded).toMatchObject({
      runtime: "webassembly",
      skippedRuntimes: [{ runtime: "native", why: "missing" }],
    });
    expect(slowRuntimeNote(loaded.skippedRuntimes)).toMatch(/is not installed.*WebAssembly.*--omit=optional/);
    const vector = await alone.encode(TEXT);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    await alone.stop();
    await folder.remove();
  });
});
