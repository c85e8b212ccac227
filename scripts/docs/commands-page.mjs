import { code, generatedFrom, page, table } from "./markdown.mjs";
import { fieldsOf } from "./schema-fields.mjs";

export function commandsPage(groups, { kebab, propertiesOf, usageOf, spelled }) {
  return page(
    generatedFrom("Commands", "the commands in `src/cli/commands`"),
    "What a person types is stored as a person's act. Every command takes `--json` (`-j`), `--help` (`-h`) and the flags of the [settings](settings.md).",
    groups.map(({ title, about, commands }) => [
      `${title}: ${about}.`,
      table(
        ["command", "what it does"],
        commands.map(({ name, summary }) => [`[${code(`membria ${name}`)}](#${anchor(name)})`, summary]),
      ),
    ]),
    "`membria mcp serve` is what a client starts: the server on standard input and output. It takes the flags of the [settings](settings.md) and nothing else.",
    groups.map(({ commands }) =>
      commands.map((command) =>
        commandSection(command, usageOf(command), { kebab, spelled }, propertiesOf(command)),
      ),
    ),
  );
}

const anchor = (name) => `membria-${name.replaceAll(" ", "-")}`;

function commandSection({ name, summary, positionals }, usage, { kebab, spelled }, properties) {
  const rows = fieldsOf({ properties }).map(({ path, type, limits, about }) => [
    positionals.includes(path) ? kebab(path).toUpperCase() : code(spelled(kebab(path))),
    type,
    limits,
    `${about}${properties[path]?.type === "array" ? " May be repeated." : ""}`,
  ]);
  return [
    `## membria ${name}`,
    summary,
    code(usage + (rows.length > positionals.length ? " [flags]" : "")),
    rows.length > 0 ? table(["argument", "type", "limits", "meaning"], rows) : [],
  ];
}
