import { describe, expect, it } from "vitest";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";

const AT = new Date("2026-03-01T09:00:00.000Z");

async function begun() {
  const repository = await gitRepository();
  await repository.write("a.ts", "one\ntwo\nthree\n");
  await repository.write("old name.ts", "same\nlines\nof\nthe\nfile\n");
  await repository.write("gone.ts", "x\n");
  const first = repository.commit("Begin", AT);
  return { ...repository, first, checkout: gitCheckout(async () => workTree(repository.root)) };
}

describe("what a change changes", WITH_GIT, () => {
  it("is every line that is not committed, of new, moved and removed files too", async () => {
    const { checkout, git, write, first } = await begun();
    await write("a.ts", "one\nTWO\nthree\nfour\n");
    git("mv", "old name.ts", "größe.ts");
    git("rm", "--quiet", "gone.ts");
    await write("new/b.ts", "fresh\n");
    const change = await checkout.changeOf();
    expect(change).toMatchObject({ base: first, tip: undefined });
    expect(change?.files).toEqual([
      {
        path: "a.ts",
        kind: "changed",
        added: [
          { line: 2, text: "TWO" },
          { line: 4, text: "four" },
        ],
        removed: [{ line: 2, text: "two" }],
      },
      { path: "gone.ts", kind: "deleted", added: [], removed: [{ line: 1, text: "x" }] },
      { path: "größe.ts", from: "old name.ts", kind: "renamed", added: [], removed: [] },
      {
        path: "new/b.ts",
        kind: "added",
        added: [
          { line: 1, text: "fresh" },
          { line: 2, text: "" },
        ],
        removed: [],
      },
    ]);
  });

  it("is that of a range, from where the branches parted if it has three dots", async () => {
    const { checkout, git, write, commit, first } = await begun();
    git("switch", "--quiet", "-c", "work");
    await write("a.ts", "one\n+++ two\n--- three\n");
    const tip = commit("Change", AT);
    git("switch", "--quiet", "main");
    await write("b.ts", "b\n");
    commit("Other", AT);
    const parted = await checkout.changeOf("main...work");
    expect(parted).toMatchObject({ base: first, tip });
    expect(parted?.files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(parted?.files[0]?.added.map(({ text }) => text)).toEqual(["+++ two", "--- three"]);
    expect((await checkout.changeOf("main..work"))?.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  });

  it("is not known for a range that git does not know, and no option gets through", async () => {
    const { checkout } = await begun();
    for (const range of ["none..HEAD", "--output=x", "-p", "HEAD...none", "$(x)"])
      expect(await checkout.changeOf(range)).toBeUndefined();
    expect(await gitCheckout(async () => undefined).changeOf()).toBeUndefined();
  });

  it("runs no program that the repository names", async () => {
    const { checkout, git, write } = await begun();
    git("config", "diff.external", "false");
    await write(".gitattributes", "*.ts diff=bad\n");
    git("config", "diff.bad.textconv", "false");
    await write("a.ts", "other\n");
    expect((await checkout.changeOf())?.files.find(({ path }) => path === "a.ts")?.added).toEqual([
      { line: 1, text: "other" },
    ]);
  });
});

describe("commits by their ids", WITH_GIT, () => {
  it("are those that are there, whole or by their beginning, newest first", async () => {
    const { checkout, commit, first } = await begun();
    const second = commit("Later", new Date(AT.getTime() + 60_000));
    const found = await checkout.commitsOf([first.slice(0, 9), "0".repeat(40), second, "no commit"]);
    expect(found.map(({ id, subject }) => [id, subject])).toEqual([
      [second, "Later"],
      [first, "Begin"],
    ]);
  });
});
