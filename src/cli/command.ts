/** Says what a command is, what it may use, and how it ends. */

import type * as z from "zod";
import type { NamedProject, NameStanding, Place, TeamHint } from "../access/index.ts";
import type { ReceivedEvent } from "../clients/answer-hook.ts";
import type { ClientFiles } from "../clients/client-files.ts";
import type { Program } from "../clients/program.ts";
import type { Deps } from "../memory/index.ts";
import type { MemoryBackups, MemoryFiles } from "../repair/index.ts";
import type { RepositoryHooks } from "../repository/index.ts";
import type { AuthorKind } from "../shared/actor.ts";
import type { FaultCode, Notice } from "../shared/errors.ts";
import type { Call, PersonOnly } from "../shared/operations/operation.ts";
import type { Wording } from "../tools/wording.ts";
import type { Terminal } from "./terminal.ts";

/** A command may use this. `deps` opens the memory on first use. */
export interface CommandContext {
  readonly deps: () => Promise<Deps>;
  /** A call for the project of this folder, or of the current one. */
  readonly call: (folder?: string) => Promise<Call>;
  /** Who typed the command. */
  readonly typedBy: () => AuthorKind;
  /** Whether a person typed the command, and not an agent or a script. */
  readonly personTypes: () => boolean;
  readonly terminal: Terminal;
  /** The time, for what is written without opening the memory. */
  readonly now: () => Date;
  readonly installation: Installation;
  /** The terms for messages to the person who typed the command. */
  readonly wording: Wording;
  /** Whether a program reads the result, so that nobody is to be asked. */
  readonly asJson: boolean;
}

/** A variable that looks like a setting of Membria, and is none. */
export interface UnknownVariable {
  readonly name: string;
  /** The setting that has nearly this name. */
  readonly meant?: string | undefined;
}

/** This program and its surroundings, as only the composition root knows them. */
export interface Installation {
  readonly version: string;
  /** The command line that starts this program again. */
  readonly self: readonly [string, ...string[]];
  /** The settings that were given as flags, ready to pass on. */
  readonly flags: readonly string[];
  readonly home: string;
  readonly unknownVariables: readonly UnknownVariable[];
  /** A path for display, with `~` for the home directory. */
  show(path: string): string;
  project(): Promise<ProjectFacts>;
  setAdminSecret(secret: string): Promise<void>;
  /** Undefined if no editor is set, or nobody could use it. */
  editor(): Editor | undefined;
  /** The file of the memory, for what does not need the memory to be opened. */
  files(): Promise<MemoryFiles>;
  /** The names in the memory, without changing or creating anything. Undefined if none can be read. */
  storedNames(): Promise<StoredNames | undefined>;
  /** The copies of the memory, which are made without opening it as a memory. */
  backups(): Promise<MemoryBackups>;
  /** The files in which clients keep their settings. */
  clients(): Promise<ClientFiles>;
  /** How another program starts this one, wherever it runs: the words before the command, and the flags behind it. */
  program(): Promise<Pick<Program, "words" | "flags">>;
  /** The hooks of the repository that the work is in. */
  gitHooks(): Promise<RepositoryHooks>;
  /** The metrics of the server on the default port of this machine. */
  serverMetrics(): Promise<ServerMetrics>;
  /** The answer to a client about an event, in its own format. */
  answerHook(received: ReceivedEvent): Promise<string>;
  /** Serves over stdio until the client disconnects. */
  serve(): Promise<void>;
  /** A server with the web page over this memory: one that runs, or one that is started and ends by itself. */
  pageServer(): Promise<{ readonly url: string; readonly started: boolean }>;
  /** Whether a browser was told to show it. */
  openInBrowser(url: string): Promise<boolean>;
  /** Serves over HTTP until it is stopped. */
  start(address: StartAddress): Promise<void>;
}

/** The editor of the person. */
export interface Editor {
  /** Waits until the person closes it. */
  open(name: string, text: string): Promise<EditedFile>;
}

/** A text that the person may have changed. Its file stays until it is discarded, so that nothing typed is lost. */
interface EditedFile {
  readonly path: string;
  readonly text: string;
  /** False if the editor reported a failure. */
  readonly ended: boolean;
  discard(): Promise<void>;
}

/** The project of the current folder. */
export interface ProjectFacts {
  readonly project: string;
  readonly source: string;
  /** The name in a project file, whether it was followed or not. */
  readonly named?: (NamedProject & NameStanding) | undefined;
  readonly notice?: Notice | undefined;
  /** The directory of the folder, unless a setting names the project. */
  readonly place?: Place | undefined;
  readonly rootCommit?: (() => Promise<string | undefined>) | undefined;
  /** The memory that moved here because the project has another name now. It is given once. */
  readonly takeMoved?: (() => Notice | undefined) | undefined;
  /** The team that the repository suggests. */
  readonly suggestsTeam?: TeamHint | undefined;
}

/** The metrics page of a running server, or why it is not available. */
export type ServerMetrics = { readonly url: string; readonly text: string } | { readonly problem: string };

export const DEFAULT_PORT = 9090;

/** The flags of `membria mcp start`. */
export interface StartAddress {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly behindProxy: boolean;
  readonly allowedHost: readonly string[];
  readonly insecureNoAuth: boolean;
  readonly idleMinutes: number;
}

export interface CommandResult {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed with `--json` instead, one per line, for results that are too large to hold in memory. */
  readonly lines?: AsyncIterable<unknown>;
  /** Printed otherwise, with long lines broken to fit the terminal. */
  readonly text: string;
  /** Set if the text is for another program, so that its lines stay as they are. */
  readonly isForPrograms?: boolean;
  readonly exitCode?: number;
}

/** A command of the `membria` program. Its flags come from `input`, whose descriptions are the help. */
export interface Command<I extends z.ZodObject = z.ZodObject> {
  /** One or two words: `decide`, `admin set-secret`. */
  readonly name: string;
  readonly summary: string;
  /** The keys of `input` that are positional arguments, in order. */
  readonly positionals: readonly string[];
  readonly input: I;
  /** The keys of `input` for fields of the operation, where the names differ. */
  readonly fields?: Readonly<Record<string, Extract<keyof z.output<I>, string>>> | undefined;
  /** The keys of `input` that name decisions: `last`, `last~1` and the beginning of an id are made whole ids. */
  readonly takesDecisions?: readonly Extract<keyof z.output<I>, string>[] | undefined;
  /** The keys of `input` that name something else in the memory, which a shell can complete. */
  readonly completes?: Readonly<Record<string, StoredKind>> | undefined;
  /** The keys of `input` with long texts, which `-` reads from standard input. */
  readonly longTexts?: readonly Extract<keyof z.output<I>, string>[] | undefined;
  /** Set for commands that take a person, and do their work without the memory. Operations say it themselves. */
  readonly personOnly?: PersonOnly<[z.output<I>]> | undefined;
  /** Set for commands that must not disturb their caller: the exit code is always 0, and errors go to standard error. */
  readonly failsOpen?: boolean;
  /** Set for commands that say themselves which project is used, and why. */
  readonly explainsProject?: boolean;
  run(input: z.output<I>, context: CommandContext): Promise<CommandResult>;
}

/** Commands for the same purpose, which the help shows together. */
export interface CommandGroup {
  readonly title: string;
  readonly about: string;
  readonly commands: readonly Command[];
}

export function defineCommand<I extends z.ZodObject>(command: Command<I>): Command {
  return command as unknown as Command;
}

/** The kinds of names in a memory that can be suggested for a word that is being typed. */
const STORED_KINDS = ["decisions", "links", "proposals", "keys", "domains", "projects"] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

export interface Suggestion {
  readonly value: string;
  /** Shown beside it by the shells that can. */
  readonly about?: string | undefined;
}

/** The names in a memory that is only looked at. */
export interface StoredNames {
  /** Those that begin with what is typed, the ones that are probably meant first. */
  suggest(kind: StoredKind, typed: string): Promise<readonly Suggestion[]>;
  close(): Promise<void>;
}

/** How a command ends that was refused or failed. */
export const EXIT_CODES: Readonly<Record<FaultCode, number>> = {
  internal: 1,
  invalid: 2,
  not_found: 3,
  conflict: 4,
  forbidden: 5,
  unavailable: 6,
  limited: 7,
  insufficient: 8,
};
