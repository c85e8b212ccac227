import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { describe, expect, it } from "vitest";
import { BUNDLING } from "../../scripts/bundling.mjs";
import { privatePath, requireUsedAliases } from "../../scripts/private-paths.mjs";

const scripts = fileURLToPath(new URL("../../scripts/", import.meta.url));
const SDK_SHIMS = join(scripts, "sdk-shims.mjs");

/** A module beside the scripts, bundled as the product is. */
async function bundled(contents: string, alias: Record<string, string> = {}) {
  const { metafile } = await esbuild.build({
    ...BUNDLING,
    stdin: { contents, resolveDir: scripts },
    absWorkingDir: join(scripts, ".."),
    outdir: "dist",
    alias: { ...BUNDLING.alias, ...alias },
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  return metafile;
}

describe("An alias of the build", () => {
  const SDK = 'export { McpServer } from "@modelcontextprotocol/server";';

  it("is taken as it is while the package imports what it replaces", async () => {
    const alias = { "@modelcontextprotocol/server/_shims": SDK_SHIMS };
    const metafile = await bundled(SDK, alias);
    expect(() => requireUsedAliases(metafile, alias)).not.toThrow();
  });

  it("stops the build when the package imports another path, and says which, of what version, and what to do", async () => {
    const alias = { "@modelcontextprotocol/server/_moved": SDK_SHIMS };
    const metafile = await bundled(SDK, alias);
    expect(() => requireUsedAliases(metafile, alias)).toThrow(
      /^The alias of @modelcontextprotocol\/server\/_moved, of @modelcontextprotocol\/server \d+\.\d+\.\d+, matched nothing.* scripts\/sdk-shims\.mjs is not in the bundle.*change the alias/,
    );
  });

  it.each(Object.entries(BUNDLING.alias ?? {}))(
    "of %s stops it too when nothing needs it",
    async (name, file) => {
      const metafile = await bundled("export const nothing = 0;");
      expect(() => requireUsedAliases(metafile, { [name]: file })).toThrow(`The alias of ${name}, of `);
    },
  );
});

describe("A file inside a package", () => {
  it("is found while it is there", () => {
    expect(privatePath("prom-client", "lib/counter.js")).toMatch(/counter\.js$/);
  });

  const said =
    /prom-client \d+\.\d+\.\d+ has no file lib\/gone\.js, which is taken from inside the package\. Look in node_modules\/prom-client/;

  it("stops the build when it is gone, and says which, of what version, and what to do", () => {
    expect(() => privatePath("prom-client", "lib/gone.js")).toThrow(said);
  });

  it("stops it in the same words where a module imports it", async () => {
    const importing = 'export { default } from "../node_modules/prom-client/lib/gone.js";';
    await expect(bundled(importing)).rejects.toThrow(said);
  });
});
