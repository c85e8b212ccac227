import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageFile, PageFiles } from "../../../access/index.ts";
import { problemResponse } from "../problem.ts";

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

/** The names of an asset have a hash in them, so a name never means anything else. */
const FOREVER = "public, max-age=31536000, immutable";

export const acceptsHtml = (request: Request): boolean =>
  request.headers.get("accept")?.includes("text/html") ?? false;

export async function serveShell(files: PageFiles, request: Request): Promise<Response> {
  const shell = await files.shell();
  return shell ? fileResponse(shell, request, "no-cache") : notBuilt();
}

export async function serveAsset(files: PageFiles, name: string, request: Request): Promise<Response> {
  const asset = await files.asset(name);
  return asset ? fileResponse(asset, request, FOREVER) : noSuchAsset(name);
}

function fileResponse(
  { bytes, gzipped, contentType }: PageFile,
  request: Request,
  caching: string,
): Response {
  const zipped =
    gzipped && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "") ? gzipped : undefined;
  return new Response(zipped ?? bytes, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": caching,
      Vary: "Accept, Accept-Encoding",
      ...(zipped && { "Content-Encoding": "gzip" }),
    },
  });
}

const notBuilt = (): Response =>
  problemResponse({
    status: 404,
    code: "NOT_FOUND",
    message:
      "This Membria has no page: it was not built. Install it again; in a checkout, run: npm run build",
    details: { reason: "page_not_built" },
  });

const noSuchAsset = (name: string): Response =>
  problemResponse({
    status: 404,
    code: "NOT_FOUND",
    message: `The page has no file ${JSON.stringify(name.slice(0, 80))}. After an update, load the page again.`,
    details: { reason: "no_such_file" },
  });
