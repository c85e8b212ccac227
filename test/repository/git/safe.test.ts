import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { folderOfTest } from "../../support/memory.ts";

const SOURCES = fileURLToPath(new URL("../../../src", import.meta.url));
const BEFORE = new Date("2026-02-10T10:00:00Z");

afterEach(() => vi.unstubAllEnvs());

async function begun() {
  const repository = await gitRepository();
  await repository.write("a.ts", "one\n", BEFORE);
  const first = repository.commit("Begin", BEFORE);
  return { ...repository, first, checkout: gitCheckout(async () => workTree(repository.root)) };
}

it("is started by the file that makes it safe, and by no other", async () => {
  const sources = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const starting: string[] = [];
  for (const name of sources)
    if (/\b(?:exec|spawn)\w*\(\s*["'`]git\b/.test(await readFile(join(SOURCES, name), "utf8")))
      starting.push(name);
  expect(new Set(starting.map((name) => name.replaceAll("\\", "/")))).toEqual(
    new Set(["repository/git/run-git.ts"]),
  );
});

describe("git in a work tree", WITH_GIT, () => {
  /** Written as bytes, because arguments are UTF-8. What the filter leaves when it runs is returned. */
  const filterNamed = async (root: string, name: Buffer): Promise<string> => {
    const mark = join((await folderOfTest()).path, "mark");
    const [before, after] = [`[filter "`, `"]\n\tclean = "touch '${mark}'; cat"\n`].map((text) =>
      Buffer.from(text),
    );
    await appendFile(join(root, ".git", "config"), Buffer.concat([before as Buffer, name, after as Buffer]));
    const line = Buffer.concat([Buffer.from("* filter="), name, Buffer.from("\n")]);
    await writeFile(join(root, ".gitattributes"), line);
    return mark;
  };

  it("does not run a filter whose name is empty", async () => {
    const { root, write, checkout } = await begun();
    const mark = await filterNamed(root, Buffer.alloc(0));
    await write("a.ts", "two\n");
    expect(await checkout.changesSince(BEFORE, ["a.ts"])).toHaveLength(1);
    expect((await checkout.changeOf())?.files).not.toHaveLength(0);
    expect(await checkout.origins("a.ts", 1, 1)).toHaveLength(1);
    expect(existsSync(mark)).toBe(false);
    execFileSync("git", ["status"], { cwd: root, stdio: "pipe" });
    expect(existsSync(mark)).toBe(true);
  });

  it.each([
    ["has a =", Buffer.from("a=b")],
    ["is not UTF-8", Buffer.from([0x61, 0xff, 0x62])],
  ])("is not used where a filter cannot be switched off, because its name %s", async (_, name) => {
    const { root, write, checkout } = await begun();
    const mark = await filterNamed(root, name);
    await write("a.ts", "two\n");
    for (const ask of [
      () => checkout.changesSince(BEFORE, ["."]),
      () => checkout.changeOf(),
      () => checkout.origins("a.ts", 1, 1),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "unavailable", reason: "git_unstoppable_filter" });
    expect(existsSync(mark)).toBe(false);
    execFileSync("git", ["status"], { cwd: root, stdio: "pipe" });
    expect(existsSync(mark)).toBe(true);
  });

  it("takes a file as it is, where a filter would change it", async () => {
    const { git, write, checkout } = await begun();
    git("config", "filter.shout.clean", "tr a-z A-Z");
    git("config", "filter.shout.required", "true");
    await write(".gitattributes", "* filter=shout\n");
    await write("a.ts", "two\n");
    const change = await checkout.changeOf();
    expect(change?.files.find(({ path }) => path === "a.ts")?.added).toEqual([{ line: 1, text: "two" }]);
  });

  it("reads this work tree, whatever the repository says of another", async () => {
    const { git, write, checkout } = await begun();
    git("config", "core.worktree", (await folderOfTest()).path);
    expect(await checkout.changeOf()).toMatchObject({ files: [] });
    await write("a.ts", "two\n");
    expect(await checkout.changeOf()).toMatchObject({ files: [{ path: "a.ts", kind: "changed" }] });
  });

  it("does not take the repository around a folder whose own cannot be read", async () => {
    const { root } = await begun();
    const inner = join(root, "inner");
    await mkdir(join(inner, ".git"), { recursive: true });
    await writeFile(join(inner, ".git", "HEAD"), "ref: refs/heads/main\n");
    expect(await gitCheckout(async () => workTree(inner)).head()).toBeUndefined();
  });

  it("does not take the files of a work tree for a repository", async () => {
    const { root } = await begun();
    const folder = (await folderOfTest()).file("archive");
    // As an archive would bring it: what git looks for is there, and `.git` leads nowhere.
    await cp(join(root, ".git"), folder, { recursive: true });
    await mkdir(join(folder, ".git"));
    expect(execFileSync("git", ["rev-parse", "--git-dir"], { cwd: folder, encoding: "utf8" }).trim()).toBe(
      ".",
    );
    expect(await gitCheckout(async () => workTree(folder)).head()).toBeUndefined();
  });

  it.each([
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
  ])("does not use %s, which git sets for its hooks", async (name) => {
    const { write, checkout, first } = await begun();
    await write("a.ts", "two\n");
    vi.stubEnv(name, join((await folderOfTest()).path, "nowhere"));
    expect(await checkout.head()).toMatchObject({ id: first });
    expect(await checkout.changesSince(BEFORE, ["a.ts"])).toEqual([{ path: "a.ts", kind: "changed" }]);
  });

  it("tells that a submodule has another commit, and not what was changed in it", async () => {
    const { root, git, write, commit, checkout } = await begun();
    const library = join(root, "library");
    git("init", "--quiet", library);
    await write("library/b.ts", "one\n");
    const inside = ["-C", library, "-c", "user.name=Test", "-c", "user.email=test@git.example"];
    git(...inside, "add", "--all");
    git(...inside, "commit", "--quiet", "-m", "Begin");
    commit("Add a submodule", BEFORE);
    await write("library/b.ts", "two\n");
    expect(await checkout.changeOf()).toMatchObject({ files: [] });
    git(...inside, "commit", "--quiet", "--all", "-m", "Change");
    expect(await checkout.changeOf()).toMatchObject({ files: [{ path: "library", kind: "changed" }] });
    await rm(library, { recursive: true });
  });
});
