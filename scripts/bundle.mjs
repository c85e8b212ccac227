import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLING } from "./bundling.mjs";
import { root } from "./run.mjs";

/** Bundles one of our TypeScript programs, so that it runs without a loader. */
export async function bundle(source) {
  const esbuild = await import("esbuild");
  const outfile = join(root, "node_modules", ".cache", "bundles", `${basename(source, ".ts")}.mjs`);
  await esbuild.build({
    ...BUNDLING,
    entryPoints: [source],
    outfile,
    splitting: false,
    external: [...BUNDLING.external, "esbuild", "yaml", "playwright-core"],
    // Files are found relative to the source, not to the bundle.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(source).href) },
  });
  return outfile;
}
