import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLING } from "./bundling.mjs";
import { root } from "./run.mjs";

/** Bundles one TypeScript program of ours, so that no loader stands between its code and Node. */
export async function bundle(source) {
  const esbuild = await import("esbuild");
  const outfile = join(root, "node_modules", ".cache", "bundles", `${basename(source, ".ts")}.mjs`);
  await esbuild.build({
    ...BUNDLING,
    entryPoints: [source],
    outfile,
    splitting: false,
    external: [...BUNDLING.external, "esbuild", "yaml"],
    // Files are found beside the source, not beside the bundle.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(source).href) },
  });
  return outfile;
}
