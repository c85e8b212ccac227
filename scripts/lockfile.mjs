import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./run.mjs";

// npm from 11.16 on leaves a package for another platform out of the lockfile when the registry at hand does
// not carry it, and `npm ci` then refuses that lockfile (github.com/npm/cli/issues/9846). The parent names the
// exact version and the name says the platform, so the entry can be written without the registry.
const file = join(root, "package-lock.json");
const OS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const CPU = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const LIBC = { musl: "musl", musleabihf: "musl", gnu: "glibc", gnueabihf: "glibc" };

function missingEntries(packages) {
  const missing = {};
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const isThere = Object.keys(packages).some((known) => known === path || known.endsWith(`/${path}`));
      if (!isThere && /^\d/.test(version)) missing[path] = entry(name, version, parent);
    }
  }
  return missing;
}

function entry(name, version, parent) {
  const words = name.split("/").at(-1).split("-");
  const only = (values) => (values.length > 0 ? values : undefined);
  return {
    version,
    cpu: only(words.filter((word) => CPU.includes(word))),
    dev: parent.dev,
    libc: only(words.flatMap((word) => (words.includes("linux") && LIBC[word] ? [LIBC[word]] : []))),
    license: parent.license,
    optional: true,
    os: only(words.filter((word) => OS.includes(word))),
  };
}

function listOf(names) {
  const first = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${first} and ${names.length - 3} more` : first;
}

if (isMain(import.meta)) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingEntries(lock.packages);
  const names = Object.keys(missing);
  if (names.length === 0) {
    console.log("The lockfile names every optional package.");
  } else if (process.argv.includes("--check")) {
    console.error(`npm ci will refuse the lockfile: it leaves out ${listOf(names)}. Run: npm run lockfile`);
    process.exitCode = 1;
  } else {
    const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
    console.log(`Added to the lockfile: ${listOf(names)}`);
  }
}
