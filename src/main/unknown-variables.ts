import type { UnknownVariable } from "../cli/command.ts";
import { nearestName } from "../shared/names.ts";
import { NAMES, SETTINGS } from "./settings.ts";

/** Of our own variables. */
const PREFIX = "MEMBRIA_";

/** Variables with the prefix of our settings that are none of them, and which one each was probably meant to be. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly UnknownVariable[] {
  const known = NAMES.flatMap((name): readonly string[] => SETTINGS[name].env).filter((name) =>
    name.startsWith(PREFIX),
  );
  const withoutPrefix = (name: string): string => name.slice(PREFIX.length).toLowerCase();
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = nearestName(withoutPrefix(name), known.map(withoutPrefix));
      return { name, ...(meant !== undefined && { meant: `${PREFIX}${meant.toUpperCase()}` }) };
    });
}
