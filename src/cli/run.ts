import { Fault, type Notice, type Remedy } from "../shared/errors.ts";
import { requirePerson } from "../shared/operations/operation.ts";
import { noticeText, type Wording, wordedFault } from "../tools/wording.ts";
import { onlyReadingAcross } from "./across-projects.ts";
import { type Command, type CommandContext, EXIT_CODES } from "./command.ts";
import { mcpServe } from "./commands/serve/mcp-serve.ts";
import { commandHelp, familyHelp, overview } from "./help.ts";
import {
  COMPLETE,
  checkInput,
  familyOf,
  findCommand,
  parseLine,
  type SettingFlag,
  wantsJson,
} from "./parse.ts";
import { printable } from "./terminal.ts";
import { withInputTexts, withWholeIds } from "./typed-input.ts";
import { PLAIN_WORDING, wordingOf } from "./wording.ts";

export interface CommandLine {
  readonly argv: readonly string[];
  readonly settings: readonly SettingFlag[];
  /** Resolves when there is room for more. */
  readonly print: (text: string) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Creates the context of one run, with the settings from flags. */
  readonly context: (
    settings: Record<string, unknown>,
  ) => Omit<CommandContext, "wording" | "asJson" | "personTypes"> & { close(): Promise<void> };
}

/** Runs one command line and returns the exit code. */
export async function runCommandLine({ argv, settings, context, ...output }: CommandLine): Promise<number> {
  // Everything that is printed passes here, so no command has to think of control characters. In JSON they become
  // escapes of the same value.
  const print = (text: string): Promise<void> => output.print(printable(text));
  const printError = (text: string): void => output.printError(printable(text));
  if (argv[0] === COMPLETE) {
    const { completeLine } = await import("./completion.ts");
    return completeLine({ words: argv.slice(1), settings, context, print });
  }
  const asJson = wantsJson(argv);
  let wording = PLAIN_WORDING;
  try {
    const asked = withHelpLast(argv);
    const commands = await commandsFor(asked);
    const family = familyAskedFor(asked, commands);
    if (asked.length === 0 || isHelp(asked[0]) || (family && !asJson)) {
      const { terminal, installation } = context({});
      const { COMMAND_GROUPS } = await import("./commands/index.ts");
      const help = family
        ? familyHelp(asked[0] ?? "", family, terminal)
        : overview(COMMAND_GROUPS, installation.version, terminal);
      await print(terminal.fit(help));
      return 0;
    }
    if (argv[0] === "--version" || argv[0] === "-v") {
      await print(context({}).installation.version);
      return 0;
    }
    const { command, rest } = findCommand(commands, asked);
    wording = wordingOf(command);
    const line = parseLine(command, rest, settings);
    const running = context(line.settings);
    const personTypes = (): boolean => running.typedBy() === "human";
    wording = wordingOf(command, personTypes);
    if (line.help) {
      await print(running.terminal.fit(commandHelp(command, settings, running.terminal)));
      return 0;
    }
    const notices = new Set<Notice>();
    /** By folder: to find the project may take a git process. */
    const calls = new Map<string | undefined, Awaited<ReturnType<CommandContext["call"]>>>();
    const call: CommandContext["call"] = async (folder) => {
      const known = calls.get(folder);
      if (known) return known;
      const made = onlyReadingAcross(await running.call(folder));
      calls.set(folder, made);
      for (const notice of made.notices) notices.add(notice);
      return made;
    };
    try {
      const ownContext = { ...running, personTypes, call, wording, asJson: line.json };
      const input = await inputOf(command, line.input, ownContext);
      if (command.personOnly) await requirePerson(command.personOnly, running.typedBy(), input);
      const result = await command.run(input, ownContext);
      if (line.json && result.lines) {
        for await (const one of result.lines) await print(JSON.stringify(one));
      } else {
        const shown = line.json ? JSON.stringify(result.json, null, 2) : result.text;
        const isRead = !line.json && !result.isForPrograms;
        const fitted = (text: string): string => (line.json ? text : running.terminal.fit(text));
        // A server prints nothing else, because standard output belongs to the protocol.
        if (shown) await print(isRead ? running.terminal.fit(shown) : shown);
        if (!command.failsOpen && !command.explainsProject)
          for (const text of leftUnsaid(notices, shown, wording)) printError(fitted(text));
        // A command that uses a tool has said it already.
        for (const made of calls.values())
          for (const notice of made.sharing?.takeNotices() ?? [])
            printError(fitted(noticeText(notice, wording)));
      }
      return result.exitCode ?? 0;
    } finally {
      await running.close();
    }
  } catch (error) {
    const fault = wordedFault(Fault.from(error), wording);
    if (await isFailingOpen(argv)) {
      printError(`membria: ${fault.message}`);
      return 0;
    }
    printError(asJson ? JSON.stringify(errorOf(fault), null, 2) : context({}).terminal.fit(faultText(fault)));
    return EXIT_CODES[fault.code];
  }
}

/** Why the memory of another project was not used, if the result does not say so: without it, little or nothing is shown. */
function leftUnsaid(notices: ReadonlySet<Notice>, shown: string, wording: Wording): readonly string[] {
  const texts = [...notices]
    .filter((notice) => typeof notice !== "string" && notice.remedies?.some(isAboutName))
    .map((notice) => noticeText(notice, wording));
  return [...new Set(texts)].filter(
    (text) => !shown.includes(text) && !shown.includes(JSON.stringify(text).slice(1, -1)),
  );
}

/** The input as the command takes it: long texts are read, and ids made whole. */
async function inputOf(command: Command, typed: Record<string, unknown>, context: CommandContext) {
  const read = command.longTexts ? withInputTexts : undefined;
  const checked = checkInput(command, read ? await read(command, typed) : typed);
  if (!command.takesDecisions) return checked;
  return withWholeIds(command, checked, context);
}

const ABOUT_NAMES: ReadonlySet<Remedy["remedy"]> = new Set([
  "trust-project",
  "move-project",
  "undo-project-move",
]);
const isAboutName = ({ remedy }: Remedy): boolean => ABOUT_NAMES.has(remedy);

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h";

/** `help decide` is the same as `decide --help`. */
function withHelpLast(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first !== "help") return argv;
  return [...rest.filter((word) => !word.startsWith("-")), "--help"];
}

/** The commands that begin with the only word that was typed, if it is no command itself. */
function familyAskedFor(
  argv: readonly string[],
  commands: readonly Command[],
): readonly Command[] | undefined {
  const [word, next] = argv;
  if (next !== undefined && !isHelp(next) && !wantsJson([next])) return undefined;
  const family = familyOf(word, commands);
  return family.length === 0 || commands.some(({ name }) => name === word) ? undefined : family;
}

/** Loads only `mcp serve` for a client, so that the server starts faster. */
async function commandsFor(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv.slice(0, 2).join(" ") === mcpServe.name) return [mcpServe];
  return (await import("./commands/index.ts")).COMMANDS;
}

async function isFailingOpen(argv: readonly string[]): Promise<boolean> {
  const commands = await commandsFor(argv);
  return commands.some(({ name, failsOpen }) => failsOpen && name === argv[0]);
}

function faultText(fault: Fault): string {
  const cause = fault.code === "internal" && fault.cause instanceof Error ? `\n${fault.cause.stack}` : "";
  return [`membria: ${fault.message}`, ...(fault.hint ? [fault.hint] : [])].join("\n") + cause;
}

function errorOf({ code, message, hint, field, received, reason }: Fault): unknown {
  return { error: { code, message, hint, field, received, reason } };
}
