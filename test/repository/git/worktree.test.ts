import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitWorktree } from "../../../src/repository/git/worktree.ts";
import { DAY } from "../../support/decisions.ts";
import { gitRepository, WITH_GIT } from "../../support/git.ts";
import { folderOfTest } from "../../support/memory.ts";

const worktree = gitWorktree("/nowhere");

async function committed() {
  const repository = await gitRepository();
  await repository.write("src/a.ts", "");
  return { ...repository, head: repository.commit("First", DAY) };
}

describe("What is checked out", WITH_GIT, () => {
  it("is a branch and its commit, from anywhere in the work tree", async () => {
    const { root, git, head } = await committed();
    for (const folder of [root, join(root, "src")])
      expect(await worktree.checkedOut(folder)).toEqual({ branch: "main", head });
    git("switch", "--quiet", "--create", "feature/with-a/slash");
    expect(await worktree.checkedOut(root)).toEqual({ branch: "feature/with-a/slash", head });
  });

  it("is a branch whose references are packed", async () => {
    const { root, git, head, commit } = await committed();
    git("branch", "main-old");
    const newer = commit("Second", DAY);
    git("tag", "-a", "v1", "-m", "One");
    git("pack-refs", "--all");
    expect(await worktree.checkedOut(root)).toEqual({ branch: "main", head: newer });
    git("switch", "--quiet", "main-old");
    expect(await worktree.checkedOut(root)).toEqual({ branch: "main-old", head });
    // What was packed is out of date once there is a file.
    expect(commit("Third", DAY)).toBe((await worktree.checkedOut(root))?.head);
  });

  it("is a commit alone where no branch is", async () => {
    const { root, git, head } = await committed();
    git("checkout", "--quiet", "--detach");
    expect(await worktree.checkedOut(root)).toEqual({ head });
  });

  it("is a branch without a commit in a new repository", async () => {
    const { root } = await gitRepository();
    expect(await worktree.checkedOut(root)).toEqual({ branch: "main", head: undefined });
  });

  it("is that of a linked work tree in its folder", async () => {
    const { root, git, head } = await committed();
    const linked = join((await folderOfTest()).path, "linked");
    git("worktree", "add", "--quiet", "-b", "side", linked);
    expect(await worktree.checkedOut(linked)).toEqual({ branch: "side", head });
    expect(await worktree.checkedOut(root)).toEqual({ branch: "main", head });
  });

  it("is not known where references are kept in tables, nor without a repository", async () => {
    const { root } = await committed();
    // As git writes it there for programs that only know files.
    writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/.invalid\n");
    expect(await worktree.checkedOut(root)).toBeUndefined();
    for (const folder of [(await folderOfTest()).path, "/nowhere/at/all"])
      expect(await worktree.checkedOut(folder)).toBeUndefined();
  });

  it("is not looked for above the home directory, even if that is a link", async () => {
    const { root } = await committed();
    await mkdir(join(root, "home", "work"), { recursive: true });
    const link = join((await folderOfTest()).path, "home");
    symlinkSync(join(root, "home"), link);
    expect(await gitWorktree(link).checkedOut(join(link, "work"))).toBeUndefined();
  });
});

it.each(["HEAD", "packed-refs"])("does not wait for a pipe in the place of %s", WITH_GIT, async (file) => {
  const { root, git } = await committed();
  git("pack-refs", "--all");
  await rm(join(root, ".git", file));
  execFileSync("mkfifo", [join(root, ".git", file)]);
  expect((await worktree.checkedOut(root))?.head).toBeUndefined();
});

describe("The path of a file in its repository", () => {
  async function folder() {
    const path = await realpath((await folderOfTest()).path);
    mkdirSync(join(path, "repo/.git"), { recursive: true });
    mkdirSync(join(path, "repo/src"));
    writeFileSync(join(path, "repo/.git/HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(path, "repo/src/a.ts"), "");
    return join(path, "repo");
  }

  it("is relative to its root, whichever folder the session works in", async () => {
    const root = await folder();
    const src = join(root, "src");
    expect(await worktree.pathIn(root, "src/a.ts")).toBe("src/a.ts");
    expect(await worktree.pathIn(src, "a.ts")).toBe("src/a.ts");
    expect(await worktree.pathIn(src, "./../src/a.ts")).toBe("src/a.ts");
    expect(await worktree.pathIn(src, join(root, "src/a.ts"))).toBe("src/a.ts");
  });

  it("is known before the file or its folder exists", async () => {
    const root = await folder();
    expect(await worktree.pathIn(root, "src/new.ts")).toBe("src/new.ts");
    expect(await worktree.pathIn(root, "new/deep/er/file.ts")).toBe("new/deep/er/file.ts");
  });

  it("is that of what a link names, also of a file that does not exist yet", async () => {
    const root = await folder();
    const link = join(dirname(root), "link");
    symlinkSync(root, link);
    symlinkSync(join(root, "src"), join(root, "sources"));
    for (const file of ["src/a.ts", "src/new.ts", "src/new/deep/file.ts", "sources/new/file.ts"]) {
      const expected = file.replace("sources", "src");
      expect(await worktree.pathIn(link, file)).toBe(expected);
      expect(await worktree.pathIn(root, join(link, file))).toBe(expected);
      expect(await worktree.pathIn(link, join(root, file))).toBe(expected);
    }
  });

  it("is none outside of it", async () => {
    const root = await folder();
    symlinkSync(dirname(root), join(root, "out"));
    for (const file of ["..", "../b.ts", "/etc/hosts", ".", "", root, "out/b.ts", "a\0b/../../../c"])
      expect(await worktree.pathIn(root, file), file).toBeUndefined();
    expect(await worktree.pathIn(root, "..a.ts")).toBe("..a.ts");
  });

  it("is relative to the folder of the session where there is no repository", async () => {
    const { path } = await folderOfTest();
    expect(await worktree.pathIn(path, "a.ts")).toBe("a.ts");
    expect(await worktree.pathIn(path, "../a.ts")).toBeUndefined();
  });
});
