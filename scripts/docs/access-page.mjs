import { code, generatedFrom, page, table } from "./markdown.mjs";

const HEADINGS = ["viewer", "agent", "admin", "key of another project"];

/** Arguments that name a record. A call that needs one cannot be answered with records of the caller's own project. */
const NAMES_A_RECORD = /_ids?$|Id$/;
const NOT_FOUND = "not found";
const OWN = "own records";

export function accessPage({ ALL_TOOLS }, { RESOURCES }, { PROMPTS }, { ROLES, includesRole }) {
  const cells = (role, named = []) => [
    ...ROLES.map((own) => (includesRole(own, role) ? "yes" : "no")),
    named.some((name) => NAMES_A_RECORD.test(name)) ? NOT_FOUND : OWN,
  ];
  const completed = (entries) =>
    entries.flatMap(({ completers, label }) =>
      Object.keys(completers).map((argument) => [`${code(argument)} of ${code(label)}`, ...cells("viewer")]),
    );
  return page(
    generatedFrom("Who may do what", "the roles of the operations in `src/*/operations`"),
    [
      "What a key may do over HTTP, by its role and its project. An operation names the lowest role that may run it, and `perform` in `src/shared/operations/operation.ts` checks it, whatever tool, resource or prompt the call came through.",
      "`test/mcp/access` sends every request below to a running server, with a key of each role and with an admin's key of another project, and compares what happens with this page.",
    ].join("\n"),
    [
      "The last column is for a key that is bound to another project and names records of this one: by their ids, by words of their texts, by topic and domain, in addresses, and as ends of links.",
      `"${NOT_FOUND}": the answer is the one for an id that does not exist. "${OWN}": the answer is made of the key's own project alone, as if there were no other; an id of another project, where it may be given, is not found.`,
      "Naming another project, or all of them, in the header `Membria-Project` or in `_meta` is refused in every row but the lists that are the same for everybody.",
    ].join("\n"),
    "A decision of a person is not replaced, and a link is not put in force, by a role alone: [consent](../SECURITY.md#who-may-do-what) is needed, too. Over stdio and on the command line the role is that of the process (`MEMBRIA_ROLE`), and the same column holds. A server with `--read-only` answers every key as a viewer, and runs no tool that writes.",
    "## Tools",
    table(
      ["tool", "effect", ...HEADINGS],
      ALL_TOOLS.flatMap(({ name, effect, role, higherRole, inputSchema }) => {
        const row = (label, least) => [label, effect, ...cells(least, inputSchema.required)];
        return [
          row(code(name), role),
          ...(higherRole
            ? [
                row(
                  `${code(name)} with ${code(`${higherRole.argument}: ${higherRole.value}`)}`,
                  higherRole.role,
                ),
              ]
            : []),
        ];
      }),
    ),
    "## Resources",
    table(
      ["address", ...HEADINGS],
      RESOURCES.map(({ address, role, variables }) => [code(address), ...cells(role, variables)]),
    ),
    "## Prompts",
    table(
      ["prompt", ...HEADINGS],
      PROMPTS.map(({ name }) => [code(name), ...cells("viewer")]),
    ),
    "## Completions",
    table(
      ["argument", ...HEADINGS],
      completed([
        ...RESOURCES.map(({ address, completers }) => ({ label: address, completers })),
        ...PROMPTS.map(({ name, completers }) => ({ label: name, completers })),
      ]),
    ),
    "## Lists",
    "What a role may not read is not listed for it. The lists of tools and prompts, and the templates, have nothing of any project.",
    table(
      ["list", ...HEADINGS],
      ["tools/list", "resources/list", "resources/templates/list", "prompts/list"].map((method) => [
        code(method),
        ...cells("viewer"),
      ]),
    ),
  );
}
