import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageFile, PageFiles } from "../../../access/index.ts";

const compress = promisify(gzip);

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
const COMPRESSED_ALREADY: ReadonlySet<string> = new Set([".png", ".ico", ".woff2"]);

/** Reads `index.html` and `assets` in a folder of the build. Each is kept until it changes. */
export function pageFiles(folder: string | undefined): PageFiles {
  const kept = new Map<string, { readonly changedAt: number; readonly file: PageFile }>();

  async function read(path: string): Promise<PageFile | undefined> {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const known = kept.get(path);
    if (known?.changedAt === found.mtimeMs) return known.file;
    const bytes = new Uint8Array(await readFile(path));
    const kind = extname(path);
    const gzipped = COMPRESSED_ALREADY.has(kind) ? undefined : new Uint8Array(await compress(bytes));
    const file = { bytes, gzipped, contentType: CONTENT_TYPES[kind] ?? "application/octet-stream" };
    kept.set(path, { changedAt: found.mtimeMs, file });
    return file;
  }

  return {
    shell: async () => (folder === undefined ? undefined : read(join(folder, "index.html"))),
    async asset(name) {
      if (folder === undefined) return undefined;
      const assets = join(folder, "assets");
      // Only what stands in the folder under this very name: no path can lead out of it.
      const names = await readdir(assets).catch((): string[] => []);
      return names.includes(name) ? read(join(assets, name)) : undefined;
    },
  };
}
