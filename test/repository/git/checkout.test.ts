import { readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FolderLookup, findWorkTree } from "../../../src/portability/projects/project.ts";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import type { Checkout } from "../../../src/shared/ports.ts";
import { gitRepository, PATIENT_GIT, type TestRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { folderOfTest } from "../../support/memory.ts";

const BEFORE = new Date("2026-02-10T10:00:00Z");
const SINCE = new Date("2026-02-12T10:30:00.250Z");
const AFTER = new Date("2026-02-13T10:00:00Z");
const LATER = new Date("2026-02-14T10:00:00Z");

const at = (root: string | undefined): Checkout =>
  gitCheckout(async () => (root === undefined ? undefined : workTree(root)));

/** `src/auth.ts` and `src/db.ts`, committed before. */
async function withHistory(): Promise<TestRepository & { checkout: Checkout; first: string }> {
  const repository = await gitRepository();
  await repository.write("src/auth.ts", "1", BEFORE);
  await repository.write("src/db.ts", "1", BEFORE);
  const first = repository.commit("Begin", BEFORE);
  return { ...repository, first, checkout: at(repository.root) };
}

afterEach(() => vi.unstubAllEnvs());

describe("without a repository that can be read", () => {
  const nothing = async (checkout: Checkout): Promise<void> => {
    expect(await checkout.head()).toBeUndefined();
    expect(await checkout.commitsSince(SINCE, 10)).toEqual({ commits: [], total: 0 });
    expect(await checkout.changesSince(SINCE, ["a.ts"])).toEqual([]);
    expect(await checkout.goneCommits(["abcdef1"])).toEqual([]);
  };

  it("there is no head, and the rest is empty", () => nothing(at(undefined)));

  it("as in a folder that is none", async () => nothing(at((await folderOfTest()).path)));

  it("as in one without a commit", WITH_GIT, async () => nothing(at((await gitRepository()).root)));

  it("as where git is not installed", WITH_GIT, async () => {
    const { checkout } = await withHistory();
    vi.stubEnv("PATH", (await folderOfTest()).path);
    await nothing(checkout);
  });
});

describe("a checkout", WITH_GIT, () => {
  it("knows the commit that is checked out", async () => {
    const { checkout, first } = await withHistory();
    expect(await checkout.head()).toEqual({ id: first, at: BEFORE, subject: "Begin" });
  });

  it("names the commits since a time, the newest first, and counts those it does not name", async () => {
    const { checkout, commit } = await withHistory();
    const second = commit("Second: with\x01odd\x1fmarks", AFTER);
    const third = commit("Third", LATER);
    const { commits, total } = await checkout.commitsSince(SINCE, 10);
    expect(commits.map(({ id }) => id)).toEqual([third, second]);
    expect(total).toBe(2);
    expect(await checkout.commitsSince(SINCE, 1)).toMatchObject({ commits: [{ id: third }], total: 2 });
    expect(await checkout.commitsSince(LATER, 10, second)).toMatchObject({ total: 1 });
  });

  it("starts with the next full second, because git has no fractions of seconds", async () => {
    const { checkout, commit } = await withHistory();
    commit("Within the second of that time", new Date("2026-02-12T10:30:00Z"));
    const next = commit("In the next one", new Date("2026-02-12T10:30:01Z"));
    expect(await checkout.commitsSince(SINCE, 10)).toMatchObject({ commits: [{ id: next }], total: 1 });
  });

  it("counts commits merged since a commit, even if they are older than the time", async () => {
    const { checkout, git, write, commit, first } = await withHistory();
    git("switch", "--quiet", "-c", "side");
    await write("src/side.ts", "1", BEFORE);
    const old = commit("Old work on the side", BEFORE);
    git("switch", "--quiet", "main");
    git("merge", "--quiet", "--ff-only", "side");
    expect(await checkout.commitsSince(SINCE, 10)).toMatchObject({ total: 0 });
    expect(await checkout.commitsSince(SINCE, 10, first)).toMatchObject({ commits: [{ id: old }], total: 1 });
    expect(await checkout.changesSince(SINCE, ["src/side.ts"], first)).toMatchObject([
      { path: "src/side.ts" },
    ]);
  });

  it("uses the time if the commit no longer exists", async () => {
    const { checkout, commit } = await withHistory();
    commit("Second", AFTER);
    expect(await checkout.commitsSince(SINCE, 10, "0123456789abcdef0123456789abcdef01234567")).toMatchObject({
      total: 1,
    });
  });

  it("reports which files were changed or deleted, and by which last commit", async () => {
    const { checkout, root, write, commit } = await withHistory();
    await write("src/auth.ts", "2");
    commit("Change", AFTER);
    await write("src/auth.ts", "3");
    await rm(join(root, "src/db.ts"));
    const last = commit("Change again", LATER);
    expect(await checkout.changesSince(SINCE, ["src/auth.ts", "src/db.ts", "src/none.ts"])).toEqual([
      { path: "src/auth.ts", kind: "changed", commit: { id: last, at: LATER, subject: "Change again" } },
      { path: "src/db.ts", kind: "deleted", commit: { id: last, at: LATER, subject: "Change again" } },
    ]);
  });

  it("reports uncommitted changes made since, not earlier ones", async () => {
    const { checkout, root, write } = await withHistory();
    await write("src/auth.ts", "2", AFTER);
    await write("src/db.ts", "changed before that moment", new Date(BEFORE.getTime() + 60_000));
    await write("new/folder/file.ts", "1", AFTER);
    const changes = await checkout.changesSince(SINCE, ["src/auth.ts", "src/db.ts", "new/folder/file.ts"]);
    expect(changes).toEqual([
      { path: "src/auth.ts", kind: "changed" },
      { path: "new/folder/file.ts", kind: "changed" },
    ]);
    await rm(join(root, "src/db.ts"));
    expect(await checkout.changesSince(SINCE, ["src/db.ts"])).toEqual([
      { path: "src/db.ts", kind: "deleted" },
    ]);
  });

  it("accepts folders and the whole repository", async () => {
    const { checkout, write, commit } = await withHistory();
    expect(await checkout.changesSince(SINCE, [".", "src"])).toEqual([]);
    await write("src/auth.ts", "2");
    const id = commit("Change", AFTER);
    expect(await checkout.changesSince(SINCE, [".", "src/", "docs"])).toMatchObject([
      { path: ".", commit: { id } },
      { path: "src", commit: { id } },
    ]);
  });

  it("accepts absolute, relative and linked paths, without duplicates and without those outside", async () => {
    const { checkout, root, write, commit } = await withHistory();
    await write("src/auth.ts", "2");
    commit("Change", AFTER);
    const link = join((await folderOfTest()).path, "link");
    await symlink(root, link);
    const paths = ["src/auth.ts", "./src/auth.ts", join(root, "src/auth.ts"), join(link, "src/auth.ts")];
    const outside = ["../outside.ts", "/etc/passwd", "a\0b", join(`${root}-other`, "src/auth.ts")];
    expect(await checkout.changesSince(SINCE, [...paths, ...outside])).toMatchObject([
      { path: "src/auth.ts" },
    ]);
  });

  it("takes a path literally, not as a git pattern", async () => {
    const { checkout, write, commit } = await withHistory();
    await write("src/auth.ts", "2");
    await write(":odd[1].ts", "1");
    commit("Change", AFTER);
    expect(await checkout.changesSince(SINCE, [":odd[1].ts"])).toMatchObject([{ path: ":odd[1].ts" }]);
    expect(await checkout.changesSince(SINCE, ["src/*", ":(glob)**", "--all", "-x", ":/"])).toEqual([]);
  });

  it("knows the commits that are no longer part of the history", async () => {
    const { checkout, git, commit, first } = await withHistory();
    const dropped = commit("Dropped", AFTER);
    git("reset", "--quiet", "--hard", first);
    const never = "0123456789abcdef0123456789abcdef01234567";
    expect(await checkout.goneCommits([first.slice(0, 8), dropped, never, "--help"])).toEqual([
      dropped,
      never,
    ]);
  });

  it("does not report commits as gone that a shallow clone does not know", async () => {
    const { root, git, commit, first } = await withHistory();
    commit("Second", AFTER);
    const clone = join((await folderOfTest()).path, "clone");
    git("-c", "protocol.file.allow=always", "clone", "--quiet", "--depth=1", `file://${root}`, clone);
    expect(await at(clone).goneCommits([first])).toEqual([]);
  });

  it("works in a linked work tree, and ignores GIT_DIR", async () => {
    const { root, git, commit, write } = await withHistory();
    await write("src/auth.ts", "2");
    const second = commit("Second", AFTER);
    const tree = join((await folderOfTest()).path, "tree");
    git("worktree", "add", "--quiet", "--detach", tree, "HEAD~1");
    vi.stubEnv("GIT_DIR", join(root, "nowhere"));
    expect(await at(root).head()).toMatchObject({ id: second });
    expect(await at(tree).head()).toMatchObject({ subject: "Begin" });
  });

  it("that cannot be read is an error, not an empty result", async () => {
    const { checkout, root } = await withHistory();
    await writeFile(join(root, ".git", "index"), "damaged");
    await expect(checkout.changesSince(SINCE, ["src/auth.ts"])).rejects.toMatchObject({
      code: "unavailable",
      reason: "git_unavailable",
    });
  });

  it("is never written to", async () => {
    const { checkout, root, write } = await withHistory();
    // A file whose time changed and whose text did not would make git refresh its index.
    await write("src/auth.ts", "1", AFTER);
    const index = join(root, ".git", "index");
    const state = async () => [
      await readFile(index),
      (await stat(index)).mtimeMs,
      await readdir(join(root, ".git")),
    ];
    const before = await state();
    await checkout.changesSince(SINCE, ["."]);
    await checkout.commitsSince(SINCE, 5);
    await checkout.goneCommits(["abcdef12"]);
    expect(await state()).toEqual(before);
  });
});

describe("the work tree", WITH_GIT, () => {
  it("is that of the client's roots, else that around the directory", async () => {
    const { root } = await withHistory();
    const { path } = await folderOfTest();
    const found = async (where: FolderLookup) => (await findWorkTree({ ...where, git: PATIENT_GIT }))?.root;
    expect(await found({ cwd: join(root, "src"), home: path })).toBe(root);
    expect(await found({ cwd: path, roots: [`file://${root}`], home: path })).toBe(root);
    expect(await found({ cwd: path, home: path })).toBeUndefined();
  });
});
