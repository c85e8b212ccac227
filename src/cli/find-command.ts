import { Fault } from "../domain/shared/errors.ts";
import { nearestName } from "../domain/shared/nearest-name.ts";
import type { Command } from "./command.ts";

export interface FoundCommand {
  readonly command: Command;
  /** What was typed after its name. */
  readonly rest: readonly string[];
}

/** The command at the beginning of the line. @throws Fault `invalid` that names the one that was probably meant. */
export function findCommand(commands: readonly Command[], argv: readonly string[]): FoundCommand {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(" ");
    const command = commands.find((candidate) => candidate.name === name);
    if (command && !isMisspelt(command, argv[words], commands)) return { command, rest: argv.slice(words) };
  }
  throw unknownCommand(commands, argv);
}

/** The commands of two words that begin with this one. */
export const familyOf = (word: string | undefined, commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `));

const isFlag = (word: string | undefined): boolean => word === undefined || word.startsWith("-");

/** A word after a command that takes none was meant to be the second word of another: `links aprove`. */
const isMisspelt = (command: Command, next: string | undefined, commands: readonly Command[]): boolean =>
  !isFlag(next) && command.positionals.length === 0 && familyOf(command.name, commands).length > 0;

function unknownCommand(commands: readonly Command[], argv: readonly string[]): Fault {
  const [first = "", second] = argv;
  const family = familyOf(first, commands);
  const typed = family.length > 0 && !isFlag(second) ? `${first} ${second}` : first;
  const names = commands.map(({ name }) => name);
  const meant = nearestName(typed, names) ?? nearestName(argv.slice(0, 2).join(" "), names);
  return new Fault(
    "invalid",
    typed === first && family.length > 0
      ? `membria ${first} needs one more word.`
      : `There is no command ${JSON.stringify(typed)}.`,
    {
      reason: "unknown_command",
      hint: [
        ...(meant === undefined ? [] : [`Did you mean membria ${meant}?`]),
        ...(family.length > 0
          ? [`There are ${family.map(({ name }) => name).join(", ")}.`]
          : ["membria help lists the commands."]),
      ].join(" "),
    },
  );
}
