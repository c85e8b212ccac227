import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";
import { DatabaseSync, offer } from "./offered-database.mjs";

// Loaded before the program (node --import): counts the calls that change files or commit a transaction, writes their
// names into CRASH_CALLS, and kills the process at the one with the number CRASH_AT: before it, after it, or halfway
// through what it writes. The program itself knows nothing of this.
const { CRASH_CALLS, CRASH_AT, CRASH_WHEN } = process.env;
const { existsSync, writeSync } = fs;
const list = CRASH_CALLS === undefined ? undefined : fs.openSync(CRASH_CALLS, "a");
let count = 0;

const die = () => process.kill(process.pid, "SIGKILL");

/** Returns when to be killed at this call, if at all. */
function counted(name) {
  count++;
  if (list !== undefined) writeSync(list, `${name}\n`);
  const when = count === Number(CRASH_AT) ? CRASH_WHEN : undefined;
  if (when === "before") die();
  return when;
}

function wrap(owner, name, changesSomething, { label = name, half } = {}) {
  const original = owner[name];
  owner[name] = function (...args) {
    if (!changesSomething(...args)) return original.apply(this, args);
    const when = counted(label);
    if (when === "halfway" && half) return Promise.resolve(half(this, original, args)).then(die);
    if (when !== "after") return original.apply(this, args);
    // A call that fails, because a name is taken for example, is over as well.
    try {
      const result = original.apply(this, args);
      return typeof result?.then === "function" ? result.then(die, die) : die();
    } catch {
      return die();
    }
  };
}

const always = () => true;
const isNew = (path) => !existsSync(path);
const writes = (_, flags = "r") => typeof flags === "string" && flags !== "r";
const createsFile = (path, flags) => writes(path, flags) && isNew(path);

for (const name of ["rename", "unlink", "rm", "link", "copyFile", "writeFile", "mkdtemp", "chmod"]) {
  wrap(fs.promises, name, always);
  if (name !== "mkdtemp") wrap(fs, `${name}Sync`, always, { label: name });
}
wrap(fs.promises, "mkdir", isNew);
wrap(fs, "mkdirSync", isNew, { label: "mkdir" });
wrap(fs.promises, "open", writes);
wrap(fs, "openSync", createsFile, { label: "open" });

const handle = await fs.promises.open(new URL(import.meta.url));
const handles = Object.getPrototypeOf(handle);
await handle.close();
wrap(handles, "writeFile", always, {
  label: "write",
  half: (file, write, [contents]) => write.call(file, contents.slice(0, Math.ceil(contents.length / 2))),
});
wrap(handles, "chmod", always);
wrap(handles, "sync", always);
syncBuiltinESMExports();

const CHANGES_FILE = /^\s*(COMMIT|VACUUM|PRAGMA wal_checkpoint)/i;

class Database extends DatabaseSync {
  exec(sql) {
    const [, name] = CHANGES_FILE.exec(sql) ?? [];
    if (name === undefined) return super.exec(sql);
    const when = counted(name.split(" ").at(-1).toLowerCase());
    super.exec(sql);
    if (when === "after") die();
  }
}

offer(Database);
