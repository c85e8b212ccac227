import { Fault, type FaultCode } from "../domain/shared/errors.ts";
import type { Notice, Remedy } from "../domain/shared/remedy.ts";
import { noticeText, type Wording, wordedFault } from "../tools/wording.ts";
import type { Command, CommandContext } from "./command.ts";
import { mcpServe } from "./commands/mcp-serve.ts";
import { withWholeIds } from "./decision-ref.ts";
import { familyOf, findCommand } from "./find-command.ts";
import { commandHelp, familyHelp, overview } from "./help.ts";
import { withInputTexts } from "./input-texts.ts";
import { checkInput, parseLine, type SettingFlag } from "./parse.ts";
import { printable } from "./styles.ts";
import { PLAIN_WORDING, wordingOf } from "./wording.ts";

const EXIT_CODES: Readonly<Record<FaultCode, number>> = {
  internal: 1,
  invalid: 2,
  not_found: 3,
  conflict: 4,
  forbidden: 5,
  unavailable: 6,
  limited: 7,
  insufficient: 8,
};

export interface CommandLine {
  readonly argv: readonly string[];
  readonly settings: readonly SettingFlag[];
  /** Resolves when there is room for more. */
  readonly print: (text: string) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Creates the context of one run, with the settings from flags. */
  readonly context: (
    settings: Record<string, unknown>,
  ) => Omit<CommandContext, "wording"> & { close(): Promise<void> };
}

/** Runs one command line and returns the exit code. */
export async function runCommandLine({ argv, settings, context, ...output }: CommandLine): Promise<number> {
  // Everything that is printed passes here, so no command has to think of control characters. In JSON they become
  // escapes of the same value.
  const print = (text: string): Promise<void> => output.print(printable(text));
  const printError = (text: string): void => output.printError(printable(text));
  const wantsJson = argv.includes("--json");
  let wording = PLAIN_WORDING;
  try {
    const asked = withHelpLast(argv);
    const commands = await commandsFor(asked);
    const family = familyAskedFor(asked, commands);
    if (asked.length === 0 || isHelp(asked[0]) || (family && !wantsJson)) {
      const { terminal, installation } = context({});
      await print(
        family
          ? familyHelp(asked[0] ?? "", family, terminal)
          : overview((await import("./commands/index.ts")).COMMAND_GROUPS, installation.version, terminal),
      );
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
    wording = wordingOf(command, running.personTypes);
    if (line.help) {
      await print(commandHelp(command, settings, running.terminal));
      return 0;
    }
    const notices = new Set<Notice>();
    const call: CommandContext["call"] = async (folder) => {
      const made = await running.call(folder);
      for (const notice of made.notices) notices.add(notice);
      return made;
    };
    try {
      const ownContext = { ...running, call, wording };
      const result = await command.run(await inputOf(command, line.input, ownContext), ownContext);
      if (line.json && result.lines) {
        for await (const one of result.lines) await print(JSON.stringify(one));
      } else {
        const shown = line.json ? JSON.stringify(result.json, null, 2) : result.text;
        // A server prints nothing else, because standard output belongs to the protocol.
        if (shown) await print(shown);
        if (!command.failsOpen && !command.explainsProject)
          for (const text of leftUnsaid(notices, shown, wording)) printError(text);
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
    printError(wantsJson ? JSON.stringify(errorOf(fault), null, 2) : faultText(fault));
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

/** What is only needed by some commands is loaded by those. */
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
  if (next !== undefined && !isHelp(next) && next !== "--json") return undefined;
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
