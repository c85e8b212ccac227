import { expect, it } from "vitest";
import { type AdrFile, type AdrWrite, memoryHash } from "../../../src/portability/rules/adr-state.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision, screened } from "../../support/decisions.ts";

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

const writing = (path: string, decisionId: string): AdrWrite => ({
  ...filed(path, decisionId),
  location: "/home/docs/adr",
  draft: `${path}.draft`,
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

  it("knows what is about to be written, until it is said what was", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    const [one, two] = [writing("1.md", "dec_a"), writing("2.md", "dec_a")];
    await store.beginAdrWrites([one, two]);
    const again = await opened().reopen();
    expect(await again.adrWrites("shop", "docs/adr")).toEqual([one, two]);
    expect(await again.adrWrites("shop", "elsewhere")).toEqual([]);
    expect(await again.adrFiles("shop", "docs/adr")).toEqual([]);
    await again.endAdrWrites([one, two], [one]);
    expect(await again.adrWrites("shop", "docs/adr")).toEqual([]);
    expect(await again.adrFiles("shop", "docs/adr")).toEqual([filed("1.md", "dec_a")]);
  });

  it("begins all writes or none, and none for a decision of another project", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    const begun = store.beginAdrWrites([writing("1.md", "dec_a"), writing("2.md", "dec_missing")]);
    await expect(begun).rejects.toMatchObject({ code: "not_found" });
    expect(await store.adrWrites("shop", "docs/adr")).toEqual([]);
  });

  it("forgets what was about to be written with its decision", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    await store.beginAdrWrites([writing("1.md", "dec_a")]);
    await store.eraseDecision("shop", "dec_a", act());
    expect(await store.adrWrites("shop", "docs/adr")).toEqual([]);
    await store.endAdrWrites([writing("1.md", "dec_a")], [filed("1.md", "dec_a")]);
    expect(await store.adrFilesOf("shop")).toEqual([]);
  });

  it("applies an edit of a file and saves the state of the file, or does neither", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_a" }) }, act());
    const { decisionId: _, memoryHash: __, ...file } = filed("1.md", "dec_a");
    const stateNow = async () => (await store.adrFiles("shop", "docs/adr"))[0];
    const change = { standing: "draft" } as const;
    const changed = await store.applyAdrEdit(file, { decisionId: "dec_a", change }, act());
    expect(changed.standing).toBe("draft");
    expect(await stateNow()).toMatchObject({ decisionId: "dec_a", memoryHash: memoryHash(changed) });

    const edited = { ...file, fileHash: "g" };
    const reworded = (decisionId: string) => ({
      decisionId,
      revision: {
        id: "rev_b",
        edit: { reasoning: screened("It is fast") },
        change: { standing: "active" } as const,
      },
    });
    const refused = store.applyAdrEdit(edited, reworded("dec_missing"), act());
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
    expect(await stateNow()).toMatchObject({ decisionId: "dec_a", fileHash: "f" });
    const after = await store.applyAdrEdit(edited, reworded("dec_a"), act());
    expect(after).toMatchObject({ id: "dec_a", reasoning: "It is fast", standing: "active" });
    expect(await stateNow()).toMatchObject({ fileHash: "g", memoryHash: memoryHash(after) });
    expect(await store.revisionsOf("shop", "dec_a")).toHaveLength(2);
  });
}
