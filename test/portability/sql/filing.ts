import { expect, it } from "vitest";
import { addDecision, revisionsOf } from "../../../src/decisions/sql/decisions.ts";
import { type AdrFile, type AdrWrite, memoryHash } from "../../../src/portability/rules/adr-state.ts";
import {
  adrFiles,
  adrFilesOf,
  adrWrites,
  applyAdrEdit,
  beginAdrWrites,
  dropAdrFile,
  endAdrWrites,
  saveAdrFiles,
} from "../../../src/portability/sql/adr-files.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
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
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    const [one, other] = [filed("1.md", "dec_a"), { ...filed("1.md", "dec_a"), folder: "elsewhere" }];
    await saveAdrFiles(memory, [one, other]);
    const again = await opened().reopen();
    expect(await adrFiles(again, "shop", "docs/adr")).toEqual([one]);
    expect(await adrFilesOf(again, "shop")).toEqual([one, other]);
    expect(await adrFilesOf(again, "another")).toEqual([]);
  });

  it("replaces and drops the state of a file", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    await addDecision(memory, { decision: decision({ id: "dec_b" }) }, act());
    await saveAdrFiles(memory, [filed("1.md", "dec_a")]);
    await saveAdrFiles(memory, [filed("1.md", "dec_b", "# Y\n")]);
    expect(await adrFiles(memory, "shop", "docs/adr")).toEqual([filed("1.md", "dec_b", "# Y\n")]);
    await dropAdrFile(memory, filed("1.md", "dec_b"));
    expect(await adrFiles(memory, "shop", "docs/adr")).toEqual([]);
  });

  it("deletes the text of a file with its decision", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    await saveAdrFiles(memory, [filed("1.md", "dec_a")]);
    await eraseDecision(memory, "shop", "dec_a", act());
    expect(await adrFilesOf(memory, "shop")).toEqual([]);
  });

  it("knows what is about to be written, until it is said what was", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    const [one, two] = [writing("1.md", "dec_a"), writing("2.md", "dec_a")];
    await beginAdrWrites(memory, [one, two]);
    const again = await opened().reopen();
    expect(await adrWrites(again, "shop", "docs/adr")).toEqual([one, two]);
    expect(await adrWrites(again, "shop", "elsewhere")).toEqual([]);
    expect(await adrFiles(again, "shop", "docs/adr")).toEqual([]);
    await endAdrWrites(again, [one, two], [one]);
    expect(await adrWrites(again, "shop", "docs/adr")).toEqual([]);
    expect(await adrFiles(again, "shop", "docs/adr")).toEqual([filed("1.md", "dec_a")]);
  });

  it("begins all writes or none, and none for a decision of another project", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    const begun = beginAdrWrites(memory, [writing("1.md", "dec_a"), writing("2.md", "dec_missing")]);
    await expect(begun).rejects.toMatchObject({ code: "not_found" });
    expect(await adrWrites(memory, "shop", "docs/adr")).toEqual([]);
  });

  it("forgets what was about to be written with its decision", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    await beginAdrWrites(memory, [writing("1.md", "dec_a")]);
    await eraseDecision(memory, "shop", "dec_a", act());
    expect(await adrWrites(memory, "shop", "docs/adr")).toEqual([]);
    await endAdrWrites(memory, [writing("1.md", "dec_a")], [filed("1.md", "dec_a")]);
    expect(await adrFilesOf(memory, "shop")).toEqual([]);
  });

  it("applies an edit of a file and saves the state of the file, or does neither", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: decision({ id: "dec_a" }) }, act());
    const { decisionId: _, memoryHash: __, ...file } = filed("1.md", "dec_a");
    const stateNow = async () => (await adrFiles(memory, "shop", "docs/adr"))[0];
    const change = { standing: "draft" } as const;
    const changed = await applyAdrEdit(memory, file, { decisionId: "dec_a", change }, act());
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
    const refused = applyAdrEdit(memory, edited, reworded("dec_missing"), act());
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
    expect(await stateNow()).toMatchObject({ decisionId: "dec_a", fileHash: "f" });
    const after = await applyAdrEdit(memory, edited, reworded("dec_a"), act());
    expect(after).toMatchObject({ id: "dec_a", reasoning: "It is fast", standing: "active" });
    expect(await stateNow()).toMatchObject({ fileHash: "g", memoryHash: memoryHash(after) });
    expect(await revisionsOf(memory, "shop", "dec_a")).toHaveLength(2);
  });
}
