import { parseProjectName } from "../domain/access/project.ts";

/** Checks names that were typed. @throws Fault `invalid` that shows how a name looks. */
export function projectNames<K extends string>(typed: Readonly<Record<K, string>>): Record<K, string> {
  const checked = Object.entries<string>(typed).map(([key, name]) => [
    key,
    parseProjectName(name, "the command"),
  ]);
  return Object.fromEntries(checked) as Record<K, string>;
}
