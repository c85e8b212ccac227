import type { Command } from "./command.ts";
import { kebab, propertiesOf, type SettingFlag } from "./parse.ts";
import { type Terminal, table } from "./terminal.ts";

export function overview(commands: readonly Command[], version: string, terminal: Terminal): string {
  return [
    `${terminal.style("bold", "membria")} ${version} — a decision memory for coding agents and the people who work with them`,
    "",
    table(
      commands.map(({ name, summary }) => [`  membria ${name}`, summary]),
      terminal.width,
      true,
    ),
    "",
    "membria COMMAND --help shows a command's flags. Every command takes --json.",
  ].join("\n");
}

export function commandHelp(command: Command, settings: readonly SettingFlag[], terminal: Terminal): string {
  const properties = propertiesOf(command);
  const flags = Object.entries(properties).filter(([key]) => !command.positionals.includes(key));
  const usage = [
    `membria ${command.name}`,
    ...command.positionals.map((key) => kebab(key).toUpperCase()),
  ].join(" ");
  const rows = [
    ...flags.map(([key, property]) => [
      `  --${kebab(key)}${property.type === "boolean" ? "" : " …"}`,
      [
        property.description ?? "",
        property.enum ? `One of ${property.enum.join(", ")}.` : "",
        property.type === "array" ? "May be repeated." : "",
        property.default !== undefined && !Array.isArray(property.default)
          ? `Default ${String(property.default)}.`
          : "",
      ]
        .filter((part) => part !== "")
        .join(" "),
    ]),
    ["  --json", "Print the result as JSON."],
  ];
  return [
    `${terminal.style("bold", usage)}${flags.length > 0 ? " [flags]" : ""}`,
    command.summary,
    "",
    table(rows, terminal.width, true),
    "",
    "Settings, also as variables or in config.json:",
    table(
      settings.map(({ name, about, boolean }) => [`  --${kebab(name)}${boolean ? "" : " …"}`, about]),
      terminal.width,
      true,
    ),
  ].join("\n");
}
