import type { PageFile, PageFiles } from "../../../access/index.ts";
import { problemResponse } from "../problem.ts";

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
