import { lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runDoctor } from "./doctor.mjs";
import { INSTALL_SCRIPTS, packagesWithScripts } from "./install-scripts.mjs";
import { isMain, runNpm } from "./run.mjs";

const LIMIT_MB = 190;

/** Installs the packed package as a user would, runs it, and checks its size on disk. */
export async function checkInstalled() {
  const directory = await mkdtemp(join(tmpdir(), "membria-installed-"));
  try {
    const quiet = ["--ignore-scripts", "--loglevel=error"];
    if ((await runNpm(["pack", "--pack-destination", directory, ...quiet])) !== 0) return 1;
    const tarball = (await readdir(directory)).find((name) => name.endsWith(".tgz"));
    const install = ["install", "--prefix", directory, "--omit=dev", "--no-audit", "--no-fund", ...quiet];
    if ((await runNpm([...install, join(directory, tarball)])) !== 0) return 1;

    const modules = join(directory, "node_modules");
    const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
    const scripts = packagesWithScripts(lock, { dev: true });
    console.log(`Install scripts: ${scripts.join(", ") || "none"}`);
    const unknown = scripts.filter((name) => !(name in INSTALL_SCRIPTS));
    if (unknown.length > 0) {
      console.error(
        `Installing the package would run a script of ${unknown.join(", ")}. See scripts/install-scripts.mjs.`,
      );
      return 1;
    }
    const megabytes = (await bytesOnDisk(modules)) / 1e6;
    console.log(`Installed: ${megabytes.toFixed(1)} MB on disk (limit ${LIMIT_MB} MB)`);
    if (megabytes > LIMIT_MB) {
      console.error(`An installation may take ${LIMIT_MB} MB; make a dependency smaller or optional.`);
      return 1;
    }
    const code = await runDoctor(join(modules, "membria", "dist", "membria.js"));
    return code === 0 ? await runFetched(join(directory, tarball), directory) : code;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Sets up a client through npx, whose copy of the program may be gone tomorrow. */
async function runFetched(tarball, home) {
  const exec = ["exec", "--yes", "--loglevel=error", `--package=file:${tarball}`, "--prefix", home, "--"];
  const install = [...exec, "membria", "install", "gemini", "--yes", "--json"];
  const env = { ...process.env, MEMBRIA_HOME: join(home, "memory"), GEMINI_CLI_HOME: home };
  const code = await runNpm(install, { cwd: home, env, stdio: ["ignore", "ignore", "inherit"] });
  if (code !== 0) return code;
  const { mcpServers } = JSON.parse(await readFile(join(home, ".gemini", "settings.json"), "utf8"));
  if (mcpServers.membria.command === "npx") return 0;
  console.error(`Started by npx, the program was set up as ${mcpServers.membria.command}.`);
  return 1;
}

async function bytesOnDisk(directory) {
  let bytes = 0;
  for (const name of await readdir(directory, { recursive: true })) {
    const { blocks, size } = await lstat(join(directory, name));
    // Windows does not count blocks.
    bytes += blocks ? blocks * 512 : size;
  }
  return bytes;
}

if (isMain(import.meta)) process.exitCode = await checkInstalled();
