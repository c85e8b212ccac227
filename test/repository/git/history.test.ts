import { execFileSync } from "node:child_process";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import type { Checkout, HistoryQuery, WholeCommit } from "../../../src/shared/ports.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { folderOfTest } from "../../support/memory.ts";

const day = (number: number): Date => new Date(`2026-03-${String(number).padStart(2, "0")}T10:00:00Z`);

async function read(checkout: Checkout, query: HistoryQuery = {}): Promise<WholeCommit[]> {
  const commits: WholeCommit[] = [];
  for await (const commit of checkout.history(query)) commits.push(commit);
  return commits;
}

async function withHistory() {
  const repository = await gitRepository();
  const { root, write, commit } = repository;
  await write("src/a.ts", "one\ntwo\nthree\nfour\n", day(1));
  const first = commit("Begin", day(1));
  await write("src/b.ts", "b\n", day(2));
  const second = commit("Add b\n\nBecause a is not enough.\n\nReviewed-by: somebody", day(2));
  await mkdir(dirname(join(root, "lib/a.ts")), { recursive: true });
  await rename(join(root, "src/a.ts"), join(root, "lib/a.ts"));
  const third = commit("Move a", day(3));
  return { ...repository, first, second, third, checkout: gitCheckout(async () => workTree(root)) };
}

describe("the history without a repository that can be read", () => {
  it("is empty", async () => {
    const checkout = gitCheckout(async () => undefined);
    expect(await read(checkout)).toEqual([]);
    expect(await checkout.textsAt([{ commit: "abcdef1", path: "a" }])).toEqual([undefined]);
    expect(await checkout.textOf("a")).toBeUndefined();
    expect(await checkout.files()).toEqual([]);
    expect(await checkout.origins("a", 1, 1)).toEqual([]);
    expect(await checkout.commitAt(day(1))).toBeUndefined();
  });

  it("is empty where git is not installed, and without a commit", async () => {
    const { root } = await gitRepository();
    expect(await read(gitCheckout(async () => workTree(root)))).toEqual([]);
    vi.stubEnv("PATH", (await folderOfTest()).path);
    expect(await read(gitCheckout(async () => workTree(root)))).toEqual([]);
    vi.unstubAllEnvs();
  });
});

describe("the history of a repository", WITH_GIT, () => {
  it("has the oldest commit first, with what it says and changes", async () => {
    const { checkout, first, second, third } = await withHistory();
    const commits = await read(checkout);
    expect(commits.map(({ id }) => id)).toEqual([first, second, third]);
    expect(commits[1]).toEqual({
      id: second,
      parents: [first],
      at: day(2),
      subject: "Add b",
      body: "Because a is not enough.\n\nReviewed-by: somebody",
      files: [{ path: "src/b.ts", kind: "added" }],
    });
    expect(commits[2]?.files).toEqual([{ path: "lib/a.ts", kind: "renamed", from: "src/a.ts" }]);
  });

  it("goes on after a commit, from a time on, for some files, and up to a number", async () => {
    const { checkout, first, second, third } = await withHistory();
    const ids = async (query: HistoryQuery): Promise<string[]> =>
      (await read(checkout, query)).map(({ id }) => id);
    expect(await ids({ after: first })).toEqual([second, third]);
    expect(await ids({ after: "abcdef1234" })).toEqual([first, second, third]);
    expect(await ids({ since: day(3) })).toEqual([third]);
    expect(await ids({ paths: ["src/b.ts"] })).toEqual([second]);
    expect(await ids({ limit: 1 })).toEqual([third]);
    expect(await ids({ tip: second })).toEqual([first, second]);
    expect(await ids({ tip: "--output=x" })).toEqual([]);
  });

  it("can be left in the middle", async () => {
    const { checkout, first } = await withHistory();
    for await (const { id } of checkout.history({})) {
      expect(id).toBe(first);
      break;
    }
  });

  it("has the texts of files as they were, and no text for what is none", async () => {
    const { checkout, root, write, commit, first } = await withHistory();
    await writeFile(join(root, "picture.png"), Buffer.from([1, 0, 2]));
    await write("naïve name.txt", "ü\n", day(4));
    const fourth = commit("Add a picture", day(4));
    expect(
      await checkout.textsAt([
        { commit: first, path: "src/a.ts" },
        { commit: first, path: "src/b.ts" },
        { commit: fourth, path: "picture.png" },
        { commit: fourth, path: "src" },
        { commit: "no commit", path: "src/a.ts" },
        { commit: fourth, path: "naïve name.txt" },
        { commit: fourth, path: "a\nb" },
      ]),
    ).toEqual(["one\ntwo\nthree\nfour\n", undefined, undefined, undefined, undefined, "ü\n", undefined]);
  });

  it("reads files of the work tree and no others", async () => {
    const { checkout, root } = await withHistory();
    const other = await folderOfTest();
    await writeFile(other.file("secret.txt"), "secret");
    await symlink(other.file("secret.txt"), join(root, "link.txt"));
    expect(await checkout.textOf("lib/a.ts")).toBe("one\ntwo\nthree\nfour\n");
    expect(await checkout.textOf("link.txt")).toBeUndefined();
    expect(await checkout.textOf("../secret.txt")).toBeUndefined();
    expect(await checkout.textOf("src")).toBeUndefined();
  });

  it("does not wait for a pipe", async () => {
    const { checkout, root } = await withHistory();
    execFileSync("mkfifo", [join(root, "pipe.txt")]);
    expect(await checkout.textOf("pipe.txt")).toBeUndefined();
  });

  it("lists the files that it keeps, and none that are only there", async () => {
    const { checkout, write } = await withHistory();
    await write("note.txt", "not committed");
    expect(await checkout.files()).toEqual(["lib/a.ts", "src/b.ts"]);
  });

  it("knows which commit wrote a line, and which lines are not committed", async () => {
    const { checkout, first, second, write } = await withHistory();
    await write("lib/a.ts", "one\nTWO\nthree\nfour\n", day(4));
    expect(await checkout.origins("lib/a.ts", 1, 2)).toEqual([{ line: 1, commit: first }, { line: 2 }]);
    expect(await checkout.origins("src/b.ts", 1, 1)).toEqual([{ line: 1, commit: second }]);
    expect(await checkout.origins("src/b.ts", 7, 9)).toEqual([]);
    expect(await checkout.origins("nowhere.ts", 1, 1)).toEqual([]);
  });

  it("knows the commit that was the newest at a time", async () => {
    const { checkout, second } = await withHistory();
    expect(await checkout.commitAt(new Date("2026-03-02T20:00:00Z"))).toBe(second);
    expect(await checkout.commitAt(new Date("2026-02-02T20:00:00Z"))).toBeUndefined();
  });
});
