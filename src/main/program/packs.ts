import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import type { CodeCache } from "./code-cache.ts";

/** Where the build put the parts of the program. */
export interface Layout {
  /** The pack of each part that is in one. Any other is a file of its own. */
  readonly packOf: Readonly<Record<string, string>>;
  /** A hash of the text of each pack. */
  readonly hashes: Readonly<Record<string, string>>;
}

export interface KeptCode {
  readonly cache: CodeCache;
  /** What the program is started for. Only what ran is compiled, and a server runs other parts than a command. */
  readonly use: string;
}

export interface Program {
  /** The exports of a part, which is evaluated when it is first needed. */
  load(part: string): unknown;
  /** Keeps what was compiled until now for the next start, if no earlier start did. */
  keepCompiled(): void;
}

type Part = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  url: string,
) => void;

interface Pack {
  readonly name: string;
  readonly key: string;
  readonly script: Script;
  readonly isKept: boolean;
  readonly parts: Readonly<Record<string, Part>>;
}

/** What the build writes around a part that is a file of its own. Packs have it already. */
const ALONE = ["(function(require,module,exports,__url){", "\n})"] as const;

/**
 * Loads the program from the files that the build made. Node 20 keeps compiled code for no kind of module, and for
 * scripts it does: so these are scripts, and this takes the place of Node's own loader for them.
 */
export function openProgram(
  folder: string,
  { packOf, hashes }: Layout,
  { cache, use }: KeptCode,
  requireOfNode: (name: string) => unknown,
): Program {
  const evaluated = new Map<string, { exports: unknown }>();
  const packs = new Map<string, Pack>();

  function load(part: string): unknown {
    const known = evaluated.get(part);
    if (known) return known.exports;
    const module = { exports: {} };
    evaluated.set(part, module);
    const file = join(folder, part);
    find(part)(requireFrom(part), module, module.exports, pathToFileURL(file).href);
    return module.exports;
  }

  function find(part: string): Part {
    const name = packOf[part];
    if (name === undefined) return compileAlone(join(folder, part));
    let pack = packs.get(name);
    if (!pack) {
      pack = openPack(name);
      packs.set(name, pack);
    }
    return pack.parts[part] as Part;
  }

  /** Parts name each other relative to themselves. */
  function requireFrom(part: string): (name: string) => unknown {
    const base = part.startsWith("chunks/") ? "chunks" : "";
    return (name) =>
      name.startsWith("./") || name.startsWith("../")
        ? load(join(base, name).replaceAll("\\", "/"))
        : requireOfNode(name);
  }

  function openPack(name: string): Pack {
    const file = join(folder, `${name}.js`);
    const opened = openSync(file, "r");
    try {
      const { size, mtimeMs } = fstatSync(opened);
      const key = JSON.stringify([name, hashes[name], size, mtimeMs, use]);
      const cachedData = cache.read(name, key);
      // The build made sure that it is ASCII, which is read several times faster as what it is.
      const text = readFileSync(opened, "latin1");
      const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
      const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
      return { name, key, script, isKept, parts: script.runInThisContext() as Pack["parts"] };
    } finally {
      closeSync(opened);
    }
  }

  return {
    load,
    keepCompiled() {
      for (const { name, key, script, isKept } of packs.values())
        if (!isKept) cache.write(name, key, () => script.createCachedData());
    },
  };
}

function compileAlone(file: string): Part {
  const [before, after] = ALONE;
  const text = before + readFileSync(file, "latin1") + after;
  return new Script(text, { filename: file, columnOffset: -before.length }).runInThisContext() as Part;
}
