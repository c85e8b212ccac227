import { dirname, join } from "node:path";
import type { Installation } from "../../src/cli/command.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import type { ClientFiles } from "../../src/clients/client-files.ts";
import { clientFiles } from "../../src/clients/editing/client-files.ts";
import { isSwitch, NAMES, SETTINGS } from "../../src/main/settings.ts";
import { sqliteBackups } from "../../src/repair/sql/memory-backups.ts";
import { sqliteFiles } from "../../src/repair/sql/memory-files.ts";
import { repositoryHooks } from "../../src/repository/git/repository-hooks.ts";
import { runningProcesses } from "../../src/shared/files/running-processes.ts";
import { wholeFiles } from "../../src/shared/files/whole-files.ts";
import { workTree } from "./git.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "./memory.ts";
import type { Run } from "./run-program.ts";
import { MEMBRIA } from "./stdio-client.ts";

export { environmentOfPerson, type ProgramOptions, type Run, runProgram } from "./run-program.ts";

export interface TestCommandLine {
  readonly memory: TestMemory;
  run(...argv: string[]): Promise<Run>;
  /** Settings that the last run was given as flags. */
  flags(): Record<string, unknown>;
}

const plain: Terminal = {
  width: 100,
  cutsLines: true,
  style: (_, shown) => shown,
  fit: (shown) => shown,
  progress: () => {},
  confirm: async () => undefined,
  choose: async () => undefined,
  converses: false,
  say: () => {},
  pressKey: async () => undefined,
  askLine: async () => undefined,
};

/** Runs the command line in this process, as a person in the project `shop` with a terminal of 100 columns. */
export async function openCommandLine(
  installation: Partial<Installation> = {},
  screen: Partial<Terminal> = {},
): Promise<TestCommandLine> {
  return commandLineOn(await openMemory(), "shop", installation, screen);
}

/** The same on a memory that is open already, in a project of it. */
export function commandLineOn(
  memory: TestMemory,
  project: string,
  installation: Partial<Installation> = {},
  screen: Partial<Terminal> = {},
  caller: Caller = {},
): TestCommandLine {
  let flags: Record<string, unknown> = {};
  return {
    memory,
    flags: () => flags,
    async run(...argv) {
      const out: string[] = [];
      const err: string[] = [];
      const code = await runCommandLine({
        argv,
        settings: NAMES.map((name) => ({
          name,
          about: SETTINGS[name].about,
          boolean: isSwitch(name),
        })),
        print: async (line) => void out.push(line),
        printError: (line) => err.push(line),
        context: (given) => {
          flags = given;
          return {
            deps: async () => memory,
            call: async () => callBy({ kind: "human", name: "somebody", role: "admin", project, ...caller }),
            typedBy: () => caller.kind ?? "human",
            terminal: { ...plain, ...screen },
            now: memory.clock.now,
            installation: {
              version: "1.2.3",
              self: [process.execPath, "-e", ""],
              flags: [],
              unknownVariables: [],
              home: "/nowhere",
              show: (path) => path,
              project: async () => ({ project, source: "setting" }),
              storedNames: async () => undefined,
              serverMetrics: async () => ({ problem: "No server runs." }),
              answerHook: async () => "",
              program: async () => ({ words: [process.execPath, MEMBRIA], flags: [] }),
              gitHooks: async () =>
                repositoryHooks(async () => {
                  const root = await memory.checkout.root();
                  return root === undefined ? undefined : workTree(root);
                }, wholeFiles),
              serve: async () => {},
              start: async () => {},
              pageServer: async () => ({ url: "http://127.0.0.1:9090", started: false }),
              openInBrowser: async () => true,
              setAdminSecret: async () => {},
              editor: () => undefined,
              files: async () => sqliteFiles(memory.path),
              backups: async () =>
                sqliteBackups(memory.path, { keep: 7, files: wholeFiles, processes: runningProcesses }),
              clients: async () => clientsIn(dirname(memory.path)),
              ...installation,
            },
            close: async () => {},
          };
        },
      });
      return { code, out: out.join("\n"), err: err.join("\n") };
    },
  };
}

/** The clients of a person whose home is this folder, with the built program. */
function clientsIn(folder: string): ClientFiles {
  return clientFiles({
    places: {
      platform: "linux",
      userHome: folder,
      project: join(folder, "project"),
      variables: {},
      join,
    },
    program: { words: [process.execPath, MEMBRIA], flags: [], isFetched: false, platform: "linux" },
    folder: join(folder, ".membria"),
    files: wholeFiles,
    variables: process.env,
    masked: (line) => line,
  });
}
