import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { isMain, root, runNpm } from "./run.mjs";

/** The files of the packages for clients, as texts by their path. They come from the modules that `install` uses. */
export async function packageTexts() {
  const { packageFiles } = await tsImport("../src/clients/packages.ts", import.meta.url);
  const { PACKAGED_HOOK } = await tsImport("../src/main/hooks/packaged-hook.ts", import.meta.url);
  const { version, description, license, keywords } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const files = packageFiles({ version, description, license, keywords }, PACKAGED_HOOK);
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`,
    ]),
  );
}

async function writePackages() {
  for (const [path, text] of Object.entries(await packageTexts())) {
    const file = join(root, path);
    if ((await readFile(file, "utf8").catch(() => "")) === text) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`Wrote ${path}`);
  }
}

/**
 * Makes the folder of a bundle for Claude Desktop, with the program and what it needs on all platforms. What makes a file
 * of it is `npx @anthropic-ai/mcpb pack FOLDER`.
 */
async function makeBundle(folder) {
  const packed = await mkdtemp(join(tmpdir(), "membria-packed-"));
  try {
    const quiet = ["--ignore-scripts", "--loglevel=error"];
    if ((await runNpm(["pack", "--pack-destination", packed, ...quiet])) !== 0) return 1;
    const [tarball] = await readdir(packed);
    await mkdir(folder, { recursive: true });
    // The native runtime of the model is as large as everything else, and the program has another one.
    const omit = ["--omit=dev", "--omit=optional", "--no-audit", "--no-fund", "--no-package-lock"];
    const install = ["install", "--prefix", folder, ...omit, ...quiet, join(packed, tarball)];
    if ((await runNpm(install)) !== 0) return 1;
    await cp(join(root, "packages", "mcpb", "manifest.json"), join(folder, "manifest.json"));
    console.log(`Made ${folder}. Pack it with: npx @anthropic-ai/mcpb pack ${folder}`);
    return 0;
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
}

if (isMain(import.meta)) {
  const { values } = parseArgs({ options: { bundle: { type: "string" } } });
  await writePackages();
  if (values.bundle !== undefined) process.exitCode = await makeBundle(resolve(values.bundle));
}
