import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Installation } from "../../src/cli/command.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { isSwitch, NAMES, SETTINGS } from "../../src/main/settings.ts";
import { AGENT_VARIABLES } from "../../src/main/who-types.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "./memory.ts";
import { MEMBRIA } from "./stdio-client.ts";

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface TestCommandLine {
  readonly memory: TestMemory;
  run(...argv: string[]): Promise<Run>;
  /** Settings that the last run was given as flags. */
  flags(): Record<string, unknown>;
}

const plain: Terminal = {
  width: 100,
  style: (_, shown) => shown,
  progress: () => {},
  confirm: async () => undefined,
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
            personTypes: () => (caller.kind ?? "human") === "human",
            terminal: { ...plain, ...screen },
            installation: {
              version: "1.2.3",
              self: [process.execPath, "-e", ""],
              flags: [],
              home: "/nowhere",
              show: (path) => path,
              project: async () => ({ project, source: "setting" }),
              serverMetrics: async () => ({ problem: "No server runs." }),
              serve: async () => {},
              start: async () => {},
              setAdminSecret: async () => {},
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

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
}

/** The environment without settings, and without what tells that an agent runs the tests. A person types. */
export function environmentOfPerson(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:MEMBRIA_|MAMA_|AGENT_MEMORY_)/.test(name) && !AGENT_VARIABLES.includes(name),
  );
  return { ...(Object.fromEntries(inherited) as Record<string, string>), MEMBRIA_ACTOR: "human" };
}

/** The program with a clean environment and the given variables. */
export async function runProgram(argv: readonly string[], options: ProgramOptions = {}): Promise<Run> {
  const child = spawn(process.execPath, [MEMBRIA, ...argv], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environmentOfPerson(), ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  // A program that ends early does not read what it is given.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: code as number | null, out, err };
}
