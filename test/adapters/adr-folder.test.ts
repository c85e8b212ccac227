import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAdrFolder } from "../../src/adapters/adr/folder.ts";
import { folderOfTest } from "../support/memory.ts";

describe("A folder of records", () => {
  it("gives back the bytes of a file, whatever its line endings", async () => {
    const { path } = await folderOfTest();
    const folder = await openAdrFolder(path, { create: false });
    const name = join(path, "0001-x.md");
    const piece = fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "# X\n", "\ufeff"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(piece), async (marked, pieces) => {
        const bytes = Buffer.from(`${marked ? "\ufeff" : ""}# Use X\n${pieces.join("")}`);
        await writeFile(name, bytes);
        const [source] = await folder.files();
        await folder.write(source as NonNullable<typeof source>);
        expect((await readFile(name)).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
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

  it("looks into folders below, and passes by what is no record", async () => {
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
    const files = await (await openAdrFolder(path, { create: false })).files();
    expect(files.map((file) => file.path)).toEqual(["0002-b.md", "old/0001-a.md"]);
  });
});
