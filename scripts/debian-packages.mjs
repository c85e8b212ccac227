import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const MINUTES = 60_000;

/**
 * Unpacks packages of these suites into a folder, from the mirrors that apt uses here. Nothing is installed and nobody
 * has to be root: apt gets lists and a configuration of its own, and still checks the signatures. Resolves to whether
 * they are there; `log` gets what apt said.
 */
export async function unpackDebianPackages({ into, suites, packages, log }) {
  if (!isDebian12()) return false;
  await mkdir(dirname(into), { recursive: true });
  for (const mirror of await mirrors()) {
    const work = await mkdtemp(`${into}.`);
    try {
      const apt = await privateApt(work, mirror, suites);
      const unpacked =
        (await output(["apt-get", ...apt, "update"], { log })) !== undefined &&
        (await output(["apt-get", ...apt, "download", ...packages], { log, cwd: join(work, "debs") })) !==
          undefined &&
        (await unpackAll(join(work, "debs"), join(work, "root"), log));
      if (!unpacked) continue;
      await rm(into, { recursive: true, force: true });
      await rename(join(work, "root"), into);
      return true;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  return false;
}

function isDebian12() {
  const release = "/etc/os-release";
  return existsSync(release) && /^VERSION_CODENAME=bookworm$/m.test(readFileSync(release, "utf8"));
}

/** Only apt knows where its packages come from: its sources have two formats and many places. */
async function mirrors() {
  const uris = (await output(["apt-get", "update", "--print-uris"])) ?? "";
  const found = [...uris.matchAll(/^'(\S+)\/dists\/(?:bookworm|stable|oldstable)\/InRelease'/gm)];
  return [...new Set(found.map(([, mirror]) => mirror))];
}

/** The arguments that make apt forget this machine's settings but the mirror. */
async function privateApt(work, mirror, suites) {
  for (const folder of ["lists/partial", "archives/partial", "debs", "root"]) {
    await mkdir(join(work, folder), { recursive: true });
  }
  const signed = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : "";
  const sources = join(work, "sources.list");
  await writeFile(sources, suites.map((suite) => `deb ${signed}${mirror} ${suite} main\n`).join(""));
  const settings = {
    "Dir::Etc::SourceList": sources,
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::Etc::Preferences": "/dev/null",
    "Dir::Etc::PreferencesParts": "/dev/null",
    "Dir::State::Lists": join(work, "lists"),
    "Dir::Cache": work,
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Acquire::Retries": "1",
    "Acquire::http::Timeout": "20",
    "Acquire::https::Timeout": "20",
  };
  // Hooks of the machine would work on its own lists.
  const hooks = ["#clear APT::Update::Post-Invoke;", "#clear APT::Update::Post-Invoke-Success;"];
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`);
  const configuration = join(work, "apt.conf");
  await writeFile(configuration, `${[...hooks, ...lines].join("\n")}\n`);
  return ["-c", configuration, "-q"];
}

async function unpackAll(from, to, log) {
  const files = (await readdir(from)).filter((name) => name.endsWith(".deb"));
  for (const file of files) {
    if ((await output(["dpkg-deb", "-x", join(from, file), to], { log })) === undefined) return false;
  }
  return files.length > 0;
}

/** The output of the command; undefined if it failed, is missing or took too long. */
async function output([command, ...args], { log, cwd } = {}) {
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 2 * MINUTES,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += data));
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(undefined));
    child.once("close", resolve);
  });
  if (log) await appendFile(log, `$ ${command} ${args.join(" ")}\n${text}\n`);
  return code === 0 ? text : undefined;
}
