import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { hookSession, touchedFiles } from "../../../src/hooks/sql/hook-store.ts";
import { DAY } from "../../support/decisions.ts";
import { gitRepository, WITH_GIT } from "../../support/git.ts";
import { SESSION } from "../../support/hook-records.ts";
import { folderOfTest } from "../../support/memory.ts";
import { openSession } from "../../support/reporting-session.ts";

const AGENT = { name: "claude-code" };

async function inRepository() {
  const repository = await gitRepository();
  await repository.write("src/orders.ts", "");
  const head = repository.commit("First", DAY);
  return { ...(await openSession(repository.root)), repository, head };
}

describe("After a tool", WITH_GIT, () => {
  it("the files that it changed are noted by their path in the repository, the latest first", async () => {
    const { report, memory, repository } = await inRepository();
    const { root } = repository;
    symlinkSync(join(root, "src"), join(root, "linked"));
    await report("post-tool", { files: [join(root, "src/orders.ts"), "new/deep/file.ts"] });
    memory.clock.advance(1_000);
    await report("post-tool", { files: ["linked/orders.ts", "../elsewhere.ts", "/etc/hosts"] });
    await report("post-tool", { files: ["refunds.ts"], folder: join(root, "src"), session: "two" });
    expect(await touchedFiles(memory, SESSION, 10)).toEqual(["src/orders.ts", "new/deep/file.ts"]);
    expect(await touchedFiles(memory, { ...SESSION, session: "two" }, 10)).toEqual(["src/refunds.ts"]);
  });

  it("that changed nothing of the repository there is nothing to note", async () => {
    const { report, memory } = await inRepository();
    for (const files of [[], ["/etc/hosts"]]) await report("post-tool", { files });
    expect(await hookSession(memory, SESSION)).toBeUndefined();
  });

  it("a decision that it captured knows branch, commit, files and what the person had asked", async () => {
    const { report, decide, memory, head } = await inRepository();
    await report("prompt", { prompt: "Please store the orders of the shop in a table" });
    await report("post-tool", { files: ["src/orders.ts"] });
    const { id } = await decide("Keep orders in one table", {}, AGENT);
    await report("post-tool", { captured: [id] });
    expect((await findDecision(memory, "shop", id))?.capturedIn).toEqual({
      ...SESSION,
      branch: "main",
      head,
      files: ["src/orders.ts"],
      exchange: "Person: Please store the orders of the shop in a table",
    });
    expect(await hookSession(memory, SESSION)).toMatchObject({ captured: [id] });
  });

  it("an older decision that it names is not joined, nor one of another session or project", async () => {
    const { report, decide, memory } = await inRepository();
    const old = await decide("Keep orders in one table", {}, AGENT);
    memory.clock.advance(10 * 60_000);
    const theirs = await decide("Number orders by day", {}, AGENT);
    await report("post-tool", { captured: [theirs.id], session: "two" });
    memory.clock.advance(1_000);
    const elsewhere = await decide("Round prices up", {}, { ...AGENT, project: "depot" });
    await report("post-tool", { captured: [old.id, theirs.id, elsewhere.id, "dec_0000000000000000x"] });
    const made = await decide("Refund within a week", {}, AGENT);
    memory.clock.advance(1_000);
    await report("post-tool", { captured: [made.id, theirs.id, old.id] });
    const sessionOf = async (id: string, project = "shop") =>
      (await findDecision(memory, project, id))?.capturedIn?.session;
    expect(await sessionOf(old.id)).toBeUndefined();
    expect(await sessionOf(theirs.id)).toBe("two");
    expect(await sessionOf(elsewhere.id, "depot")).toBeUndefined();
    expect(await sessionOf(made.id)).toBe("one");
  });

  it("a decision is joined without a folder, and outside of a repository, as far as it goes", async () => {
    const { path } = await folderOfTest();
    for (const folder of [undefined, path]) {
      const { report, decide, memory } = await openSession(folder);
      const { id } = await decide("Keep orders in one table", {}, AGENT);
      await report("post-tool", { captured: [id], files: ["orders.ts"] });
      expect((await findDecision(memory, "shop", id))?.capturedIn).toEqual({
        ...SESSION,
        files: folder === undefined ? [] : ["orders.ts"],
      });
    }
  });
});
