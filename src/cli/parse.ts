/** Makes of a typed line its command and the input of that. Flags come from the schema of the command. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import * as z from "zod";
import { Fault } from "../shared/errors.ts";
import { nearestName } from "../shared/names.ts";
import { parseArguments } from "../tools/arguments.ts";
import type { Command } from "./command.ts";

/** The hidden command that a shell asks with the words of the line. */
export const COMPLETE = "__complete";

interface FoundCommand {
  readonly command: Command;
  /** The words that were typed after its name. */
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

export interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Pick<Property, "enum">;
  readonly default?: unknown;
}

export interface SettingFlag {
  readonly name: string;
  readonly about: string;
  readonly boolean: boolean;
  /** All that it may be, if that is known. */
  readonly values?: readonly string[] | undefined;
}

interface ParsedLine {
  readonly input: Record<string, unknown>;
  /** Settings given as flags, by setting name. */
  readonly settings: Record<string, unknown>;
  readonly json: boolean;
  readonly help: boolean;
}

export const kebab = (name: string): string =>
  name.replace(/_/g, "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The flags of a command, from its input schema. */
interface CommandSchema {
  readonly properties?: Record<string, Property>;
  readonly required?: readonly string[];
}
const schemaOf = ({ input }: Command): CommandSchema =>
  z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as CommandSchema;

export const propertiesOf = (command: Command): Record<string, Property> =>
  schemaOf(command).properties ?? {};

/** Such as `membria backup [FILE]`. */
export function usageOf(command: Command): string {
  const { required = [], properties = {} } = schemaOf(command);
  const positionals = command.positionals.map((key) => {
    const name = kebab(key).toUpperCase() + (properties[key]?.type === "array" ? "..." : "");
    return required.includes(key) ? name : `[${name}]`;
  });
  return [`membria ${command.name}`, ...positionals].join(" ");
}

/** One letter for a flag means the same in every command that has the flag. By the name of the flag as it is typed. */
const SHORT_FLAGS: Readonly<Record<string, string>> = {
  help: "h",
  json: "j",
  project: "p",
  yes: "y",
  "dry-run": "n",
  limit: "l",
  confidence: "c",
  domain: "d",
  topic: "t",
  // Both say why.
  reasoning: "r",
  reason: "r",
};

export const shortFor = (flag: string): string | undefined =>
  Object.hasOwn(SHORT_FLAGS, flag) ? SHORT_FLAGS[flag] : undefined;

/** How a flag is typed, with its letter: `-n, --dry-run`. */
export function spelled(flag: string): string {
  const short = shortFor(flag);
  return short === undefined ? `--${flag}` : `-${short}, --${flag}`;
}

/** Whether the words ask for JSON, before it is known which command they are for. Letters may stand together: `-yj`. */
export const wantsJson = (argv: readonly string[]): boolean =>
  argv.some((word) => word === "--json" || /^-[hyn]*j[hyn]*$/.test(word));

export function parseLine(
  command: Command,
  argv: readonly string[],
  settings: readonly SettingFlag[],
): ParsedLine {
  const properties = propertiesOf(command);
  const flags = new Map(Object.entries(properties).map(([key, property]) => [kebab(key), { key, property }]));
  const settingFlags = new Map(settings.map((setting) => [kebab(setting.name), setting]));
  const options: NonNullable<ParseArgsConfig["options"]> = {
    json: { type: "boolean", ...shortOf("json") },
    help: { type: "boolean", ...shortOf("help") },
  };
  for (const [flag, { boolean }] of settingFlags)
    options[flag] = { type: boolean ? "boolean" : "string", ...shortOf(flag) };
  for (const [flag, { property }] of flags) {
    options[flag] = {
      type: property.type === "boolean" ? "boolean" : "string",
      multiple: property.type === "array",
      ...shortOf(flag),
    };
  }
  const { values, positionals } = parseFlags(command, [...argv], options);

  const input: Record<string, unknown> = {};
  const chosen: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(values)) {
    const argument = flags.get(flag);
    const setting = settingFlags.get(flag);
    if (argument) input[argument.key] = asNumberIfNumeric(value, argument.property);
    else if (setting) chosen[setting.name] = value;
  }
  for (const [i, text] of positionals.entries()) {
    const key = command.positionals[i] ?? command.positionals.at(-1);
    const isList = key !== undefined && properties[key]?.type === "array";
    if (key === undefined || (i >= command.positionals.length && !isList))
      throw tooManyArguments(command, text);
    const earlier = input[key];
    input[key] = isList
      ? [...(Array.isArray(earlier) ? earlier : []), text]
      : asNumberIfNumeric(text, properties[key] ?? {});
  }
  return { input, settings: chosen, json: values["json"] === true, help: values["help"] === true };
}

const shortOf = (flag: string): { readonly short?: string } => {
  const short = shortFor(flag);
  return short === undefined ? {} : { short };
};

/** Validates the typed input with the command's schema. Messages use the names of the flags. */
export function checkInput(command: Command, input: Record<string, unknown>): Record<string, unknown> {
  try {
    return parseArguments(command.input, input);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const hint = `membria ${command.name} --help shows its arguments and flags.`;
    throw new Fault("invalid", asTyped(error.message, command), {
      field: error.field,
      received: error.received,
      reason: error.reason,
      hint,
    });
  }
}

/** The message in the words of the command line: flags as they are typed, and those that are repeated without a number. */
function asTyped(message: string, command: Command): string {
  return Object.keys(propertiesOf(command))
    .reduce(
      (text, key) => text.replace(new RegExp(`\\b${key}(?:\\.\\d+)?(?=[. ])`, "g"), kebab(key)),
      message,
    )
    .replaceAll(" must be an int;", " must be a whole number;");
}

function parseFlags(command: Command, args: string[], options: NonNullable<ParseArgsConfig["options"]>) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". To specify");
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
    const meant = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options));
    throw new Fault("invalid", `${sentence.replace(/\.$/, "")}.`, {
      reason: "invalid_flag",
      hint: `${meant === undefined ? "" : `Did you mean --${meant}? `}membria ${command.name} --help shows its flags.`,
    });
  }
}

function asNumberIfNumeric(value: unknown, { type }: Property): unknown {
  if (type !== "number" && type !== "integer") return value;
  const [, percentage] = type === "number" ? (/^(\d+(?:\.\d+)?) ?%$/.exec(String(value)) ?? []) : [];
  if (percentage !== undefined) return Number(percentage) / 100;
  const number = Number(value);
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(number) ? number : value;
}

function tooManyArguments(command: Command, text: string): Fault {
  return new Fault(
    "invalid",
    `membria ${command.name} takes no more arguments; received ${JSON.stringify(text)}.`,
    {
      received: text,
      hint: "Put a text of several words in quotes.",
    },
  );
}
