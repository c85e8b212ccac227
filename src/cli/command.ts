import type * as z from "zod";
import type { Deps } from "../app/deps.ts";
import type { Call } from "../app/shared/operation.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import type { Wording } from "../tools/wording.ts";
import type { Terminal } from "./terminal.ts";

/** What a command may use. `deps` opens the memory when it is first asked for. */
export interface CommandContext {
  readonly deps: () => Promise<Deps>;
  /** For the project of the folder that is named, or of the one this runs in. */
  readonly call: (folder?: string) => Promise<Call>;
  readonly terminal: Terminal;
  readonly installation: Installation;
  /** How whoever typed the command is spoken to. */
  readonly wording: Wording;
}

/** Facts about this program that only the composition root knows. */
export interface Installation {
  readonly version: string;
  /** The command line that starts this very program again. */
  readonly self: readonly [string, ...string[]];
  /** The settings that were given as flags, as they would be typed for it. */
  readonly flags: readonly string[];
  readonly home: string;
  /** A path as it may be shown. */
  show(path: string): string;
  project(): Promise<{ project: string; source: string; notice?: Notice | undefined }>;
  setAdminSecret(secret: string): Promise<void>;
  /** What the server on the default port of this machine counted. */
  serverMetrics(): Promise<ServerMetrics>;
  /** Serves until the client goes away. */
  serve(): Promise<void>;
  /** Serves over HTTP until it is told to stop. */
  start(address: StartAddress): Promise<void>;
}

/** The page of a running server, or why there is none to be had. */
export type ServerMetrics = { readonly url: string; readonly text: string } | { readonly problem: string };

export const DEFAULT_PORT = 9090;

/** Where `membria mcp start` is to listen, as it was typed. */
export interface StartAddress {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly behindProxy: boolean;
  readonly allowedHost: readonly string[];
  readonly insecureNoAuth: boolean;
}

export interface CommandResult {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed otherwise. */
  readonly text: string;
  readonly exitCode?: number;
}

/** A command of the `membria` program. Its flags come from `input`, whose descriptions are the help. */
export interface Command<I extends z.ZodObject = z.ZodObject> {
  /** One or two words: `decide`, `admin set-secret`. */
  readonly name: string;
  readonly summary: string;
  /** The keys of `input` that are given by position, in order. */
  readonly positionals: readonly string[];
  readonly input: I;
  /** The keys of `input` for fields of the operation that have another name there. */
  readonly fields?: Readonly<Record<string, Extract<keyof z.output<I>, string>>> | undefined;
  /** Set when nothing may depend on it: it ends with the exit code 0, and says what went wrong in the log only. */
  readonly failsOpen?: boolean;
  run(input: z.output<I>, context: CommandContext): Promise<CommandResult>;
}

export function defineCommand<I extends z.ZodObject>(command: Command<I>): Command {
  return command as unknown as Command;
}
