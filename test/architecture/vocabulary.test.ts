import { describe, expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { kebab, propertiesOf } from "../../src/cli/parse.ts";
import { FLAGS } from "../../src/main/settings.ts";
import { ALL_TOOLS } from "../../src/tools/inventory.ts";
import { kindOf } from "./kinds.ts";
import { SOURCES } from "./sources.ts";

/** The code that all vocabularies share and that must not use the words of any. */
const isShared = (path: string): boolean => kindOf(path) !== undefined || path.startsWith("clients/editing/");

/**
 * Where strings are full of column names, ours or MAMA's, which are no words for a caller. There only what a Fault is
 * made of is searched for names of arguments.
 */
const namesColumns = (path: string): boolean =>
  ["sql", "memory"].includes(kindOf(path) ?? "") ||
  /^portability\/operations\/(?:map-mama|portable-records)/.test(path);

/** What starts other programs, whose flags are theirs. */
const startsPrograms = (path: string): boolean =>
  ["sql", "technology"].includes(kindOf(path) ?? "") || path.startsWith("clients/");

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** The arguments of a tool as a path each: `context`, `context.session_id`. */
function argumentsIn({ properties = {}, items, anyOf = [] }: Schema, at = ""): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      `${at}${name}`,
      ...argumentsIn(schema, `${at}${name}.`),
    ]),
    ...(items ? argumentsIn(items, at) : []),
    ...anyOf.flatMap((schema) => argumentsIn(schema, at)),
  ];
}

/** Argument names that are also terms of the core: `ci_passed` is a kind of signal. */
function valuesIn({ properties = {}, items, anyOf = [], enum: values = [] }: Schema): unknown[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...values, ...inner.flatMap(valuesIn)];
}

const schemas = ALL_TOOLS.map(({ inputSchema }) => inputSchema as Schema);
const values = new Set(schemas.flatMap(valuesIn));
const paths = [...new Set(schemas.flatMap((schema) => argumentsIn(schema)))];
const TOOLS = [...new Set(ALL_TOOLS.flatMap(({ name, canonicalName }) => [name, canonicalName]))];
/** Fields of operations are written in camel case, so what has an underscore is an argument's name. */
const ARGUMENTS = [...new Set([...paths, ...paths.flatMap((path) => path.split("."))])].filter(
  (name) => /[_.]/.test(name) && !values.has(name),
);
const FLAG_NAMES = [
  ...new Set([
    "json",
    "help",
    ...FLAGS.map(({ name }) => kebab(name)),
    ...COMMANDS.flatMap((command) => Object.keys(propertiesOf(command)).map(kebab)),
  ]),
];

const oneOf = (names: readonly string[]): string =>
  names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^$()|[\]\\/]/g, "\\$&"))
    .join("|");

const FOREIGN = new RegExp(
  [
    `(?<![\\w/.-])(?:${oneOf(TOOLS)})(?![\\w/-])`,
    `\\bmembria (?:${oneOf(COMMANDS.map(({ name }) => name))})(?![\\w-])`,
    "\\b_meta\\b",
  ].join("|"),
  "g",
);
const FLAG = new RegExp(`(?<![\\w-])--(?:${oneOf(FLAG_NAMES)})(?![\\w-])`, "g");
const ARGUMENT = new RegExp(`(?<![\\w.])(?:${oneOf(ARGUMENTS)})(?!\\w)`, "g");

/** As the parser answers: a tree of objects that have a type. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The words of a vocabulary that occur in the strings of a file. */
function foreignWords(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, inFault: boolean): void => {
    const within = inFault || (node.type === "NewExpression" && (node["callee"] as Node)["name"] === "Fault");
    const said = stringOf(node);
    if (said !== undefined) found.push(...wordsIn(said, path, within).map((word) => `${path}: ${word}`));
    for (const child of childrenOf(node)) visit(child, within);
  };
  visit(parseAst(text, { lang: "ts" }) as unknown as Node, false);
  return found;
}

/** The strings of a file that somebody may read: not import paths and lookup keys. */
function childrenOf(node: Node): Node[] {
  if (/^(?:ImportDeclaration|ExportAllDeclaration)$/.test(node.type)) return [];
  return Object.entries(node)
    .filter(([key]) => key !== "source" && !(node.type === "MemberExpression" && key === "property"))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function stringOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
}

function wordsIn(said: string, path: string, inFault: boolean): string[] {
  // What is handed to another program begins with its flag; a sentence does not.
  const flags = startsPrograms(path) && said.startsWith("-") ? [] : (said.match(FLAG) ?? []);
  const names = namesColumns(path) && !inFault ? [] : (said.match(ARGUMENT) ?? []);
  return [...(said.match(FOREIGN) ?? []), ...flags, ...names];
}

const SHARED = SOURCES.filter(({ path }) => isShared(path));

describe("the core uses no terms of a vocabulary", () => {
  it("no tool, command, flag or argument is named in the subjects", () => {
    expect(SHARED.length).toBeGreaterThan(200);
    expect(SHARED.flatMap(({ path, text }) => foreignWords(path, text))).toEqual([]);
  });

  it.each([
    ["recall/operations/x.ts", 'const hint = "Use membria_get_skills.";', "membria_get_skills"],
    ["recall/operations/x.ts", 'const hint = "Use membria.get_skills.";', "membria.get_skills"],
    ["recall/rules/x.ts", 'const hint = "reject_link turns it down.";', "reject_link"],
    ["recall/rules/x.ts", 'const hint = "load/checkpoint resumes.";', "load/checkpoint"],
    [
      "recall/rules/x.ts",
      ["const hint = `Run: membria links reject $", "{id}`;"].join(""),
      "membria links reject",
    ],
    ["repository/git/x.ts", 'const notice = "Set one with --project NAME.";', "--project"],
    ["recall/operations/x.ts", ["const flags = [`--topic=$", "{topic}`];"].join(""), "--topic"],
    ["recall/operations/x.ts", `const hint = 'Name it in _meta["membria/project"].';`, "_meta"],
    ["recall/operations/x.ts", 'screen.text("session_id", id);', "session_id"],
    ["recall/operations/x.ts", 'throw new Fault("invalid", "No.", { field: "links.to_id" });', "links.to_id"],
    ["recall/operations/x.ts", 'requireModule(module, known, "context.module");', "context.module"],
    ["recall/sql/x.ts", 'new Fault("conflict", "No.", { field: "old_decision_ids" });', "old_decision_ids"],
  ])("in %s, %s would be found", (path, text, word) => {
    expect(foreignWords(path, text)).toEqual([`${path}: ${word}`]);
  });

  it.each([
    ["recall/sql/x.ts", 'sql.all("SELECT decision_id FROM outcomes WHERE from_id = ?", id);'],
    ["recall/sql/x.ts", 'const id = row["decision_id"] as string;'],
    ["repository/git/x.ts", 'run(["log", "--limit=1"]);'],
    ["recall/operations/x.ts", 'import { x } from "../membria_get_skills.ts";'],
    ["recall/operations/x.ts", "// membria_get_skills shows it."],
    ["recall/operations/x.ts", 'const remedy = { remedy: "list-skills" };'],
  ])("in %s, %s is no such word", (path, text) => {
    expect(foreignWords(path, text)).toEqual([]);
  });
});
