import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { kindOf } from "./kinds.ts";
import { importsOf, isLocal, localImportsOf, SOURCES, type Source } from "./sources.ts";

const folderOf = (path: string): string => path.split("/")[0] ?? "";

function packagesBeyond(allowed: readonly string[]) {
  return (source: Source): string[] =>
    importsOf(source)
      .filter((specifier) => !isLocal(specifier) && !allowed.includes(specifier))
      .map((specifier) => `${source.path} imports ${specifier}`);
}

function mentions(pattern: RegExp) {
  return ({ path, text }: Source): string[] =>
    text
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim().slice(0, 100)}`] : []));
}

const READS_ENVIRONMENT =
  /\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|from "(?:node:)?process"/;
const WRITES_STDOUT = /\bprocess\.stdout\b|\{[^}]*\bstdout\b[^}]*\}\s*=\s*process\b/;
const CONSOLE = /\bconsole\b\s*[.[]/;
const STORE_NAME = /sqlite|falkordb/i;
const LOADS_ADR_PARSER =
  /^(?!import type\b).*\bfrom "(?:mdast|micromark|yaml\b|[./]+(?:portability\/)?adr\/)/;
const LOADS_SETTINGS_PARSER = /\bfrom "(?:jsonc-parser|smol-toml)"/;
const LOADS_CLIENT_FILES = /\bfrom "[./]+(?:clients\/)?editing\//;
const ERA_CHECK = /\bera\b|isLegacyRequest|"2026-07-28"/;

/** Ways by which a text of the memory could become a part of the document, a script or a style. */
const MAKES_HTML =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\b|new Function|cssText|\bstyle="/i;
const FETCHES_ELSEWHERE = /["'`](?:https?:)?\/\/[\w$]/;
const PACKAGES_OF_THE_PAGE = ["preact", "preact/hooks"];
/** In one place, so that another language needs one other file. */
const WORDS_OF_THE_PAGE = "page/strings.ts";

/** What the page imports from outside itself that is more than a type, or not about its calls. */
function beyondTypes({ path, text }: Source): string[] {
  return [...text.matchAll(/\b(import|export)\b(\s+type\b)?[^"';]*?\(?"([^"\s]+)"/g)]
    .filter(([, , , specifier = ""]) => isLocal(specifier))
    .map(([, , type, specifier = ""]) => ({ type, target: posix.join(posix.dirname(path), specifier) }))
    .filter(({ target }) => folderOf(target) !== "page")
    .filter(({ type, target }) => type === undefined || !target.startsWith("tools/page/"))
    .map(({ target }) => `${path} imports ${target}`);
}

const within = (...folders: string[]) => SOURCES.filter(({ path }) => folders.includes(folderOf(path)));
const outsideOf = (...folders: string[]) => SOURCES.filter(({ path }) => !folders.includes(folderOf(path)));

/** Words that people use in their decisions are not the name of our own store. */
const SPEAKS_OF_DATABASES = [
  "decisions/rules/statements/exclusive-words.ts",
  "decisions/rules/topic-and-domain.ts",
];

/** It has the text of a program in it, which runs in a client, imports something and looks for ours. */
const TEXT_OF_A_PROGRAM = "clients/opencode.ts";

/** What is the same whichever database a memory or a team is kept in: rules, operations, and the edges but main. */
const namesNoDatabase = ({ path }: Source): boolean => {
  const kind = kindOf(path);
  if (SPEAKS_OF_DATABASES.includes(path) || folderOf(path) === "main") return false;
  return kind === undefined || kind === "rules" || kind === "operations";
};

const readsAdrFiles = ({ path }: Source): boolean => path.startsWith("portability/adr/");
const editsSettings = ({ path }: Source): boolean => path.startsWith("clients/editing/");

describe("the sources", () => {
  it("keep technology out of tools, resources and prompts", () => {
    expect(within("tools", "resources", "prompts").flatMap(packagesBeyond(["zod"]))).toEqual([]);
  });

  it("keep what clients want free of everything", () => {
    const sources = within("clients").filter(
      (source) => source.path !== TEXT_OF_A_PROGRAM && !editsSettings(source),
    );
    expect(sources.flatMap(packagesBeyond([]))).toEqual([]);
  });

  it("leave the environment to main", () => {
    const sources = outsideOf("main").filter(({ path }) => path !== TEXT_OF_A_PROGRAM);
    expect(sources.flatMap(mentions(READS_ENVIRONMENT))).toEqual([]);
  });

  it("leave standard output to the command line and main", () => {
    expect(outsideOf("main", "cli").flatMap(mentions(WRITES_STDOUT))).toEqual([]);
  });

  it("never use console", () => {
    expect(SOURCES.flatMap(mentions(CONSOLE))).toEqual([]);
  });

  it("never name a database in rules, operations and edges, not even in a comment", () => {
    expect(SOURCES.filter(namesNoDatabase).flatMap(mentions(STORE_NAME))).toEqual([]);
  });

  it("load the parsers of ADR files when a folder of them or an editor is opened, and not when a server starts", () => {
    const others = SOURCES.filter((source) => !readsAdrFiles(source));
    expect(others.flatMap(mentions(LOADS_ADR_PARSER))).toEqual([]);
  });

  it("load the parsers of clients' settings when one is opened", () => {
    const others = SOURCES.filter((source) => !editsSettings(source));
    expect(others.flatMap(mentions(LOADS_SETTINGS_PARSER))).toEqual([]);
    const loading = others.filter(({ path }) => path !== "main/client-settings.ts");
    expect(loading.flatMap(mentions(LOADS_CLIENT_FILES))).toEqual([]);
  });

  it("let the page know the types of its calls and nothing else of the program", () => {
    expect(within("page").flatMap(beyondTypes)).toEqual([]);
    const others = outsideOf("page").flatMap((source) =>
      localImportsOf(source)
        .filter((target) => folderOf(target) === "page")
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(others).toEqual([]);
  });

  it("keep the page to text, styles in its stylesheet, and the server it came from", () => {
    expect(within("page").flatMap(mentions(MAKES_HTML))).toEqual([]);
    expect(within("page").flatMap(mentions(FETCHES_ELSEWHERE))).toEqual([]);
    expect(within("page").flatMap(packagesBeyond(PACKAGES_OF_THE_PAGE))).toEqual([]);
  });

  it("keep the eras of the protocol inside mcp", () => {
    expect(outsideOf("mcp").flatMap(mentions(ERA_CHECK))).toEqual([]);
  });
});

describe("the files of src", () => {
  it("have at most 600 lines, and mostly far fewer", () => {
    const long = SOURCES.filter(
      ({ path, text }) => path !== WORDS_OF_THE_PAGE && text.trimEnd().split("\n").length > 600,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("are named in kebab-case, after a concept", () => {
    const odd = SOURCES.filter(
      ({ path }) =>
        !/^[a-z0-9/-]+(?:\.d)?\.tsx?$/.test(path) || /(?:util|helper|manager|misc|common)s?\b/.test(path),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

describe("the rules above can fail", () => {
  const planted = (path: string, text: string): Source => ({ path, text });

  it.each([
    [READS_ENVIRONMENT, "const home = process.env.HOME;"],
    [READS_ENVIRONMENT, "const { env } = process;"],
    [WRITES_STDOUT, 'process.stdout.write("x");'],
    [WRITES_STDOUT, "const { stdout, stderr } = process;"],
    [CONSOLE, 'console.log("x");'],
    [STORE_NAME, "// SQLite does this faster"],
    [LOADS_ADR_PARSER, 'import { openAdrFolder } from "../portability/adr/folder.ts";'],
    [LOADS_ADR_PARSER, 'import { parse } from "yaml";'],
    [LOADS_SETTINGS_PARSER, 'import { parse } from "smol-toml";'],
    [LOADS_CLIENT_FILES, 'import { clientFiles } from "../clients/editing/client-files.ts";'],
    [ERA_CHECK, 'if (era === "legacy") return;'],
    [MAKES_HTML, "<p dangerouslySetInnerHTML={{ __html: text }} />"],
    [MAKES_HTML, '<p style="color: red">'],
    [FETCHES_ELSEWHERE, 'await fetch("https://example.org/font.woff2");'],
    [FETCHES_ELSEWHERE, 'load("//example.org/x.js")'],
  ])("%s against %j", (pattern, line) => {
    expect(mentions(pattern)(planted("tools/x.ts", `\n${line}\n`))).toHaveLength(1);
  });

  it.each([
    'import { PAGE_CALLS } from "../tools/page/inventory.ts";',
    'import type { Tool } from "../tools/tool.ts";',
    'const { a } = await import("../tools/page/inventory.ts");',
    'import "../recall/index.ts";',
    'export { a } from "../tools/page/a.ts";',
  ])("a page with %j", (text) => {
    expect(beyondTypes(planted("page/x.tsx", text))).toHaveLength(1);
  });

  it("but not a page with the types of its calls", () => {
    const text = 'import type { PageCalls } from "../tools/page/inventory.ts";\nimport { a } from "./a.ts";';
    expect(beyondTypes(planted("page/x.tsx", text))).toEqual([]);
  });

  it("a package that tools do not need", () => {
    const file = 'import { readFile } from "node:fs/promises";';
    expect(packagesBeyond(["zod"])(planted("tools/x.ts", file))).toHaveLength(1);
  });

  it.each([
    ["learning/rules/x.ts", true],
    ["learning/operations/x.ts", true],
    ["cli/x.ts", true],
    ["learning/sql/x.ts", false],
    ["team/falkordb/x.ts", false],
    ["learning/index.ts", false],
    ["main/x.ts", false],
  ])("a database, named in %s: %s", (path, isAsked) => {
    expect(namesNoDatabase(planted(path, ""))).toBe(isAsked);
  });
});
