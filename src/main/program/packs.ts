import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
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
  /** Whether a server or a command starts. Only what ran is compiled, and a server runs other parts than a command. */
  readonly use: string;
}

export interface Program {
  /** The exports of a part, which is evaluated when it is first needed. */
  load(part: string): unknown;
  /** Keeps what was compiled until now for the next start, if no earlier start did. */
  keepCompiled(): void;
}

type Run = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  url: string,
) => void;

interface Pack {
  readonly key: string;
  readonly script: Script;
  readonly isKept: boolean;
  readonly parts: Readonly<Record<string, unknown>>;
}

/**
 * A file is what a function does, as strict as the modules it was made from. V8 compiles a function in parentheses at
 * once, and not first to find its end.
 */
const [BEFORE, AFTER] = ['(function(require,module,exports,__url){"use strict";', "\n})"];

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
  const alone = new Map<string, { exports: unknown }>();
  const packs = new Map<string, Pack>();

  function load(part: string): unknown {
    const name = packOf[part];
    return name === undefined ? loadAlone(part) : loadPack(name).parts[part];
  }

  function loadAlone(part: string): unknown {
    let module = alone.get(part);
    if (!module) {
      module = { exports: {} };
      alone.set(part, module);
      const file = join(folder, part);
      run(compile(readFileSync(file, "latin1"), file), part, module);
    }
    return module.exports;
  }

  function loadPack(name: string): Pack {
    const known = packs.get(name);
    if (known) return known;
    const file = join(folder, `${name}.js`);
    const { text, key } = readPack(name, file);
    const cachedData = cache.read(name, key);
    const script = compile(text, file, cachedData);
    const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
    const module = { exports: {} };
    run(script, `${name}.js`, module);
    const { parts } = module.exports as Pick<Pack, "parts">;
    const pack = { key, script, isKept, parts };
    packs.set(name, pack);
    return pack;
  }

  function readPack(name: string, file: string): { text: string; key: string } {
    const opened = openSync(file, "r");
    try {
      const { size, mtimeMs } = fstatSync(opened);
      const key = JSON.stringify([name, hashes[name], size, mtimeMs, use]);
      return { text: readFileSync(opened, "latin1"), key };
    } finally {
      closeSync(opened);
    }
  }

  function run(script: Script, name: string, module: { exports: unknown }): void {
    const url = pathToFileURL(join(folder, name)).href;
    (script.runInThisContext() as Run)(requireFrom(posix.dirname(name)), module, module.exports, url);
  }

  /** Parts name each other by relative paths. */
  const requireFrom =
    (base: string) =>
    (name: string): unknown =>
      /^\.\.?\//.test(name) ? load(posix.join(base, name)) : requireOfNode(name);

  return {
    load,
    keepCompiled() {
      for (const [name, { key, script, isKept }] of packs)
        if (!isKept) cache.write(name, key, () => script.createCachedData());
    },
  };
}

/** The build made sure that it is ASCII, which is read several times faster as what it is. */
const compile = (text: string, filename: string, cachedData?: Buffer): Script =>
  new Script(BEFORE + text + AFTER, {
    filename,
    columnOffset: -BEFORE.length,
    ...(cachedData && { cachedData }),
  });
