import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ClientFiles } from "../clients/client-files.ts";
import { clientFiles } from "../clients/editing/client-files.ts";
import type { Program } from "../clients/program.ts";
import { wholeFiles } from "../shared/files/whole-files.ts";
import { secretScanner } from "../shared/secrets/secret-scanner.ts";
import type { Environment } from "./environment.ts";
import { kebab } from "./settings.ts";

/** The files of the clients of this person, for the program as it runs now. */
export function clientSettingsOf(
  environment: Environment,
  flags: Readonly<Record<string, unknown>>,
): ClientFiles {
  const { env, platform } = process;
  return clientFiles({
    places: {
      platform,
      userHome: environment.userHome,
      project: projectFolder(environment.cwd),
      variables: env,
      join,
    },
    program: programOf(environment, flags),
    folder: environment.home,
    files: wholeFiles,
    variables: env,
    masked: masking(),
  });
}

export function programOf(environment: Environment, flags: Readonly<Record<string, unknown>>): Program {
  const { platform, execPath, execArgv } = process;
  const script = realpathSync(process.argv[1] ?? "");
  // A program that npx fetched may be gone tomorrow.
  const isFetched = /[\\/]_npx[\\/]|[\\/]dlx(?:-|[\\/])/.test(script);
  const npx = ["npx", "-y", "membria"] as const;
  return {
    words: isFetched
      ? // There it is a script, which only the shell starts.
        platform === "win32"
        ? ["cmd", "/c", ...npx]
        : [...npx]
      : // Without a build, a loader of TypeScript is among the flags of Node.
        [execPath, ...(script.endsWith(".ts") ? execArgv : []), script],
    flags: flagsFor(environment, flags),
    isFetched,
    platform,
  };
}

/** Some clients do not pass variables on to a server, so where the memory is has to be on the command line. */
function flagsFor(
  { home, userHome, settings }: Environment,
  flags: Readonly<Record<string, unknown>>,
): string[] {
  const { home: _, dbPath: __, ...others } = flags;
  return [
    ...(home === join(userHome, ".membria") ? [] : ["--home", resolve(home)]),
    ...(settings.dbPath === undefined ? [] : ["--db-path", resolve(settings.dbPath)]),
    ...Object.entries(others).flatMap(([name, value]) =>
      value === true ? [`--${kebab(name)}`] : [`--${kebab(name)}`, String(value)],
    ),
  ];
}

/** The folder with the repository, or this one if there is none. */
function projectFolder(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

function masking(): (line: string) => string {
  const { scan } = secretScanner({ strict: true });
  return (line) =>
    scan(line).reduceRight((shown, { start, end }) => `${shown.slice(0, start)}[…]${shown.slice(end)}`, line);
}
