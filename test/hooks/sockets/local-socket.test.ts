import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  askLocally,
  type LocalAnswer,
  listenLocally,
  socketPath,
} from "../../../src/hooks/sockets/local-socket.ts";
import { folderOfTest } from "../../support/memory.ts";
import { AS_ROOT } from "../../support/needs.ts";

const PATIENCE_MS = 30_000;
const mode = (path: string): number => statSync(path).mode & 0o777;

async function listening(answer: (line: string) => Promise<LocalAnswer>) {
  const path = socketPath((await folderOfTest()).file("run"), "1");
  const server = await listenLocally(path, answer);
  onTestFinished(() => server.close());
  return { path, server };
}

describe.skipIf(process.platform === "win32")("A local socket", () => {
  it("answers each line with a line, also long ones and several at the same time", async () => {
    const { path } = await listening(async (line) => ({ line: `${line.length} ${line.slice(0, 3)}` }));
    const lines = ["a", "äöü", "x".repeat(1_000_000), ""];
    const answers = await Promise.all(lines.map((line) => askLocally(path, line, PATIENCE_MS)));
    expect(answers.map((answer) => answer?.line)).toEqual(["1 a", "3 äöü", "1000000 xxx", "0 "]);
  });

  it("is for this user alone, in a folder that is, too, even if that was there before", async () => {
    const folder = (await folderOfTest()).file("run");
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    const path = socketPath(folder, "1");
    const before = process.umask();
    const server = await listenLocally(path, async () => ({ line: "" }));
    onTestFinished(() => server.close());
    expect([mode(folder), mode(path), process.umask()]).toEqual([0o700, 0o600, before]);
  });

  it("replaces what a killed process has left", async () => {
    const folder = (await folderOfTest()).file("run");
    mkdirSync(folder);
    const path = socketPath(folder, "1");
    writeFileSync(path, "");
    const server = await listenLocally(path, async () => ({ line: "new" }));
    onTestFinished(() => server.close());
    expect(await askLocally(path, "", PATIENCE_MS)).toMatchObject({ line: "new" });
  });

  it("changes nothing of the process when it cannot be made", async () => {
    const before = process.umask();
    const file = (await folderOfTest()).file("file");
    writeFileSync(file, "");
    await expect(listenLocally(join(file, "1.sock"), async () => ({ line: "" }))).rejects.toThrow();
    const folder = (await folderOfTest()).path;
    await expect(
      listenLocally(join(folder, `${"x".repeat(200)}.sock`), async () => ({ line: "" })),
    ).rejects.toThrow();
    expect(process.umask()).toBe(before);
  });

  it("is not made in a folder of another user", AS_ROOT, async () => {
    const folder = (await folderOfTest()).file("run");
    mkdirSync(folder);
    chownSync(folder, 12_345, 12_345);
    await expect(listenLocally(socketPath(folder, "1"), async () => ({ line: "" }))).rejects.toThrow(
      "another user",
    );
    const link = (await folderOfTest()).file("link");
    symlinkSync((await folderOfTest()).path, link);
    lchownSync(link, 12_345, 12_345);
    await expect(listenLocally(socketPath(link, "1"), async () => ({ line: "" }))).rejects.toThrow(
      "another user",
    );
  });

  it("is asked in vain when nobody listens, nobody answers, or the answer does not end", async () => {
    const { path: folder } = await folderOfTest();
    expect(await askLocally(join(folder, "none.sock"), "x", PATIENCE_MS)).toBeUndefined();
    const { path } = await listening(() => new Promise(() => {}));
    expect(await askLocally(path, "x", 50)).toBeUndefined();
    const endless = join(folder, "endless.sock");
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.write("no end of the line");
    });
    await new Promise<void>((resolve) => server.listen(endless, resolve));
    onTestFinished(() => void server.close());
    expect(await askLocally(endless, "x", 50)).toBeUndefined();
  });

  it("does not take more than a few megabytes", async () => {
    const { path } = await listening(async () => ({ line: "taken" }));
    expect(await askLocally(path, "x".repeat(3_000_000), PATIENCE_MS)).toMatchObject({ line: "taken" });
    expect(await askLocally(path, "x".repeat(5_000_000), PATIENCE_MS)).toBeUndefined();
    expect(await askLocally(path, "x", PATIENCE_MS)).toMatchObject({ line: "taken" });
  });

  it("gets to know that an answer was received from one who says so after using it, also just before it ends", async () => {
    const ended: boolean[] = [];
    const onEnd = (received: boolean) => void ended.push(received);
    const { path, server } = await listening(async () => ({ line: "told", onEnd, confirms: true }));
    const reply = await askLocally(path, "x", PATIENCE_MS);
    expect([reply?.line, ended]).toEqual(["told", []]);
    await reply?.confirm();
    await server.close();
    expect(ended).toEqual([true]);
  });

  it.each([true, false])(
    "gets to know that an answer was not received when it ends first (%s)",
    async (confirms) => {
      const ended: boolean[] = [];
      const onEnd = (received: boolean) => void ended.push(received);
      const { path, server } = await listening(async () => ({ line: "told", onEnd, confirms }));
      const asking = connect({ path, allowHalfOpen: true });
      asking.write("x\n");
      await once(asking, "data");
      await server.close();
      expect(ended).toEqual([false]);
    },
  );

  it("asks nothing twice of one who says more than once, and takes nothing for a receipt before the answer", async () => {
    const ended: boolean[] = [];
    const onEnd = (received: boolean) => void ended.push(received);
    const lines: string[] = [];
    const answer = async (line: string) => ({ line: String(lines.push(line)), onEnd, confirms: true });
    const { path } = await listening(answer);
    const asking = connect(path);
    asking.write("x\nreceived\n");
    await once(asking, "data");
    asking.destroy();
    await expect.poll(() => ended).toEqual([false]);
    expect(lines).toEqual(["x"]);
  });

  it("ends although a connection hangs, and its file is gone", async () => {
    const { path, server } = await listening(() => new Promise(() => {}));
    const hanging = connect(path);
    hanging.on("error", () => {});
    await new Promise((resolve) => hanging.once("connect", resolve));
    await server.close();
    expect(existsSync(path)).toBe(false);
  });
});

describe("The name of a socket", () => {
  const long = `/home/${"someone/".repeat(20)}.membria/run`;

  it("is in the folder where that fits, and in the one for temporary files otherwise", () => {
    expect(socketPath("/home/x/.membria/run", "12", "linux")).toBe("/home/x/.membria/run/12.sock");
    const elsewhere = socketPath(long, "12", "darwin");
    expect(elsewhere.length).toBeLessThan(100);
    expect(elsewhere).toMatch(/\/membria-[0-9a-f]{12}\/12\.sock$/);
    expect(dirname(socketPath(`${long}2`, "12", "darwin"))).not.toBe(dirname(elsewhere));
  });

  it("counts bytes, not letters", () => {
    expect(socketPath(`/home/${"ä".repeat(45)}`, "12", "linux")).toMatch(/membria-[0-9a-f]{12}/);
  });

  it("is that of a pipe on Windows, another one for each folder", () => {
    const pipe = socketPath("C:\\Users\\x\\.membria\\run", "12", "win32");
    expect(pipe).toMatch(/^\\\\\.\\pipe\\membria-[0-9a-f]{12}-12$/);
    expect(socketPath("C:\\Users\\y\\.membria\\run", "12", "win32")).not.toBe(pipe);
  });
});
