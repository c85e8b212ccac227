/** Answers a shell that completes a line. It is loaded only for that. */

import type { Command, CommandContext, StoredKind, StoredNames, Suggestion } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { FILES } from "./commands/serve/completion.ts";
import { familyOf, kebab, type Property, propertiesOf, type SettingFlag } from "./parse.ts";

export interface LineToComplete {
  readonly words: readonly string[];
  readonly settings: readonly SettingFlag[];
  readonly context: (settings: Record<string, unknown>) => Pick<CommandContext, "installation">;
  readonly print: (text: string) => Promise<void>;
}

/** Prints what may follow. It never fails: a shell is in the middle of a line, and shows what it can. */
export async function completeLine({ words, settings, context, print }: LineToComplete): Promise<number> {
  try {
    const names = (chosen: Record<string, unknown>) => context(chosen).installation.storedNames();
    const lines = completionLines(await complete(words, { commands: COMMANDS, settings, names }));
    if (lines !== "") await print(lines);
  } catch {
    // There is nothing to suggest.
  }
  return 0;
}

export interface Completed {
  readonly suggestions: readonly Suggestion[];
  /** Whether any other text may be meant, too. */
  readonly files: boolean;
}

export interface CompletionTable {
  readonly commands: readonly Command[];
  readonly settings: readonly SettingFlag[];
  /** Opens the memory that the settings on the line name. Undefined if there is none. */
  readonly names: (settings: Record<string, unknown>) => Promise<StoredNames | undefined>;
}

const NOTHING: Completed = { suggestions: [], files: false };
const ANY_TEXT: Completed = { suggestions: [], files: true };
const HELP = { value: "help", about: "Show the commands, or the arguments and flags of one" };
const ON_EVERY_COMMAND: readonly Suggestion[] = [
  { value: "--json", about: "Print the result as JSON." },
  { value: "--help", about: "Show its arguments and flags." },
];

/** The words that may follow, for those after `membria`, of which the last is being typed and may be empty. */
export async function complete(words: readonly string[], table: CompletionTable): Promise<Completed> {
  const { typed, before, valueOnly } = joined(words);
  const asksForHelp = before[0] === "help";
  const line = asksForHelp ? before.slice(1) : before;
  if (line.length === 0) return names(firstWords(table.commands, asksForHelp), typed);
  const family = line.length === 1 ? secondWords(line[0] ?? "", table.commands) : [];
  const command = commandAt(line, table.commands);
  if (asksForHelp || !command) return names(family, typed);
  const rest = line.slice(command.name.split(" ").length);
  const own = await argument(command, rest, typed, valueOnly, table);
  return family.length === 0
    ? own
    : { ...own, suggestions: [...names(family, typed).suggestions, ...own.suggestions] };
}

interface TypedLine {
  readonly before: readonly string[];
  readonly typed: string;
  /** Whether only the part after `=` is replaced. */
  readonly valueOnly: boolean;
}

/** bash takes `--flag=value` for three words. */
function joined(words: readonly string[]): TypedLine {
  const whole: string[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    const continues = last?.startsWith("--") && (word === "=" || last.endsWith("="));
    if (continues) whole[whole.length - 1] = `${last}${word}`;
    else whole.push(word);
  }
  const typed = whole.pop() ?? "";
  return { before: whole, typed, valueOnly: typed !== words.at(-1) };
}

function firstWords(commands: readonly Command[], asksForHelp: boolean): readonly Suggestion[] {
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  return [
    ...words.map((value) => ({ value, about: aboutFirst(value, commands) })),
    ...(asksForHelp ? [] : [HELP]),
  ];
}

const aboutFirst = (word: string, commands: readonly Command[]): string =>
  commands.find(({ name }) => name === word)?.summary ??
  familyOf(word, commands)
    .map(({ name }) => name.slice(word.length + 1))
    .join(", ");

const secondWords = (word: string, commands: readonly Command[]): readonly Suggestion[] =>
  familyOf(word, commands).map(({ name, summary }) => ({
    value: name.slice(word.length + 1),
    about: summary,
  }));

function commandAt(line: readonly string[], commands: readonly Command[]): Command | undefined {
  const named = (words: number): Command | undefined =>
    commands.find(({ name }) => name === line.slice(0, words).join(" "));
  return named(2) ?? named(1);
}

interface Flag {
  readonly name: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly isRepeated: boolean;
  readonly values?: readonly string[] | undefined;
  readonly kind?: StoredKind | undefined;
  readonly setting?: string | undefined;
}

async function argument(
  command: Command,
  rest: readonly string[],
  typed: string,
  valueOnly: boolean,
  table: CompletionTable,
): Promise<Completed> {
  const properties = propertiesOf(command);
  const own = Object.entries(properties)
    .filter(([key]) => !command.positionals.includes(key))
    .map(([key, property]) => flagOf(command, key, property));
  const settings = table.settings.map(settingFlag);
  const flags = new Map([...settings, ...own].map((flag) => [flag.name, flag]));
  const { positionals, given, open } = read(rest, flags);
  const chosen = Object.fromEntries(
    settings.flatMap(({ name, setting }) =>
      setting !== undefined && given.has(name) ? [[setting, given.get(name)]] : [],
    ),
  );
  const valuesOf = (flag: Pick<Flag, "values" | "kind">, text: string): Promise<Completed> =>
    values(flag, text, () => table.names(chosen));
  if (open) return valuesOf(open, typed);
  const [, assigned, value = ""] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  if (assigned !== undefined) {
    const flag = flags.get(assigned);
    const found = flag?.takesValue ? await valuesOf(flag, value) : NOTHING;
    return valueOnly ? found : withPrefix(`${assigned}=`, found);
  }
  if (typed.startsWith("-") && !rest.includes("--")) {
    const free = ({ name, isRepeated }: Flag): boolean => isRepeated || !given.has(name);
    // There are many settings, which few lines need: they wait until one is begun.
    const offered = [...own, ...(typed.length > 2 ? settings : [])].filter(free);
    return names([...offered.map(({ name, about }) => ({ value: name, about })), ...ON_EVERY_COMMAND], typed);
  }
  const key = command.positionals[positionals] ?? repeatedLast(command, properties);
  if (key === undefined) return NOTHING;
  return valuesOf(flagOf(command, key, properties[key] ?? {}), typed);
}

/** The flags and arguments that are typed already. `open` is a flag whose value comes next. */
function read(rest: readonly string[], flags: ReadonlyMap<string, Flag>) {
  const given = new Map<string, string>();
  let [positionals, open, onlyText] = [0, undefined as Flag | undefined, false];
  for (const word of rest) {
    if (open) {
      given.set(open.name, word);
      open = undefined;
    } else if (word === "--") {
      onlyText = true;
    } else if (!onlyText && word.startsWith("--")) {
      const [name = "", value] = word.split(/=(.*)/s);
      given.set(name, value ?? "");
      const flag = flags.get(name);
      if (flag?.takesValue && value === undefined) open = flag;
    } else if (onlyText || !word.startsWith("-") || word === "-") {
      positionals += 1;
    }
  }
  return { positionals, given, open };
}

function flagOf(command: Command, key: string, property: Property): Flag {
  const isDecision = (command.takesDecisions as readonly string[] | undefined)?.includes(key);
  const kind = isDecision
    ? "decisions"
    : (command.completes?.[key] ?? (key === "domain" ? "domains" : undefined));
  return {
    name: `--${kebab(key)}`,
    about: property.description ?? "",
    takesValue: property.type !== "boolean",
    isRepeated: property.type === "array",
    values: property.enum ?? property.items?.enum,
    kind,
  };
}

const settingFlag = ({ name, about, boolean, values: known }: SettingFlag): Flag => ({
  name: `--${kebab(name)}`,
  about,
  takesValue: !boolean,
  isRepeated: false,
  values: known,
  kind: name === "project" ? "projects" : undefined,
  setting: name,
});

const repeatedLast = ({ positionals }: Command, properties: Record<string, Property>): string | undefined =>
  positionals.slice(-1).find((key) => properties[key]?.type === "array");

async function values(
  { values: known, kind }: Pick<Flag, "values" | "kind">,
  typed: string,
  open: () => Promise<StoredNames | undefined>,
): Promise<Completed> {
  if (known)
    return names(
      known.map((value) => ({ value })),
      typed,
    );
  if (!kind) return ANY_TEXT;
  const memory = await open();
  if (!memory) return NOTHING;
  try {
    return { suggestions: await memory.suggest(kind, typed), files: false };
  } finally {
    await memory.close();
  }
}

const names = (offered: readonly Suggestion[], typed: string): Completed => ({
  suggestions: offered.filter(({ value }) => value.startsWith(typed)),
  files: false,
});

const withPrefix = (prefix: string, { suggestions, files }: Completed): Completed => ({
  suggestions: suggestions.map(({ value, about }) => ({ value: `${prefix}${value}`, about })),
  files,
});

/** One suggestion per line, with its meaning behind a tab. */
export function completionLines({ suggestions, files }: Completed): string {
  const line = ({ value, about = "" }: Suggestion): string =>
    about === "" ? value : `${value}\t${about.replace(/\s+/g, " ").trim()}`;
  return [...suggestions.map(line), ...(files ? [FILES] : [])].join("\n");
}
