import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** A path as a person writes it, with `~`, `$HOME` or `${HOME}` at its beginning. Nothing is checked here. */
export const writtenPath = (value: string, userHome: string): string =>
  resolve(value.replace(/^(?:~|\$HOME|\$\{HOME\})(?=$|[/\\])/, () => userHome));

/** The home of Membria by a flag, else by the variable, for what runs before all settings are read. */
export function homeFolder(
  flag: string | undefined,
  variable: string | undefined,
  userHome = homedir(),
): string {
  return writtenPath(flag || variable || join(userHome, ".membria"), userHome);
}

/** The value of `--home` on a command line that nobody checked yet. */
export function homeFlag(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === "--home" || word.startsWith("--home="));
  const word = argv[at];
  return word === "--home" ? argv[at + 1] : word?.slice("--home=".length);
}
