import type { BuildOptions } from "esbuild";

export const BUNDLING: BuildOptions;
