import { code, fenced, generatedFrom, page, table } from "./markdown.mjs";

const ERROR = `{
  "error": {
    "code": "not_found",
    "message": "There is no decision dec_1 in the project shop.",
    "hint": "Check the id; it may belong to another project. Name the project with --project NAME.",
    "field": "id",
    "received": "dec_1",
    "reason": "decision_not_found"
  }
}`;

/** The fields of what `--json` prints, as the test of the shapes found them. */
export function jsonPage(groups, shapes) {
  const commands = groups.flatMap((group) => group.commands);
  const without = commands.filter(({ name }) => !(name in shapes)).map(({ name }) => code(name));
  return page(
    generatedFrom("JSON of the command line", "`test/cli/json-shapes.json`"),
    "Every command takes `--json` and then prints one JSON value, or with `audit` and an export to standard output one per line. The tables have every field that the commands printed for a memory with some of every kind of record; `test/cli/json-shapes.test.ts` runs them again and fails when a field is gone, new or of another type. Times are ISO 8601 in UTC, probabilities and scores numbers from 0 to 1.",
    "Fields may be added in any version, so read those you know and ignore the others. A field that is removed, renamed or given another type is named in [upgrading](upgrading.md).",
    "A command that is refused or fails prints nothing to standard output and this to standard error. `code` decides the exit code (see `man membria`); `field`, `received` and `reason` are there if they are known.",
    fenced("json", ERROR),
    "`?` stands behind a field that is not always there, `[]` behind a list whose items follow.",
    `Not in the tables: ${without.join(", ")}. The servers print no JSON; what the others print is read by their own tests.`,
    commands
      .filter(({ name }) => name in shapes)
      .map(({ name }) => [
        `## membria ${name}`,
        table(
          ["field", "type"],
          Object.entries(shapes[name]).map(([field, type]) => [
            code(field),
            type.replace("empty list", "list"),
          ]),
        ),
      ]),
  );
}
