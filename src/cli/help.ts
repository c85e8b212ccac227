import type { Command, CommandGroup } from "./command.ts";
import { kebab, type Property, propertiesOf, type SettingFlag } from "./parse.ts";
import { spelled } from "./short-flags.ts";
import { type Terminal, table } from "./terminal.ts";

/** Longer lines are hard to read, also in a file. */
const WIDEST = 100;
const helpWidth = ({ width }: Terminal): number => Math.min(width, WIDEST);

export function overview(groups: readonly CommandGroup[], version: string, terminal: Terminal): string {
  const longest = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return [
    `${terminal.style("bold", "membria")} ${version} — a decision memory for coding agents and the people who work with them`,
    ...groups.flatMap(({ title, about, commands }) => [
      "",
      `${terminal.style("bold", title)}: ${about}`,
      commandTable(commands, terminal, longest),
    ]),
    "",
    "membria help COMMAND shows a command's arguments and flags. Every command takes --json.",
  ].join("\n");
}

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

const commandTable = (commands: readonly Command[], terminal: Terminal, longest = 0): string =>
  table(
    commands.map(({ name, summary }) => [`  membria ${name.padEnd(longest)}`, summary]),
    helpWidth(terminal),
    true,
  );

export function commandHelp(command: Command, settings: readonly SettingFlag[], terminal: Terminal): string {
  const properties = propertiesOf(command);
  const flags = Object.entries(properties).filter(([key]) => !command.positionals.includes(key));
  const usage = [
    `membria ${command.name}`,
    ...command.positionals.map((key) => kebab(key).toUpperCase()),
  ].join(" ");
  const rows = [
    ...command.positionals.map((key) => [`  ${kebab(key).toUpperCase()}`, meaningOf(properties[key] ?? {})]),
    ...flags.map(([key, property]) => [
      `  ${spelled(kebab(key))}${property.type === "boolean" ? "" : " …"}`,
      meaningOf(property),
    ]),
    [`  ${spelled("json")}`, "Print the result as JSON."],
  ];
  return [
    `${terminal.style("bold", usage)}${flags.length > 0 ? " [flags]" : ""}`,
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
