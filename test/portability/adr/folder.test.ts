import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAdrFolder as openAdrFolderWith } from "../../../src/portability/adr/folder.ts";
import type { AdrFolder, AdrSource } from "../../../src/portability/rules/adr.ts";
import { wholeFiles } from "../../../src/shared/files/whole-files.ts";
import { folderOfTest } from "../../support/memory.ts";

const openAdrFolder = (path: string, options: { readonly create: boolean }): Promise<AdrFolder> =>
  openAdrFolderWith(path, options, wholeFiles);

/** Replaces the file that is there. */
async function write(folder: AdrFolder, file: Pick<AdrSource, "path" | "text" | "dress">): Promise<void> {
  const prepared = await folder.prepare(file);
  expect(await prepared.publish(await folder.hashOf(file.path))).toBe(true);
}

describe("A folder of records", () => {
  it("returns the exact bytes of a file with any line endings", async () => {
    const { path } = await folderOfTest();
    const folder = await openAdrFolder(path, { create: false });
    const name = join(path, "0001-x.md");
    const piece = fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "# X\n", "\ufeff"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(piece), async (marked, pieces) => {
        const bytes = Buffer.from(`${marked ? "\ufeff" : ""}# Use X\n${pieces.join("")}`);
        await writeFile(name, bytes);
        const [source] = (await folder.files()).records;
        await write(folder, source as NonNullable<typeof source>);
        expect((await readFile(name)).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("leaves the ending of every other line as it is when the status takes more or fewer lines", async () => {
    const { path } = await folderOfTest();
    const folder = await openAdrFolder(path, { create: false });
    const name = join(path, "0001-x.md");
    const restated = async (text: string) => {
      await writeFile(name, text);
      const [source] = (await folder.files()).records;
      const { path: file, ...rest } = source as NonNullable<typeof source>;
      const changed = folder.withStatus(
        { path: file, ...rest },
        { standing: "deprecated", supersededBy: [] },
      );
      await write(folder, { path: file, ...changed });
      return readFile(name, "utf8");
    };
    expect(await restated("# X\r\n\nA\n\n## Context\r\n\nB\r\n\nC\n")).toBe(
      "# X\r\n\nA\n\n## Status\n\nDeprecated\n\n## Context\r\n\nB\r\n\nC\n",
    );
    expect(await restated("---\nstatus: >\n  a\n  b\ndate: 2020-01-02\r\n---\n# X\r\n\nA\n")).toBe(
      "---\nstatus: deprecated\ndate: 2020-01-02\r\n---\n# X\r\n\nA\n",
    );
    expect(await restated("# X\r\n\r\nStatus: a\r\n\r\nA\r\n")).toBe(
      "# X\r\n\r\nStatus: deprecated\r\n\r\nA\r\n",
    );
  });

  it("has the same name in every checkout of its repository", async () => {
    const checkout = async () => {
      const { path } = await folderOfTest();
      await mkdir(join(path, ".git"));
      await mkdir(join(path, "docs/adr"), { recursive: true });
      return (await openAdrFolder(join(path, "docs/adr"), { create: false })).name;
    };
    expect([await checkout(), await checkout()]).toEqual(["docs/adr", "docs/adr"]);
  });

  it("reads subfolders, and ignores files that are not records", async () => {
    const { path } = await folderOfTest();
    const put = async (name: string, text: string) => {
      await mkdir(join(path, name, ".."), { recursive: true });
      await writeFile(join(path, name), text);
    };
    await put("old/0001-a.md", "# A\n");
    await put("0002-b.md", "# B\n");
    await put("node_modules/0003-c.md", "# C\n");
    await put("README.md", "# Read me\n\n## Status\n\nAccepted\n");
    await put("notes.txt", "# D\n");
    const { records } = await (await openAdrFolder(path, { create: false })).files();
    expect(records.map((file) => file.path)).toEqual(["0002-b.md", "old/0001-a.md"]);
  });

  it.runIf(process.platform !== "win32")("keeps the mode of a file that it replaces", async () => {
    const { path } = await folderOfTest();
    const folder = await openAdrFolder(path, { create: false });
    await writeFile(join(path, "0001-x.md"), "# X\n");
    await chmod(join(path, "0001-x.md"), 0o640);
    const [source] = (await folder.files()).records;
    await write(folder, source as NonNullable<typeof source>);
    expect((await stat(join(path, "0001-x.md"))).mode & 0o777).toBe(0o640);
  });

  it("replaces only the file that it is told to, and adds no file where there is one", async () => {
    const { path } = await folderOfTest();
    const folder = await openAdrFolder(path, { create: false });
    await writeFile(join(path, "0001-x.md"), "# X\n");
    const [source] = (await folder.files()).records;
    const prepared = await folder.prepare(source as NonNullable<typeof source>);
    expect(await prepared.publish(undefined)).toBe(false);
    await writeFile(join(path, "0001-x.md"), "# Edited\n");
    expect(await prepared.publish(source?.hash)).toBe(false);
    await prepared.abandon();
    expect(await readdir(path)).toEqual(["0001-x.md"]);
    expect(await readFile(join(path, "0001-x.md"), "utf8")).toBe("# Edited\n");
  });

  it("deletes what older versions left of a record, and no other program's file", async () => {
    const { path } = await folderOfTest();
    const put = (name: string, text: string) => writeFile(join(path, name), text);
    await put("0001-x.md", "# X\n\nBecause.\n");
    await put("0001-x.md.4242.tmp", "# X\n\nBec");
    await put("0001-x.md.4243.tmp", "# Another text\n");
    await put("0002-y.md.4242.tmp", "# Y\n");
    await put("0001-x.md.tmp", "");
    await (await openAdrFolder(path, { create: false })).sweepDrafts();
    expect((await readdir(path)).sort()).toEqual([
      "0001-x.md",
      "0001-x.md.4243.tmp",
      "0001-x.md.tmp",
      "0002-y.md.4242.tmp",
    ]);
  });
});
