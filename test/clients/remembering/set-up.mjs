import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runProgram } from "../run-program.mjs";
import { runSession } from "../run-session.mjs";

/** The clients wait five seconds for a hook. On a busy machine a hook takes longer than a person would want to wait. */
const HOOK_WAIT_MS = 4_000;

/**
 * A machine on which nobody has used Membria: a home with the files that the client has anyway, two repositories, the
 * program on the path, and a memory at a place of its own, or at the usual one.
 */
export async function makeMachine({ client, files, env = {} }, program, { keep, asInstalled = false }) {
  const folder = await mkdtemp(join(tmpdir(), "membria-remembering-"));
  const home = join(folder, "home");
  const memory = asInstalled ? join(home, ".membria") : join(folder, "memory");
  const bin = join(folder, "bin");
  for (const each of [home, memory, bin]) await mkdir(each);
  await writeFile(join(memory, "config.json"), JSON.stringify({ hookWaitMs: HOOK_WAIT_MS }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  await chmod(program, 0o755);
  await symlink(program, join(bin, "membria"));
  const repo = await makeRepository(join(folder, "shop"), "shop");
  const other = await makeRepository(join(folder, "letters"), "letters");
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const own = { ...client.environment({ home, repo, model: "http://127.0.0.1:9" }), PATH, HOME: home };

  /** Runs a command of ours as a script of the person would. */
  const run = (...args) =>
    runProgram(process.execPath, [program, ...args, "--home", memory], { env: own, cwd: repo });

  /** The same, with its answer. @throws when it fails. */
  async function membria(...args) {
    const { code, out, err } = await run(...args);
    if (code !== 0) throw new Error(`membria ${args.join(" ")} ended with ${code}:\n${out}${err}`);
    return args.includes("--json") ? JSON.parse(out) : out;
  }

  /** One session; `prompts` after the first resume it. @throws when it does not end well. */
  async function session({ prompts, model, flags = [], where = repo }) {
    const done = await runSession({
      client,
      home,
      repo: where,
      prompts,
      model,
      flags,
      env: { ...env, PATH },
    });
    const failed = done.exits.some((code) => code !== 0) || done.problems.length > 0;
    if (failed || done.stepsTaken < model.length)
      throw new Error(
        [
          `The session ended with ${done.exits}, after ${done.stepsTaken} of ${model.length} steps.`,
          ...done.problems,
          done.output,
        ].join("\n"),
      );
    return done;
  }

  const server = await keepServing(program, memory, own);
  const end = async () => {
    await server.end();
    if (!keep) await rm(folder, { recursive: true, force: true });
  };
  return { folder, home, memory, program, repo, other, run, membria, session, end };
}

/**
 * A server of the same memory, as of another client that is open all day. Without a terminal the prompt comes with the
 * start of the client, so that its own server may not listen yet.
 */
async function keepServing(program, memory, env) {
  const args = [program, "mcp", "serve", "--home", memory];
  const child = spawn(process.execPath, args, { env, cwd: memory, stdio: ["pipe", "ignore", "ignore"] });
  const closed = once(child, "close");
  return {
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}

async function makeRepository(repo, name) {
  const git = (...args) => execFileSync("git", args, { cwd: repo, stdio: ["ignore", "pipe", "ignore"] });
  await mkdir(join(repo, "src"), { recursive: true });
  await writeFile(join(repo, "README.md"), `# ${name}\n\nTeh readme.\n`);
  await writeFile(join(repo, "src", "orders.ts"), "export const store = undefined;\n");
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Maintainer");
  git("config", "user.email", "maintainer@example.com");
  git("remote", "add", "origin", `https://git.example.com/acme/${name}.git`);
  git("add", ".");
  git("commit", "-q", "-m", "Begin");
  return repo;
}

/** The bytes of files; `undefined` for one that is not there. */
export async function contents(paths) {
  const texts = await Promise.all(
    paths.map(async (path) => [path, existsSync(path) ? await readFile(path, "utf8") : undefined]),
  );
  return Object.fromEntries(texts);
}
