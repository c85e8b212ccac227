import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { environmentOfPerson, type Run, runProgram } from "../support/command-line.ts";
import { gitRepository, WITH_GIT } from "../support/git.ts";
import {
  type HostileRepository,
  hostileRepository,
  unknownProgramSettings,
} from "../support/hostile-repository.ts";
import { folderOfTest } from "../support/memory.ts";
import { AS_ROOT } from "../support/needs.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const ORIGIN = "https://git.example/acme/shop.git";
const SUMMARY = [
  "# 🎯 Goal & Progress\n- Goal: finish the cart",
  "# ✅ Evidence\n- `src/cart.ts` status: Verified",
  "# ⏳ Unfinished & Risks\n- Totals are rounded twice",
].join("\n");
const SESSION = {
  summary: SUMMARY,
  open_files: ["src/cart.ts", "src/order.ts"],
  next_steps: "Run npm test.",
};

/** A memory and a git that writes down how it was started, with nothing of the machine's settings. */
async function machine() {
  const path = await realpath((await folderOfTest()).path);
  const bin = join(path, "bin");
  await mkdir(bin);
  const started = join(path, "started");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(
    join(bin, "git"),
    `#!/bin/sh\nprintf '%s\\n' "$PWD $*" >> '${started}'\nexec '${real}' "$@"\n`,
  );
  chmodSync(join(bin, "git"), 0o755);
  const config = join(path, "gitconfig");
  await writeFile(config, "");
  const env = {
    MEMBRIA_HOME: join(path, "home"),
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_LOG_LEVEL: "error",
    PATH: `${bin}:${process.env["PATH"]}`,
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return {
    path,
    env,
    /** The configuration of git that belongs to the user. */
    config,
    /** The processes of git that were started since this was asked last. */
    processes(): string[] {
      const lines = existsSync(started) ? readFileSync(started, "utf8").trim().split("\n") : [];
      writeFileSync(started, "");
      return lines.filter((line) => line !== "");
    },
    run: (cwd: string, argv: readonly string[], input = ""): Promise<Run> =>
      runProgram(argv, { cwd, env, input }),
    async json(cwd: string, argv: readonly string[]): Promise<Record<string, unknown>> {
      const { out } = await runProgram([...argv, "--json"], { cwd, env });
      return JSON.parse(out) as Record<string, unknown>;
    },
  };
}
type Machine = Awaited<ReturnType<typeof machine>>;

interface HttpServer {
  readonly flags?: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function serve({ env }: Machine, { flags = [], cwd, env: more = {} }: HttpServer): Promise<string> {
  const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...environmentOfPerson(), ...env, ...more },
    cwd,
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return /http:\S+/.exec(String(line))?.[0] ?? "";
}

type Transport = Parameters<Client["connect"]>[0];

/** A client that works in a folder, if one is given. */
async function connect(transport: Transport, folder?: string) {
  const client = new Client(
    { name: "test-client", version: "1.0" },
    { versionNegotiation: { mode: "legacy" }, capabilities: folder === undefined ? {} : { roots: {} } },
  );
  if (folder !== undefined)
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(folder).href }] }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  /** Everything that the reply says. */
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  const prompt = async (name: string): Promise<string> =>
    JSON.stringify(await client.getPrompt({ name, arguments: {} }));
  // A busy machine may ask for the folder later than the server waits for it.
  while ((await call("search_decisions", { query: "carts" })).includes("has not said yet which folder"));
  return { call, prompt };
}

const overStdio = ({ env }: Machine, cwd: string, folder?: string) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MEMBRIA, "mcp", "serve"],
      cwd,
      env: { ...environmentOfPerson(), ...env },
      stderr: "ignore",
    }),
    folder,
  );

const overHttp = (url: string, folder?: string, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), folder);
};

async function viewerKey({ json }: Machine, cwd: string): Promise<string> {
  const { key } = await json(cwd, ["keys", "create", "--name", "reader", "--role", "viewer"]);
  return String(key);
}

/** A checkpoint and a decision about a file, so that every reply has something to ask git for. */
async function remember({ run, json }: Machine, { root }: { readonly root: string }): Promise<string> {
  const saved = await run(root, [
    "checkpoint",
    SUMMARY,
    "--open-file",
    "src/cart.ts",
    "--next",
    "Run npm test.",
  ]);
  expect(saved.code, saved.err).toBe(0);
  const { decision_id } = await json(root, [
    "decide",
    "Keep carts in src/cart.ts",
    "--confidence",
    "0.8",
    "--alternative",
    "In a cookie",
  ]);
  return String(decision_id);
}

/** Fails with the name of what was run. */
async function expectNothingRun(repository: HostileRepository, after: string): Promise<void> {
  expect(await repository.run(), after).toEqual([]);
  await repository.touch();
}

const READS = ["load_checkpoint", "memory_load_checkpoint"];

describe("what the configuration of a repository can run", WITH_GIT, () => {
  it("is known for all settings of the installed git that look like a program", () => {
    expect(unknownProgramSettings()).toEqual([]);
  });

  it("is run by plain git in the repository of these tests", async () => {
    const repository = await hostileRepository(ORIGIN);
    for (const args of [
      ["status", "--", "src"],
      ["status"],
      ["diff", "HEAD", "--", "src", "notes.txt", "vendor"],
    ])
      spawnSync("git", args, { cwd: repository.root });
    const run = await repository.run();
    expect(run).toEqual(
      expect.arrayContaining([
        "core.fsmonitor",
        "diff.evil.command",
        "diff.external",
        "filter.evil-process.process",
        "filter.evil.clean",
        "hook:post-index-change",
        "submodule:core.fsmonitor",
      ]),
    );
  });

  it.each([
    ["with an origin", ORIGIN],
    ["without one, where git has to tell the project", undefined],
  ])("is not run by any command, %s", async (_, origin) => {
    const place = await machine();
    const repository = await hostileRepository(origin);
    const id = await remember(place, repository);
    await expectNothingRun(repository, "checkpoint and decide");
    const event = JSON.stringify({
      session_id: "s1",
      cwd: repository.root,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    const commands: readonly (readonly [readonly string[], string?])[] = [
      [["resume"]],
      [["check", "--diff"]],
      [["check", "--diff", "HEAD~1"]],
      [["check", "--diff", "HEAD~1...HEAD"]],
      [["check", "Keep carts in a cookie"]],
      [["anchor", id, "src/cart.ts:1"]],
      [["anchor", id]],
      [["show", id]],
      [["why", "src/cart.ts:1"]],
      [["git", "sync"]],
      [["git", "hook", "status"]],
      [["harvest"]],
      [["due"]],
      [["trust"]],
      [["doctor"]],
      [["hook", "session-start"], event],
    ];
    for (const [argv, input] of commands) {
      const { code, err } = await place.run(repository.root, argv, input);
      await expectNothingRun(repository, `membria ${argv.join(" ")}`);
      expect([0, 10, 11], `membria ${argv.join(" ")}: ${err}`).toContain(code);
    }
  });

  it("is not run over stdio, in the folder of the server or in one that the client names", async () => {
    const place = await machine();
    const repository = await hostileRepository(ORIGIN);
    await remember(place, repository);
    for (const [cwd, folder] of [
      [repository.root, undefined],
      [place.path, repository.root],
    ] as const) {
      const client = await overStdio(place, cwd, folder);
      for (const name of READS) {
        expect(await client.call(name)).toContain("src/cart.ts");
        await expectNothingRun(repository, name);
      }
      await client.call("save_checkpoint", SESSION);
      await expectNothingRun(repository, "save_checkpoint");
      await client.call("membria_why", { place: "src/cart.ts:1" });
      await expectNothingRun(repository, "membria_why");
      expect(await client.prompt("resume_work")).toContain("finish the cart");
      await expectNothingRun(repository, "resume_work");
    }
  });

  it("is not run over HTTP, where the server was started in that repository", async () => {
    const place = await machine();
    const repository = await hostileRepository(ORIGIN);
    await remember(place, repository);
    const key = await viewerKey(place, repository.root);
    const url = await serve(place, { cwd: repository.root });
    const client = await overHttp(url, repository.root, key);
    await repository.touch();
    place.processes();
    for (const name of READS) {
      expect(await client.call(name)).toContain('"path":"src/cart.ts"');
      await expectNothingRun(repository, name);
    }
    expect(await client.prompt("resume_work")).toContain("finish the cart");
    await expectNothingRun(repository, "resume_work");
    expect(place.processes().join("\n")).toContain(repository.root);
  });

  it("is not run to fetch an object that a partial clone does not have", async () => {
    const place = await machine();
    const repository = await gitRepository();
    const { root, git, write, commit } = repository;
    const mark = join(place.path, "fetched");
    const past = new Date(Date.now() - 60_000);
    await write("src/cart.ts", "export const cart = 1;\n", past);
    commit("Begin", past);
    const id = await remember(place, repository);
    const blob = git("rev-parse", "HEAD:src/cart.ts");
    await write("src/cart.ts", "export const cart = 2;\n");
    commit("Change", new Date());
    execFileSync("rm", ["-f", join(root, ".git", "objects", blob.slice(0, 2), blob.slice(2))]);
    for (const [name, value] of [
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", `ext::sh -c :>${mark}`],
      ["protocol.ext.allow", "always"],
      ["protocol.allow", "always"],
    ] as const)
      git("config", name, value);
    for (const argv of [["resume"], ["check", "--diff", "HEAD~1"], ["why", "src/cart.ts:1"], ["show", id]])
      await place.run(root, argv);
    expect(existsSync(mark)).toBe(false);
    // As plain git would.
    expect(() => execFileSync("git", ["cat-file", "-p", blob], { cwd: root, stdio: "pipe" })).toThrow();
    expect(existsSync(mark)).toBe(true);
  });
});

describe("a folder that only a client over HTTP names", WITH_GIT, () => {
  const inside = (lines: readonly string[], { root }: { readonly root: string }): string[] =>
    lines.filter((line) => line.includes(root));

  it.each([
    ["with the key of a viewer", [] as string[], true],
    ["without keys and read-only", ["--insecure-no-auth", "--read-only"], false],
  ])("has no git started in it, and the reply says so, %s", async (_, flags, withKey) => {
    const place = await machine();
    for (const origin of [ORIGIN, undefined]) {
      const repository = await hostileRepository(origin);
      await remember(place, repository);
      const key = withKey ? await viewerKey(place, place.path) : undefined;
      const url = await serve(place, { flags, cwd: place.path });
      await repository.run();
      place.processes();
      const client = await overHttp(url, repository.root, key);
      const replies = await Promise.all(READS.map((name) => client.call(name)));
      replies.push(await client.prompt("resume_work"));
      await client.call("membria_get_warnings", { statement: "Keep carts in a cookie" });
      const explained = await client.call("membria_why", { place: "src/cart.ts:1" });
      expect(await repository.run()).toEqual([]);
      expect(inside(place.processes(), repository)).toEqual([]);
      for (const reply of replies) expect(reply).toContain("finish the cart");
      for (const reply of [...replies, explained]) {
        expect(reply).toContain("git was not used in");
        expect(reply).toContain("MEMBRIA_GIT_FOLDERS");
      }
    }
  });

  it("has git used in it, if the person who started the server named it or a folder around it", async () => {
    const place = await machine();
    const repository = await gitRepository();
    await repository.write("src/cart.ts", "1");
    repository.commit("Begin", new Date());
    repository.git("remote", "add", "origin", ORIGIN);
    await remember(place, repository);
    const key = await viewerKey(place, place.path);
    for (const folder of [repository.root, join(repository.root, "..")]) {
      const url = await serve(place, { cwd: place.path, env: { MEMBRIA_GIT_FOLDERS: folder } });
      expect(await (await overHttp(url, repository.root, key)).call("load_checkpoint")).not.toContain(
        "git was not used",
      );
    }
    const beside = await serve(place, {
      cwd: place.path,
      env: { MEMBRIA_GIT_FOLDERS: `${repository.root}-other` },
    });
    expect(await (await overHttp(beside, repository.root, key)).call("load_checkpoint")).toContain(
      "git was not used",
    );
  });
});

describe("a folder of another user", AS_ROOT, () => {
  const ANOTHER = 12345;
  const giveAway = (path: string): void => {
    execFileSync("chown", ["-R", String(ANOTHER), path]);
  };

  async function given(origin: string | undefined) {
    const place = await machine();
    const repository = await hostileRepository(origin);
    await remember(place, repository);
    giveAway(repository.root);
    return { place, repository };
  }

  it("is not read by git, and every reply that would tell something of git says so", async () => {
    const { place, repository } = await given(ORIGIN);
    const { root } = repository;
    const why = `git does not trust the folder ${root}`;
    const remedy = `git config --global --add safe.directory '${root}'`;
    const resumed = await place.run(root, ["resume"]);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining(why) });
    expect(resumed.out).toContain("finish the cart");
    const explained = await place.run(root, ["why", "src/cart.ts:1"]);
    expect(explained).toMatchObject({ code: 0, out: expect.stringContaining(why) });
    for (const argv of [["check", "--diff"], ["git", "sync"], ["harvest"], ["git", "hook", "status"]]) {
      const { code, err } = await place.run(root, argv);
      expect(code, argv.join(" ")).not.toBe(0);
      expect(err.replace(/\s+/g, " "), argv.join(" ")).toContain(why);
      expect(err.replace(/\s+/g, " ")).toContain(remedy);
    }
    const client = await overStdio(place, root);
    for (const name of READS) expect(await client.call(name)).toContain(why);
    expect(await client.call("save_checkpoint", SESSION)).toContain(why);
    expect(await client.prompt("resume_work")).toContain(why);
    const url = await serve(place, { cwd: root });
    const key = await viewerKey(place, place.path);
    expect(await (await overHttp(url, root, key)).call("load_checkpoint")).toContain(why);
    expect(await repository.run()).toEqual([]);
  });

  it("keeps the project that its first commit named before, and has none otherwise, which the reply says", async () => {
    const { place, repository } = await given(undefined);
    expect((await place.run(repository.root, ["resume"])).out).toContain("finish the cart");
    const fresh = await hostileRepository();
    giveAway(fresh.root);
    const reply = await (await overStdio(place, fresh.root)).call("save_checkpoint", SESSION);
    expect(reply).toContain('Using the project \\"default\\"');
    expect(reply).toContain(`its first commit is unknown: git does not trust the folder ${fresh.root}`);
    expect([...(await repository.run()), ...(await fresh.run())]).toEqual([]);
  });

  it("is read where the user told git to trust it, and still runs nothing", async () => {
    const { place, repository } = await given(ORIGIN);
    execFileSync("git", ["config", "--file", place.config, "safe.directory", repository.root]);
    const { code, out } = await place.run(repository.root, ["resume"]);
    expect(code).toBe(0);
    expect(out).not.toContain("does not trust");
    expect(out).toContain("src/cart.ts");
    expect(await repository.run()).toEqual([]);
  });
});

describe("how git is started", WITH_GIT, () => {
  it("takes no more than one process more for a read than before it was safe", async () => {
    const place = await machine();
    const repository = await gitRepository();
    await repository.write("src/cart.ts", "1");
    repository.commit("Begin", new Date(Date.now() - 60_000));
    repository.git("remote", "add", "origin", ORIGIN);
    await remember(place, repository);
    await repository.write("src/cart.ts", "2");
    const counts: Record<string, number> = {};
    // Those of 0.2.0 were 15, 7 and 2.
    for (const argv of [["resume"], ["check", "--diff"], ["why", "src/cart.ts:1"]]) {
      place.processes();
      await place.run(repository.root, argv);
      counts[argv.join(" ")] = place.processes().length;
    }
    expect(counts["resume"]).toBeLessThanOrEqual(16);
    expect(counts["check --diff"]).toBeLessThanOrEqual(8);
    expect(counts["why src/cart.ts:1"]).toBeLessThanOrEqual(3);
  });
});
