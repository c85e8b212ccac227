import type { Plugin } from "esbuild";

export const yamlInBundle: Plugin;
export const yamlInTests: {
  name: string;
  transform(text: string, path: string): { code: string; map: null } | undefined;
};
