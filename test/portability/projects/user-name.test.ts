import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { gitUserName } from "../../../src/portability/projects/project.ts";
import { gitRepository, WITH_GIT } from "../../support/git.ts";
import { folderOfTest } from "../../support/memory.ts";

const named = (name: string): string => `[user]\n\tname = ${name}\n`;

async function written(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

describe("the user's name that git knows", WITH_GIT, () => {
  it("is that of the repository around the directory, else that of the user", async () => {
    const { root, git } = await gitRepository();
    const { path: home, file } = await folderOfTest();
    const userConfigs = [await written(file(".gitconfig"), named("Jane"))];
    const cwd = join(root, "src");
    await mkdir(cwd);
    expect(await gitUserName({ cwd, home, userConfigs })).toBe("Jane");
    git("config", "user.name", "Jane at work");
    expect(await gitUserName({ cwd, home, userConfigs })).toBe("Jane at work");
    expect(await gitUserName({ cwd: home, home, userConfigs })).toBe("Jane");
  });

  it("is that of the repository in the client's roots, also in a further work tree", async () => {
    const { root, git, commit } = await gitRepository();
    const { path: home } = await folderOfTest();
    const elsewhere = join((await folderOfTest()).path, "tree");
    git("config", "user.name", "Jane at work");
    commit("Start", new Date("2026-02-12T10:30:00Z"));
    git("worktree", "add", "--quiet", elsewhere);
    for (const folder of [root, elsewhere]) {
      const roots = [pathToFileURL(folder).href];
      expect(await gitUserName({ cwd: home, roots, home, userConfigs: [] })).toBe("Jane at work");
    }
  });
});

describe("the user's name outside a repository", () => {
  it("is in the first of the user's files that has one", async () => {
    const { path: home, file } = await folderOfTest();
    const [first, second] = [file(".gitconfig"), file(".config/git/config")];
    const find = () => gitUserName({ cwd: home, home, userConfigs: [first, second] });
    expect(await find()).toBeUndefined();
    await written(second, named("Jane of XDG"));
    expect(await find()).toBe("Jane of XDG");
    await written(first, "[user]\n\temail = jane@git.example\n");
    expect(await find()).toBe("Jane of XDG");
    await written(first, named('"Jane  Doe" ; me'));
    expect(await find()).toBe("Jane  Doe");
  });

  it("is unknown where a directory is in the place of the file", async () => {
    const { path: home } = await folderOfTest();
    expect(await gitUserName({ cwd: home, home, userConfigs: [home, "", "/dev/null"] })).toBeUndefined();
  });
});
