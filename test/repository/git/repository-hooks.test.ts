import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryHooks, withBlock, withoutBlock } from "../../../src/repository/git/repository-hooks.ts";
import { wholeFiles } from "../../../src/shared/files/whole-files.ts";
import { DAY } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";

const COMMAND = ["/opt/it's here/node", "membria.js", "git", "sync"];

async function withHooks() {
  const repository = await gitRepository();
  const hooks = repositoryHooks(async () => workTree(repository.root), wholeFiles);
  const path = join(repository.root, ".git/hooks/post-commit");
  await mkdir(join(repository.root, ".git/hooks"), { recursive: true });
  const existing = async (text: string, mode = 0o755): Promise<void> => {
    await writeFile(path, text);
    await chmod(path, mode);
  };
  return { ...repository, hooks, path, existing };
}

describe("the block in a hook", () => {
  it("is taken out again byte by byte, whatever the hook does", () => {
    const shebang = fc.constantFrom(
      "#!/bin/sh\n",
      "#!/usr/bin/env bash\n",
      "#! /bin/bash -e\r\n",
      "#!/usr/bin/env -S sh\n",
    );
    fc.assert(
      fc.property(shebang, fc.string(), fc.array(fc.string(), { minLength: 1 }), (first, rest, command) => {
        fc.pre(`${first}${rest}` !== "#!/bin/sh\n");
        const joined = withBlock(`${first}${rest}`, command) ?? "";
        expect(withoutBlock(joined)).toBe(`${first}${rest}`);
        expect(withBlock(joined, command)).toBe(joined);
      }),
    );
  });

  it("is in no file that is not for a shell", () => {
    for (const text of [
      "#!/usr/bin/env python3\nprint(1)\n",
      "\x7fELF",
      "#!/usr/bin/fish\n",
      "echo no shebang\n",
      "#!/bin/sh",
    ])
      expect(withBlock(text, COMMAND)).toBeUndefined();
  });
});

describe("the hooks of a repository", WITH_GIT, () => {
  it("are made where there are none, run by git without waiting, and gone afterwards", async () => {
    const { root, git, hooks, commit } = await withHooks();
    const [mark, pipe] = [join(root, ".git/ran"), join(root, ".git/pipe")];
    execFileSync("mkfifo", [pipe]);
    // It waits until somebody writes into the pipe, which nobody does before the commit is made.
    const waiting = ["/bin/sh", "-c", `cat '${pipe}' > '${mark}'; pwd >> '${mark}'`];
    expect(await hooks.install(waiting)).toMatchObject([
      { hook: "post-commit", state: "ours" },
      { hook: "post-merge", state: "ours" },
    ]);
    commit("Begin", DAY);
    await writeFile(pipe, "");
    await eventually(async () => expect((await readFile(mark, "utf8")).trim()).toBe(root));
    expect(await hooks.remove()).toMatchObject([{ state: "missing" }, { state: "missing" }]);
    expect(git("status", "--porcelain")).toBe("");
    expect(await hooks.states()).toMatchObject([{ state: "missing" }, { state: "missing" }]);
  });

  it("keep what they do, and their permissions", async () => {
    const { hooks, path, existing, commit, root } = await withHooks();
    const before = `#!/bin/sh\necho own > "${root}/.git/own"\nexit 3\n`;
    await existing(before, 0o750);
    expect((await hooks.install(["/bin/false"]))?.[0]).toMatchObject({ state: "joined" });
    await hooks.install(COMMAND);
    expect((await stat(path)).mode & 0o777).toBe(0o750);
    expect((await readFile(path, "utf8")).match(/>>> membria/g)).toHaveLength(1);
    commit("Begin", DAY);
    expect(await readFile(join(root, ".git/own"), "utf8")).toBe("own\n");
    expect((await hooks.remove())?.[0]).toMatchObject({ state: "other" });
    expect(await readFile(path, "utf8")).toBe(before);
    expect((await stat(path)).mode & 0o777).toBe(0o750);
  });

  it("never break a commit, even if the program is gone", async () => {
    const { hooks, commit } = await withHooks();
    await hooks.install(["/nowhere/membria", "git", "sync"]);
    expect(commit("Begin", DAY)).toMatch(/^[0-9a-f]{40}$/);
  });

  it("are left alone where they are not ours to change, and say why", async () => {
    const { hooks, path, existing, root } = await withHooks();
    await existing("#!/usr/bin/env python3\n");
    expect((await hooks.install(COMMAND))?.[0]).toMatchObject({
      state: "other",
      left: expect.stringContaining("no script of a shell"),
    });
    await existing("#!/bin/sh\n:\n", 0o644);
    expect((await hooks.install(COMMAND))?.[0]).toMatchObject({
      left: expect.stringContaining("not executable"),
    });
    expect(await readFile(path, "utf8")).toBe("#!/bin/sh\n:\n");
    const merge = join(root, ".git/hooks/post-merge");
    await hooks.remove();
    await symlink(path, merge);
    expect((await hooks.install(COMMAND))?.[1]).toMatchObject({ left: expect.stringContaining("a link") });
  });

  it("are where git is told to look for them", async () => {
    const { hooks, git, root } = await withHooks();
    git("config", "core.hooksPath", "tools/hooks");
    expect((await hooks.install(COMMAND))?.[0]?.path).toBe(join(root, "tools/hooks/post-commit"));
  });

  it("run nothing in the middle of a rebase", async () => {
    const { hooks, root, path } = await withHooks();
    const mark = join(root, ".git/ran");
    await hooks.install(["/usr/bin/touch", mark]);
    await mkdir(join(root, ".git/rebase-merge"));
    execFileSync(path, { cwd: root });
    await expect(stat(mark)).rejects.toThrow();
  });

  it("are none outside a repository", async () => {
    const hooks = repositoryHooks(async () => undefined, wholeFiles);
    expect(await hooks.states()).toBeUndefined();
    expect(await hooks.install(COMMAND)).toBeUndefined();
    expect(await hooks.remove()).toBeUndefined();
  });
});
