import type { Command, CommandGroup } from "./command.ts";
import { familyOf, kebab, type Property, propertiesOf, type SettingFlag, spelled, usageOf } from "./parse.ts";
import { type Terminal, table } from "./terminal.ts";

/** Longer lines are hard to read, also in a file. */
const WIDEST = 100;
const helpWidth = ({ width }: Terminal): number => Math.min(width, WIDEST);

export function overview(groups: readonly CommandGroup[], version: string, terminal: Terminal): string {
  const rows = groups.map(({ commands }) => overviewRows(commands));
  const longest = Math.max(...rows.flat().map(([name]) => name.length));
  return [
    `${terminal.style("bold", "membria")} ${version} — a decision memory for coding agents and the people who work with them`,
    ...groups.flatMap(({ title, about }, i) => [
      "",
      `${terminal.style("bold", title)}: ${about}`,
      table(
        (rows[i] ?? []).map(([name, meaning]) => [`  membria ${name.padEnd(longest)}`, meaning]),
        helpWidth(terminal),
        true,
      ),
    ]),
    "",
    "membria help COMMAND shows a command's arguments and flags. Every command takes --json.",
  ].join("\n");
}

type OverviewRow = readonly [name: string, meaning: string];

/** One row for each first word, with the first sentence of its summary, so that all of them can be seen at once. */
function overviewRows(commands: readonly Command[]): OverviewRow[] {
  const firstWords = new Set(commands.map(({ name }) => name.split(" ")[0] as string));
  return [...firstWords].map((word) => {
    const own = commands.find(({ name }) => name === word);
    const family = familyOf(word, commands).map(({ name }) => name.slice(word.length + 1));
    const meaning = own && firstSentence(own.summary);
    if (family.length === 0) return [word, meaning ?? ""];
    return own
      ? [word, `${meaning} And: ${family.join(", ")}`]
      : [`${word} …`, `${word} ${family.join(`, ${word} `)}`];
  });
}

const firstSentence = (summary: string): string => /^.*?[.](?= [A-Z]|$)/.exec(summary)?.[0] ?? summary;

/** For commands of two words with the same first one. */
export function familyHelp(family: string, commands: readonly Command[], terminal: Terminal): string {
  return [
    terminal.style("bold", `membria ${family} COMMAND`),
    "",
    commandTable(commands, terminal),
    "",
    `membria help ${family} COMMAND shows its arguments and flags.`,
  ].join("\n");
}

const commandTable = (commands: readonly Command[], terminal: Terminal): string =>
  table(
    commands.map(({ name, summary }) => [`  membria ${name}`, summary]),
    helpWidth(terminal),
    true,
  );

export function commandHelp(command: Command, settings: readonly SettingFlag[], terminal: Terminal): string {
  const properties = propertiesOf(command);
  const flags = Object.entries(properties).filter(([key]) => !command.positionals.includes(key));
  const rows = [
    ...command.positionals.map((key) => [`  ${kebab(key).toUpperCase()}`, meaningOf(properties[key] ?? {})]),
    ...flags.map(([key, property]) => [
      `  ${spelled(kebab(key))}${property.type === "boolean" ? "" : " …"}`,
      meaningOf(property),
    ]),
    [`  ${spelled("json")}`, "Print the result as JSON."],
  ];
  return [
    `${terminal.style("bold", usageOf(command))}${flags.length > 0 ? " [flags]" : ""}`,
    command.summary,
    "",
    table(rows, helpWidth(terminal), true),
    "",
    "Settings, also as variables or in config.json:",
    table(
      settings.map(({ name, about, boolean }) => [`  ${spelled(kebab(name))}${boolean ? "" : " …"}`, about]),
      helpWidth(terminal),
      true,
    ),
  ].join("\n");
}

function meaningOf(property: Property): string {
  return [
    property.description ?? "",
    property.enum ? `One of ${property.enum.join(", ")}.` : "",
    property.type === "array" ? "May be repeated." : "",
    property.default !== undefined && !Array.isArray(property.default)
      ? `Default ${String(property.default)}.`
      : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}
