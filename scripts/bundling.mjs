/** How every bundle is made: that of the product, and those that are measured against it. */
export const BUNDLING = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  chunkNames: "chunks/[name]-[hash]",
  // Ships prebuilt binaries that it finds relative to its own files.
  external: ["@photostructure/sqlite"],
  // Identifiers stay, so that a stack trace still names functions.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
};
