import { expect, it } from "vitest";
import type { AdrFile } from "../../../src/domain/moving/adr-file.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import type { OpenedStore } from "../opened-store.ts";

const filed = (path: string, decisionId: string, text = "# X\n"): AdrFile => ({
  project: "shop",
  folder: "docs/adr",
  path,
  decisionId,
  text: screened(text),
  dress: { byteOrderMark: true, lineEnding: "crlf", otherwise: [3] },
  fileHash: "f",
  memoryHash: "m",
});

/** How every store keeps the ADR files of decisions. */
export function filing(opened: () => OpenedStore): void {
  it("keeps which file represents which decision, per project and folder", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    const [one, other] = [filed("1.md", "dec_a"), { ...filed("1.md", "dec_a"), folder: "elsewhere" }];
    await store.saveAdrFiles([one, other]);
    const again = await opened().reopen();
    expect(await again.adrFiles("shop", "docs/adr")).toEqual([one]);
    expect(await again.adrFilesOf("shop")).toEqual([one, other]);
    expect(await again.adrFilesOf("another")).toEqual([]);
  });

  it("replaces and drops the state of a file", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    await store.addDecision({ decision: decision({ id: "dec_b" }) }, act());
    await store.saveAdrFiles([filed("1.md", "dec_a")]);
    await store.saveAdrFiles([filed("1.md", "dec_b", "# Y\n")]);
    expect(await store.adrFiles("shop", "docs/adr")).toEqual([filed("1.md", "dec_b", "# Y\n")]);
    await store.dropAdrFile(filed("1.md", "dec_b"));
    expect(await store.adrFiles("shop", "docs/adr")).toEqual([]);
  });

  it("deletes the text of a file with its decision", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    await store.saveAdrFiles([filed("1.md", "dec_a")]);
    await store.eraseDecision("shop", "dec_a", act());
    expect(await store.adrFilesOf("shop")).toEqual([]);
  });
}
