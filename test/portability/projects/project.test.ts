import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseProject } from "../../../src/access/operations/choose-project.ts";
import { usersGit } from "../../../src/main/git/users-git.ts";
import { type ProjectLookup, projectCandidates } from "../../../src/portability/projects/project.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { PATIENT_GIT } from "../../support/git.ts";
import { openMemory } from "../../support/memory.ts";

/** A notice that says why, and that a project can be set. */
const notice = (why: string) => ({
  text: expect.stringMatching(new RegExp(`"default".*${why}`)) as string,
  remedies: [{ remedy: "set-project" }],
});

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "membria-project-")));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

/** The project on a machine without any memory, where every name in a project file is followed. */
async function resolve(question: Partial<ProjectLookup>) {
  const candidates = await projectCandidates({ home, git: PATIENT_GIT, ...question });
  const { named: _named, place: _place, ...chosen } = await chooseProject(candidates, await openMemory());
  return chosen;
}

/** What identifies the repository to which the name in its project file is bound. */
const repositoryAt = async (cwd: string) =>
  (await projectCandidates({ home, cwd, git: PATIENT_GIT }))[0].named?.repository;

function git(cwd: string, ...args: string[]): string {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@git.example",
    "-c",
    "protocol.file.allow=always",
  ];
  const { PATH } = process.env;
  const env = {
    PATH,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: join(home, "no-gitconfig"),
  };
  return execFileSync("git", [...identity, ...args], { cwd, env, encoding: "utf8", stdio: "pipe" }).trim();
}

async function directory(...parts: string[]): Promise<string> {
  const path = join(home, ...parts);
  await mkdir(path, { recursive: true });
  return path;
}

async function repository(name: string, { origin, commits = 1 }: { origin?: string; commits?: number } = {}) {
  const root = await directory(name);
  git(root, "init", "--quiet", "--initial-branch=main");
  for (let n = 1; n <= commits; n++) git(root, "commit", "--quiet", "--allow-empty", "-m", `${name} ${n}`);
  if (origin !== undefined) git(root, "remote", "add", "origin", origin);
  return root;
}

const commitProject = (root: string, revision = "HEAD") =>
  `commit/${git(root, "rev-list", "--max-parents=0", revision).slice(0, 12)}`;

async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Fault) return error;
  throw new Error(`Expected a Fault, got ${String(error)}`);
}

describe("the order: file, origin, root commit, default", () => {
  it("the file at the repository root wins over the origin, from any directory below", async () => {
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    await writeFile(join(root, ".membria.json"), '\uFEFF{"project": "acme/checkout"}\n');
    const cwd = await directory("shop", "packages", "cart");
    await writeFile(join(cwd, ".membria.json"), '{"project": "not-at-the-root"}');
    expect(await resolve({ cwd })).toEqual({ project: "acme/checkout", source: "file", root });
  });

  it("a file without a project leaves it to the origin", async () => {
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    await writeFile(join(root, ".membria.json"), "{}");
    expect(await resolve({ cwd: root })).toMatchObject({
      project: "git.example/acme/shop",
      source: "origin",
    });
  });

  it("the origin is found from a subdirectory, and its credential stays behind", async () => {
    const root = await repository("shop", { origin: "https://ann:s3cr3t@git.example:8443/Acme/Shop.git" });
    const found = await resolve({ cwd: await directory("shop", "src", "deep") });
    expect(found).toEqual({ project: "git.example/acme/shop", source: "origin", root });
  });

  it("the origin needs no commit and no git process", async () => {
    const root = await repository("shop", { origin: "git@git.example:acme/shop.git", commits: 0 });
    const bin = await directory("bin");
    await writeFile(join(bin, "git"), `#!/bin/sh\n: > '${home}/git-was-started'\n`, { mode: 0o755 });
    vi.stubEnv("PATH", bin);
    expect(await resolve({ cwd: root })).toMatchObject({
      project: "git.example/acme/shop",
      source: "origin",
    });
    expect(existsSync(join(home, "git-was-started"))).toBe(false);

    vi.unstubAllEnvs();
    git(root, "remote", "remove", "origin");
    vi.stubEnv("PATH", bin);
    await resolve({ cwd: root });
    expect(existsSync(join(home, "git-was-started"))).toBe(true);
  });

  it("without an origin it is the root commit, and stays so as the history grows", async () => {
    const root = await repository("shop", { commits: 3 });
    const first = await resolve({ cwd: root });
    expect(first).toEqual({ project: commitProject(root), source: "root-commit", root });
    git(root, "commit", "--quiet", "--allow-empty", "-m", "more");
    expect(await resolve({ cwd: root })).toEqual(first);
  });

  it("of several root commits it is the smallest", async () => {
    const root = await repository("shop");
    git(root, "checkout", "--quiet", "--orphan", "other");
    git(root, "commit", "--quiet", "--allow-empty", "-m", "another beginning");
    git(root, "merge", "--quiet", "--allow-unrelated-histories", "-m", "both", "main");
    const roots = git(root, "rev-list", "--max-parents=0", "HEAD").split("\n").sort();
    expect(roots).toHaveLength(2);
    expect((await resolve({ cwd: root })).project).toBe(`commit/${roots[0]?.slice(0, 12)}`);
  });

  it("of several root commits it is the smallest in whichever order git names them", async () => {
    const root = await repository("shop");
    const bin = await directory("bin");
    const [small, large] = ["1".repeat(40), "e".repeat(40)];
    vi.stubEnv("PATH", bin);
    for (const order of [`${small} ${large}`, `${large} ${small}`]) {
      await writeFile(join(bin, "git"), `#!/bin/sh\nprintf '%s\\n' ${order}\n`, { mode: 0o755 });
      expect((await resolve({ cwd: root })).project).toBe("commit/111111111111");
    }
  });

  it("a GIT_DIR in the environment does not turn one repository into another", async () => {
    const root = await repository("shop");
    const other = await repository("other");
    vi.stubEnv("GIT_DIR", join(other, ".git"));
    expect((await resolve({ cwd: root })).project).toBe(commitProject(root));
  });

  it.each([
    ["no commit yet", async () => repository("empty", { commits: 0 }), "no commit"],
    ["no repository", async () => directory("plain"), "not a git repository"],
    [
      "an empty .git",
      async () => (await directory("hollow", ".git")).replace(/.\.git$/, ""),
      "not a git repository",
    ],
    ["a directory that is gone", async () => join(home, "gone"), "not a git repository"],
  ])("with %s it is the default, and says so and how to set it", async (_what, make, why) => {
    const found = await resolve({ cwd: await make() });
    expect(found).toMatchObject({ project: "default", source: "default" });
    expect(found.notice).toEqual(notice(why));
  });

  it("only the default comes with a notice", async () => {
    const root = await repository("shop");
    expect(await resolve({ cwd: root })).not.toHaveProperty("notice");
    await writeFile(join(root, ".membria.json"), '{"project": "shop"}');
    expect(await resolve({ cwd: root })).not.toHaveProperty("notice");
  });

  it("outside a repository the file in the directory itself counts, as the notice promises", async () => {
    const cwd = await directory("plain");
    await writeFile(join(cwd, ".membria.json"), '{"project": "plain"}');
    expect(await resolve({ cwd })).toEqual({ project: "plain", source: "file", root: cwd });
    expect(await resolve({ cwd: await directory("plain", "below") })).toMatchObject({ source: "default" });
  });
});

describe("a root commit that cannot be known is the default", () => {
  it("in a shallow clone, whose first commit is not its root", async () => {
    const source = await repository("source", { commits: 3 });
    git(home, "clone", "--quiet", "--depth=1", pathToFileURL(source).href, "shallow");
    const found = await resolve({ cwd: join(home, "shallow") });
    expect(found).toMatchObject({ project: "default", root: join(home, "shallow") });
    expect(found.notice).toEqual(notice("shallow"));
  });

  it("where git is not installed", async () => {
    const root = await repository("shop");
    vi.stubEnv("PATH", await directory("empty-bin"));
    const found = await resolve({ cwd: root });
    expect(found.project).toBe("default");
    expect(found.notice).toEqual(notice("not installed"));
  });

  it("where git does not answer", async () => {
    const root = await repository("shop");
    const bin = await directory("bin");
    await writeFile(join(bin, "git"), "#!/bin/sh\nwhile :; do /bin/sleep 1; done\n", { mode: 0o755 });
    vi.stubEnv("PATH", bin);
    const found = await resolve({ cwd: root, git: usersGit });
    expect(found.project).toBe("default");
    expect(found.notice).toEqual(notice("in time"));
  });
});

describe("clones, work trees and submodules", () => {
  const mirrored = () => ["-c", `url.${pathToFileURL(home).href}/.insteadOf=https://git.example/acme/`];

  it("two clones of one origin are one project, however they spell it", async () => {
    await repository("shop");
    git(home, ...mirrored(), "clone", "--quiet", "https://git.example/acme/shop", "one");
    git(home, ...mirrored(), "clone", "--quiet", "https://git.example/acme/shop/", "two");
    git(join(home, "two"), "remote", "set-url", "origin", "git@git.example:Acme/Shop.git");
    const [one, two] = [await resolve({ cwd: join(home, "one") }), await resolve({ cwd: join(home, "two") })];
    expect(one).toMatchObject({ project: "git.example/acme/shop", source: "origin" });
    expect(two.project).toBe(one.project);
    expect(two.root).not.toBe(one.root);
  });

  it("a clone of a local path is one project with its source", async () => {
    const source = await repository("source", { commits: 2 });
    git(home, "clone", "--quiet", source, "copy");
    const copy = await resolve({ cwd: join(home, "copy") });
    expect(copy).toMatchObject({ source: "root-commit", project: (await resolve({ cwd: source })).project });
  });

  it("a shallow clone with an origin needs no root commit", async () => {
    await repository("shop", { commits: 3 });
    git(home, ...mirrored(), "clone", "--quiet", "--depth=1", "https://git.example/acme/shop", "shallow");
    expect(await resolve({ cwd: join(home, "shallow") })).toMatchObject({ project: "git.example/acme/shop" });
  });

  it("a work tree is one project with its clone, by origin", async () => {
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    git(root, "worktree", "add", "--quiet", "../elsewhere/tree");
    const tree = join(home, "elsewhere", "tree");
    expect(await resolve({ cwd: tree })).toEqual({
      project: "git.example/acme/shop",
      source: "origin",
      root: tree,
    });
  });

  it("a work tree is one project with its clone, by root commit, even on a branch with another root", async () => {
    const root = await repository("shop");
    git(root, "worktree", "add", "--quiet", "--detach", "../tree");
    git(join(home, "tree"), "checkout", "--quiet", "--orphan", "pages");
    git(join(home, "tree"), "commit", "--quiet", "--allow-empty", "-m", "another beginning");
    expect((await resolve({ cwd: join(home, "tree") })).project).toBe(commitProject(root));
  });

  it("a work tree is one project with its clone, by a file that only the clone has", async () => {
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    git(root, "worktree", "add", "--quiet", "../tree");
    await writeFile(join(root, ".membria.json"), '{"project": "checkout"}');
    const tree = join(home, "tree");
    expect(await resolve({ cwd: tree })).toEqual({ project: "checkout", source: "file", root: tree });
  });

  it("work trees of a bare repository are one project", async () => {
    const source = await repository("source");
    git(home, "clone", "--quiet", "--bare", source, "shop.git");
    for (const name of ["one", "two"])
      git(join(home, "shop.git"), "worktree", "add", "--quiet", "--detach", `../${name}`);
    const projects = [await resolve({ cwd: join(home, "one") }), await resolve({ cwd: join(home, "two") })];
    expect(projects.map(({ project }) => project)).toEqual([commitProject(source), commitProject(source)]);
  });

  it("a work tree whose repository is gone is the default, not the repository around it", async () => {
    const around = await repository("around", { origin: "https://git.example/acme/around.git" });
    const root = await repository("shop");
    git(root, "worktree", "add", "--quiet", join(around, "tree"));
    await rm(root, { recursive: true });
    const found = await resolve({ cwd: join(around, "tree") });
    expect(found).toMatchObject({ project: "default", root: join(around, "tree") });
    expect(found.notice).toEqual(notice("cannot be read"));
  });

  it("a submodule is a project of its own", async () => {
    const library = await repository("library");
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    git(root, "submodule", "--quiet", "add", library, "vendor/library");
    const inside = join(root, "vendor", "library");
    expect(await resolve({ cwd: inside })).toMatchObject({ project: commitProject(library), root: inside });
    git(inside, "remote", "set-url", "origin", "https://git.example/acme/library.git");
    expect((await resolve({ cwd: inside })).project).toBe("git.example/acme/library");
    expect((await resolve({ cwd: root })).project).toBe("git.example/acme/shop");
  });
});

describe("what identifies a repository whose file names a project", () => {
  const name = (root: string, project = "shop") =>
    writeFile(join(root, ".membria.json"), JSON.stringify({ project }));

  it("is its origin, however it is spelled, and not its history", async () => {
    const one = await repository("one", { origin: "https://git.example/acme/shop.git" });
    git(home, "clone", "--quiet", one, "two");
    const two = join(home, "two");
    git(two, "remote", "set-url", "origin", "git@git.example:Acme/Shop.git");
    for (const root of [one, two]) {
      await name(root);
      expect(await repositoryAt(root)).toBe("origin:git.example/acme/shop");
    }
    git(two, "remote", "set-url", "origin", "https://git.example/mallory/shop.git");
    expect(await repositoryAt(two)).toBe("origin:git.example/mallory/shop");
  });

  it("is its whole first commit without a usable origin, which clones of a path share", async () => {
    const source = await repository("source", { commits: 2 });
    git(home, "clone", "--quiet", source, "copy");
    for (const root of [source, join(home, "copy")]) {
      await name(root);
      const first = git(source, "rev-list", "--max-parents=0", "HEAD");
      expect(await repositoryAt(root)).toBe(`commit:${first}`);
    }
  });

  it.each([{ origin: "https://git.example/acme/shop.git" }, {}])(
    "is the same in a work tree, %j",
    async (options) => {
      const root = await repository("shop", options);
      git(root, "worktree", "add", "--quiet", "../tree");
      await name(root);
      expect(await repositoryAt(join(home, "tree"))).toBe(await repositoryAt(root));
    },
  );

  it("is the folder without a commit, and outside of git, with links resolved", async () => {
    const empty = await repository("empty", { commits: 0 });
    const plain = await directory("plain");
    await symlink(plain, join(home, "link"));
    await name(empty);
    await name(plain);
    expect(await repositoryAt(empty)).toBe(`folder:${empty}`);
    expect(await repositoryAt(join(home, "link"))).toBe(`folder:${plain}`);
  });

  it.each([
    ["origin", async () => repository("shop", { origin: "git@git.example:acme/shop.git" })],
    ["root commit", async () => repository("shop")],
    ["default", async () => directory("plain")],
  ])("is not needed if the file gives the name that its %s gives it", async (_, make) => {
    const root = await make();
    const { project } = await resolve({ cwd: root });
    await name(root, project);
    expect(await repositoryAt(root)).toBeUndefined();
    expect(await resolve({ cwd: root })).toEqual({ project, source: "file", root });
  });
});

describe("where the search begins and ends", () => {
  const uri = (path: string) => pathToFileURL(path).href;

  it("it ends at the home directory: a repository above it is not this one", async () => {
    await repository("above", { origin: "https://git.example/acme/above.git" });
    const inner = await directory("above", "ann");
    const cwd = await directory("above", "ann", "notes");
    expect(await resolve({ cwd, home: inner })).toMatchObject({ project: "default" });
  });

  it.each(["/", "home"])("started in %s it uses the first root that resolves", async (where) => {
    const shop = await repository("my shop", { origin: "https://git.example/acme/shop.git" });
    const other = await repository("other", { origin: "https://git.example/acme/other.git" });
    const roots = [
      "https://git.example/acme",
      "file://%",
      uri(await directory("plain")),
      uri(shop),
      uri(other),
    ];
    expect(await resolve({ cwd: where === "home" ? home : "/", roots })).toEqual({
      project: "git.example/acme/shop",
      source: "origin",
      root: shop,
    });
  });

  it("started in / without roots it is the default, with the notice", async () => {
    for (const roots of [undefined, [], [uri(await directory("plain"))]]) {
      const found = await resolve({ cwd: "/", roots });
      expect(found.project).toBe("default");
      expect(found.notice).toEqual(notice("not a git repository"));
    }
  });

  it("started where the server is installed it uses the client's root", async () => {
    const installed = await repository("installed", { origin: "https://git.example/tools/server.git" });
    const shop = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    expect((await resolve({ cwd: installed, roots: [uri(shop)] })).project).toBe("git.example/acme/shop");
  });

  it("started within one of several roots it stays there", async () => {
    const shop = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    const other = await repository("other", { origin: "https://git.example/acme/other.git" });
    const cwd = await directory("other", "src");
    expect((await resolve({ cwd, roots: [uri(shop), uri(other)] })).project).toBe("git.example/acme/other");
  });

  it("a root that does not resolve leaves it to the directory", async () => {
    const shop = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    const roots = [uri(await directory("plain"))];
    expect((await resolve({ cwd: shop, roots })).project).toBe("git.example/acme/shop");
  });

  it("a linked directory is the one it links to", async () => {
    const shop = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    await symlink(await directory("shop", "src"), join(home, "link"));
    expect(await resolve({ cwd: join(home, "link") })).toMatchObject({ root: shop, source: "origin" });
  });
});

describe("what else .membria.json says of a project", () => {
  it.each([
    ['{"dueDays": 7, "dynamicExposure": true}', { dueDays: 7, dynamicExposure: true }],
    ['{"project": "acme/checkout", "dynamicExposure": false}', { dynamicExposure: false }],
    [
      '{"team": {"url": "rediss://hub.example:6379", "fingerprint": "0123 4567 89ab cdef 0123 4567 89ab cdef"}}',
      {
        team: {
          url: "rediss://hub.example:6379",
          fingerprint: "0123 4567 89ab cdef 0123 4567 89ab cdef",
        },
      },
    ],
  ])("%s", async (text, said) => {
    const root = await repository("shop", { origin: "git@git.example:acme/shop.git" });
    await writeFile(join(root, ".membria.json"), text);
    expect(await resolve({ cwd: root })).toMatchObject(said);
  });

  it("has to be true or false for dynamicExposure", async () => {
    const root = await directory("shop");
    await writeFile(join(root, ".membria.json"), '{"dynamicExposure": "often"}');
    const fault = await faultOf(resolve({ cwd: root }));
    expect(fault.message).toContain("neither true nor false: received a string");
  });
});

describe("a broken .membria.json is refused by name, with what would work and nothing of its content", () => {
  it.each([
    ["malformed JSON", '{project: "hidden-word"}', "is not valid JSON"],
    ["an empty file", "", "is empty"],
    ["no object", '["hidden-word"]', "received an array"],
    ["null", "null", "received null"],
    ["an invalid name", '{"project": "Hidden-word !"}', "not a name: received a string"],
    ["a name that is no text", '{"project": 42}', "received a number"],
    ["the reserved name", '{"project": "all"}', "not a name: received a string"],
    ...[
      '{"url": "redis://u:hidden-word@hub", "fingerprint": "0123456789abcdef0123456789abcdef"}',
      '{"url": "http://hidden-word", "fingerprint": "0123456789abcdef0123456789abcdef"}',
      '{"url": "redis://hub", "fingerprint": "hidden-word"}',
      '{"url": "redis://hub"}',
      '"hidden-word"',
    ].map((team) => ["a team", `{"team": ${team}}`, "url without user and password"]),
    [
      "an unknown setting",
      '{"project": "shop", "hidden-word": "x"}',
      "it knows project, dueDays, dynamicExposure, team",
    ],
  ])("%s", async (_what, text, received) => {
    const root = await repository("shop", { origin: "https://git.example/acme/shop.git" });
    await writeFile(join(root, ".membria.json"), text);
    const fault = await faultOf(resolve({ cwd: root }));
    expect(fault.code).toBe("invalid");
    expect(fault.message).toContain("~/shop/.membria.json");
    expect(fault.message).toContain(received);
    expect(JSON.stringify([fault.sentence, fault.received])).not.toMatch(/hidden-word/i);
    expect(fault.message).not.toContain(home);
    expect(fault.hint).toMatch(/^(Write|Use) /);
  });

  it("a directory of that name", async () => {
    const root = await repository("shop");
    await directory("shop", ".membria.json");
    expect((await faultOf(resolve({ cwd: root }))).message).toContain("is not a regular file");
  });

  it("a symbolic link, so that a repository cannot point at another file", async () => {
    const root = await repository("shop");
    const credentials = join(home, "credentials.json");
    await writeFile(credentials, '{"project": "acme/other"}');
    await symlink(credentials, join(root, ".membria.json"));
    expect((await faultOf(resolve({ cwd: root }))).message).toContain("is a symbolic link");
  });

  it("a pipe, without waiting for somebody to write into it", async () => {
    const root = await repository("shop");
    execFileSync("mkfifo", [join(root, ".membria.json")]);
    expect((await faultOf(resolve({ cwd: root }))).message).toContain("is not a regular file");
  });

  it("a file over 64 kB", async () => {
    const root = await repository("shop");
    await writeFile(join(root, ".membria.json"), `{"project": "shop"}${" ".repeat(65_536)}`);
    expect((await faultOf(resolve({ cwd: root }))).message).toContain("at most 65536 are read");
  });

  it("without repeating a credential", async () => {
    const root = await repository("shop");
    for (const text of [
      '{"project": "https://ann:s3cr3t@git.example/shop"}',
      '{"project": "https://ann:s3cr3t@git.example"',
    ]) {
      await writeFile(join(root, ".membria.json"), text);
      const fault = await faultOf(resolve({ cwd: root }));
      expect(JSON.stringify([fault.sentence, fault.received])).not.toContain("s3cr3t");
    }
  });
});
