import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { AGENT_VARIABLES } from "../../src/main/caller/personal-call.ts";
import { PATIENT } from "./patient.ts";
import { MEMBRIA } from "./stdio-client.ts";

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  /** A module to load before the program. */
  readonly preloaded?: string | undefined;
  /** Is given the process. */
  readonly started?: ((pid: number) => void) | undefined;
}

/** The environment without settings, and without what tells that an agent runs the tests. A person types. */
export function environmentOfPerson(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:MEMBRIA_|MAMA_|AGENT_MEMORY_)/.test(name) && !AGENT_VARIABLES.includes(name),
  );
  return { ...(Object.fromEntries(inherited) as Record<string, string>), ...PATIENT, MEMBRIA_ACTOR: "human" };
}

/** The program with a clean environment and the given variables. */
export const runProgram = (argv: readonly string[], options?: ProgramOptions): Promise<Run> =>
  runFile(MEMBRIA, argv, options);

/** The same with another file of the build. */
export async function runFile(
  file: string,
  argv: readonly string[],
  options: ProgramOptions = {},
): Promise<Run> {
  const preloaded = options.preloaded === undefined ? [] : ["--import", options.preloaded];
  const child = spawn(process.execPath, [...preloaded, file, ...argv], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environmentOfPerson(), ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  if (child.pid !== undefined) options.started?.(child.pid);
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
