import { fileURLToPath } from "node:url";
import { pastIndex } from "./past-index.mjs";
import { privatePaths } from "./private-paths.mjs";
import { requiredModules } from "./required-modules.mjs";
import { yamlInBundle } from "./yaml-plugin.mjs";

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The esbuild options of the product and of the programs it is compared with. */
export const BUNDLING = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  chunkNames: "chunks/[name]-[hash]",
  alias: { "prom-client": beside("prom-client-parts.mjs") },
  // Ship prebuilt binaries that they find relative to their own files.
  external: ["@photostructure/sqlite", "onnxruntime-node"],
  // Identifiers stay, so that a stack trace still names functions.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  plugins: [yamlInBundle, pastIndex, privatePaths, requiredModules],
  logLevel: "warning",
};
