import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTextFile } from "../../../src/portability/files/text-files.ts";
import { makeFolder, openDraft, sweepDrafts, writeWholeFile } from "../../../src/shared/files/whole-files.ts";
import { folderOfTest } from "../../support/memory.ts";

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
/** No process has this id: it is larger than any that a system gives out. */
const NOBODY = 2 ** 30;

/** A draft that another process might have left. */
async function draftIn(folder: string, change: (name: string) => string = (name) => name): Promise<string> {
  const { path, finish } = await openDraft(join(folder, "file"), "private");
  await finish();
  const changed = join(folder, change(basename(path)));
  await rename(path, changed);
  return changed;
}

const byProcess = (pid: number) => (name: string) => name.replace(`-${process.pid}-`, `-${pid}-`);
const byOtherHost = (name: string): string => name.replace(/^\.membria-[0-9a-f]{8}/, ".membria-00000000");
const byEarlierProcess = (name: string): string =>
  name.replace(/[0-9a-f]{8}(-[0-9a-f]{8}\.draft)$/, "00000000$1");
const old = (path: string, hours: number): Promise<void> => {
  const then = Date.now() / 1_000 - hours * 3_600;
  return utimes(path, then, then);
};

describe("A file that is written whole or not at all", () => {
  it("has its old contents until the new ones are complete", async () => {
    const file = (await folderOfTest()).file("a.txt");
    await writeFile(file, "old");
    const draft = await openDraft(file, "private");
    await draft.write("new");
    await draft.write(" text");
    expect(await readFile(file, "utf8")).toBe("old");
    await draft.publish();
    expect(await readFile(file, "utf8")).toBe("new text");
    await draft.abandon();
    expect(await readdir(dirname(file))).toEqual(["a.txt"]);
  });

  it("leaves nothing if it is abandoned, or cannot get its name", async () => {
    const folder = await folderOfTest();
    const draft = await openDraft(folder.file("a.txt"), "private");
    await draft.write("half");
    await draft.abandon();
    await makeFolder(folder.file("b.txt/c"));
    await expect(writeWholeFile(folder.file("b.txt"), "x", "private")).rejects.toThrow();
    expect(await readdir(folder.path)).toEqual(["b.txt"]);
  });

  it.runIf(process.platform !== "win32")("has the mode that its kind asks for", async () => {
    const folder = await folderOfTest();
    const modes = async (access: Parameters<typeof writeWholeFile>[2]): Promise<number[]> => {
      const [fresh, replaced] = [folder.file(`${access} new`), folder.file(`${access} replaced`)];
      await writeFile(replaced, "old");
      await chmod(replaced, 0o640);
      for (const file of [fresh, replaced]) await writeWholeFile(file, "new", access);
      return [await modeOf(fresh), await modeOf(replaced)];
    };
    expect(await modes("private")).toEqual([0o600, 0o600]);
    expect(await modes("private if new")).toEqual([0o600, 0o640]);
    expect(await modes("ordinary")).toEqual([0o666 & ~process.umask(), 0o640]);
    const draft = await openDraft(folder.file("ordinary replaced"), "ordinary");
    expect(await modeOf(draft.path), "before its first byte").toBe(0o600);
    await draft.abandon();
  });

  it.runIf(process.platform !== "win32")("may be named by a link, which a report keeps", async () => {
    const folder = await folderOfTest();
    await writeFile(folder.file("real.md"), "old");
    await symlink("real.md", folder.file("link.md"));
    const output = await openTextFile(folder.file("link.md"), { createFolder: false, keepMode: true });
    await output.write("new");
    await output.close();
    expect(await readFile(folder.file("real.md"), "utf8")).toBe("new");
  });
});

describe("Drafts that are swept", () => {
  it("are those of processes that have ended, on this machine", async () => {
    const { path: folder } = await folderOfTest();
    const kept = [
      await draftIn(folder),
      await draftIn(folder, byProcess(process.ppid)),
      await draftIn(folder, (name) => byOtherHost(byProcess(NOBODY)(name))),
    ];
    await draftIn(folder, byProcess(NOBODY));
    // In a container every process may have the same id.
    await draftIn(folder, byEarlierProcess);
    expect((await sweepDrafts(folder)).sort()).toEqual(kept.sort());
    expect((await readdir(folder)).sort()).toEqual(kept.map((path) => basename(path)).sort());
  });

  it.runIf(process.platform === "linux")(
    "are those of a killed process that nobody asked about",
    async () => {
      const { path: folder } = await folderOfTest();
      const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 600"], {
        stdio: ["ignore", "pipe", "ignore", "pipe"],
      });
      onTestFinished(() => void parent.kill());
      const [line] = await once(parent.stdio[1] as Readable, "data");
      // It ends when its parent has become a program that never asks about it.
      await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
      (parent.stdio[3] as Writable).end();
      await draftIn(folder, byProcess(Number(line)));
      await expect.poll(() => sweepDrafts(folder)).toEqual([]);
      expect(process.kill(Number(line), 0), "its id is still there").toBe(true);
    },
  );

  it("are all of them after a day", async () => {
    const { path: folder } = await folderOfTest();
    await old(await draftIn(folder, byOtherHost), 25);
    await old(await draftIn(folder, byProcess(process.ppid)), 25);
    expect(await sweepDrafts(folder)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("are no files of other programs, and those of older versions after an hour", async () => {
    const folder = await folderOfTest();
    const theirs = [".membria-notes.draft", "export.json.tmp", "other.json.01234567.tmp", "x.draft"];
    for (const name of [...theirs, "export.json.01234567.tmp", "export.json.89abcdef.tmp"])
      await writeFile(folder.file(name), "");
    for (const name of [...theirs, "export.json.01234567.tmp"]) await old(folder.file(name), 100);
    const output = await openTextFile(folder.file("export.json"), { createFolder: true, keepMode: false });
    await output.abandon();
    expect((await readdir(folder.path)).sort()).toEqual([...theirs, "export.json.89abcdef.tmp"].sort());
  });
});
