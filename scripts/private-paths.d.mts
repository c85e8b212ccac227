import type { Metafile, Plugin } from "esbuild";

export function privatePath(packageName: string, path: string): string;
export const privatePaths: Plugin;
export function requireUsedAliases(
  metafile: Pick<Metafile, "inputs">,
  alias: Readonly<Record<string, string>>,
): void;
