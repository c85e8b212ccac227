import { kebab } from "./settings.ts";

/** Settings that were given as flags, to pass them on. */
export const flagsOf = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).map(([name, value]) =>
    value === true ? `--${kebab(name)}` : `--${kebab(name)}=${value}`,
  );
