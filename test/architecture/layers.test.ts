import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, isLocal, localImportsOf, SOURCES, type Source } from "./sources.ts";

const PRESENTATION = ["tools", "resources", "prompts", "hooks", "http"];
const INNER = ["domain", "app"];

/** The layers a layer may import from, besides its own folder. `main` wires everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  app: ["domain"],
  ...Object.fromEntries(PRESENTATION.map((layer) => [layer, INNER])),
  resources: [...INNER, "tools"],
  prompts: [...INNER, "tools", "resources"],
  mcp: [...INNER, ...PRESENTATION],
  clients: ["domain"],
  cli: [...INNER, ...PRESENTATION, "clients"],
  adapters: ["domain"],
  main: [...INNER, ...PRESENTATION, "mcp", "cli", "clients", "adapters", "knowledge"],
  // Types of what the page is answered, and nothing that would run; `beyondTypes` checks the rest.
  page: ["tools"],
};

/** One adapter alone knows what clients want to have in their files. */
const ALSO: Readonly<Record<string, readonly string[]>> = { "adapters/clients": ["clients"] };

const layerOf = (path: string): string => path.split("/")[0] ?? "";

/** Files that may import each other: those of one layer, or of one adapter. */
const unitOf = (path: string): string =>
  path
    .split("/")
    .slice(0, layerOf(path) === "adapters" ? 2 : 1)
    .join("/");

function outwardImports(source: Source): string[] {
  const { path } = source;
  const layers = MAY_IMPORT[layerOf(path)];
  const allowed = layers && [...layers, ...(ALSO[unitOf(path)] ?? [])];
  if (!allowed) return [`${path} is in no known layer`];
  return localImportsOf(source)
    .filter((target) => unitOf(target) !== unitOf(path) && !allowed.includes(layerOf(target)))
    .map((target) => `${path} imports ${target}`);
}

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
const LOADS_ADR_PARSER = /\bfrom "(?:mdast|micromark|yaml\b|[./]+adapters\/adr\/)/;
const LOADS_SETTINGS_PARSER = /\bfrom "(?:jsonc-parser|smol-toml)"/;
const LOADS_CLIENT_FILES = /\bfrom "[./]+adapters\/clients\//;
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
    .filter(({ target }) => layerOf(target) !== "page")
    .filter(({ type, target }) => type === undefined || !target.startsWith("tools/page/"))
    .map(({ target }) => `${path} imports ${target}`);
}

const inLayers = (...layers: string[]) => SOURCES.filter(({ path }) => layers.includes(layerOf(path)));
const outsideOf = (...layers: string[]) => SOURCES.filter(({ path }) => !layers.includes(layerOf(path)));

/** Words that people use in their decisions are not the name of our own store. */
const SPEAKS_OF_DATABASES = ["domain/decisions/domain-words.ts"];

describe("the layers of src", () => {
  it("are found", () => {
    expect(new Set(SOURCES.map(({ path }) => layerOf(path)))).toEqual(
      new Set([
        "domain",
        "app",
        "adapters",
        "clients",
        "tools",
        "resources",
        "prompts",
        "mcp",
        "cli",
        "main",
        "page",
      ]),
    );
  });

  it("import inward only, and adapters do not know each other", () => {
    expect(SOURCES.flatMap(outwardImports)).toEqual([]);
  });

  it("keep the domain free of everything but zod and hashing", () => {
    expect(inLayers("domain").flatMap(packagesBeyond(["zod", "node:crypto"]))).toEqual([]);
  });

  it("keep technology out of what the memory does and how it is named", () => {
    expect(inLayers("app", "tools", "resources", "prompts").flatMap(packagesBeyond(["zod"]))).toEqual([]);
  });

  it("keep what clients want free of everything", () => {
    // That one has the text of a program in it, which imports something.
    const sources = inLayers("clients").filter(({ path }) => path !== "clients/opencode/plugin-text.ts");
    expect(sources.flatMap(packagesBeyond([]))).toEqual([]);
  });

  it("leave the environment to main", () => {
    expect(outsideOf("main").flatMap(mentions(READS_ENVIRONMENT))).toEqual([]);
  });

  it("leave standard output to the command line and main", () => {
    expect(outsideOf("main", "cli").flatMap(mentions(WRITES_STDOUT))).toEqual([]);
  });

  it("never use console", () => {
    expect(SOURCES.flatMap(mentions(CONSOLE))).toEqual([]);
  });

  it("never name a store, not even in a comment", () => {
    const asking = outsideOf("adapters", "main").filter(({ path }) => !SPEAKS_OF_DATABASES.includes(path));
    expect(asking.flatMap(mentions(STORE_NAME))).toEqual([]);
  });

  it("load the parsers of ADR files when a folder of them or an editor is opened, and not when a server starts", () => {
    const others = SOURCES.filter(
      ({ path }) => unitOf(path) !== "adapters/adr" && path !== "cli/decision-file.ts",
    );
    expect(others.flatMap(mentions(LOADS_ADR_PARSER))).toEqual([]);
  });

  it("load the parsers of clients' settings when one is opened", () => {
    const others = SOURCES.filter(({ path }) => unitOf(path) !== "adapters/clients");
    expect(others.flatMap(mentions(LOADS_SETTINGS_PARSER))).toEqual([]);
    const loading = SOURCES.filter(({ path }) => path !== "main/client-settings.ts");
    expect(
      loading.filter(({ path }) => unitOf(path) !== "adapters/clients").flatMap(mentions(LOADS_CLIENT_FILES)),
    ).toEqual([]);
  });

  it("let the page know the types of its calls and nothing else of the program", () => {
    expect(inLayers("page").flatMap(beyondTypes)).toEqual([]);
    const others = outsideOf("page").flatMap((source) =>
      localImportsOf(source)
        .filter((target) => layerOf(target) === "page")
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(others).toEqual([]);
  });

  it("keep the page to text, styles in its stylesheet, and the server it came from", () => {
    expect(inLayers("page").flatMap(mentions(MAKES_HTML))).toEqual([]);
    expect(inLayers("page").flatMap(mentions(FETCHES_ELSEWHERE))).toEqual([]);
    expect(inLayers("page").flatMap(packagesBeyond(PACKAGES_OF_THE_PAGE))).toEqual([]);
  });

  it("keep the eras of the protocol inside mcp", () => {
    expect(outsideOf("mcp").flatMap(mentions(ERA_CHECK))).toEqual([]);
  });
});

describe("the files of src", () => {
  it("have at most 250 lines", () => {
    const long = SOURCES.filter(
      ({ path, text }) => path !== WORDS_OF_THE_PAGE && text.trimEnd().split("\n").length > 250,
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
    ["domain/x.ts", 'import { a } from "../app/a.ts";'],
    ["app/x.ts", 'import type { A } from "../adapters/system/clock.ts";'],
    ["tools/x.ts", 'export { a } from "../resources/a.ts";'],
    ["tools/membria/x.ts", 'const { a } = await import("../../mcp/a.ts");'],
    ["mcp/x.ts", 'import { a } from "../cli/a.ts";'],
    ["adapters/git/x.ts", 'import { a } from "../sqlite/a.ts";'],
    ["adapters/git/x.ts", 'import "../../app/a.ts";'],
    ["adapters/git/x.ts", 'import "../../clients/a.ts";'],
    ["clients/codex/x.ts", 'import "../../adapters/clients/a.ts";'],
    ["cli/x.ts", 'import {\n  a,\n} from "../main/a.ts";'],
    ["somewhere/x.ts", ""],
  ])("%s with %j", (path, text) => {
    expect(outwardImports(planted(path, text))).toHaveLength(1);
  });

  it.each([
    ["adapters/git/x.ts", 'import { a } from "./a.ts";'],
    ["tools/membria/x.ts", 'import { a } from "../tool.ts";'],
    ["main/x.ts", 'import { a } from "../adapters/sqlite/a.ts";'],
    ["adapters/clients/x.ts", 'import { a } from "../../clients/a.ts";'],
  ])("but not %s with %j", (path, text) => {
    expect(outwardImports(planted(path, text))).toEqual([]);
  });

  it.each([
    [READS_ENVIRONMENT, "const home = process.env.HOME;"],
    [READS_ENVIRONMENT, "const { env } = process;"],
    [WRITES_STDOUT, 'process.stdout.write("x");'],
    [WRITES_STDOUT, "const { stdout, stderr } = process;"],
    [CONSOLE, 'console.log("x");'],
    [STORE_NAME, "// SQLite does this faster"],
    [LOADS_ADR_PARSER, 'import { openAdrFolder } from "../adapters/adr/folder.ts";'],
    [LOADS_ADR_PARSER, 'import { parse } from "yaml";'],
    [LOADS_SETTINGS_PARSER, 'import { parse } from "smol-toml";'],
    [LOADS_CLIENT_FILES, 'import { clientFiles } from "../adapters/clients/client-files.ts";'],
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
    'import "../app/a.ts";',
    'export { a } from "../tools/page/a.ts";',
  ])("a page with %j", (text) => {
    expect(beyondTypes(planted("page/x.tsx", text))).toHaveLength(1);
  });

  it("but not a page with the types of its calls", () => {
    const text = 'import type { PageCalls } from "../tools/page/inventory.ts";\nimport { a } from "./a.ts";';
    expect(beyondTypes(planted("page/x.tsx", text))).toEqual([]);
  });

  it("a package the domain does not know", () => {
    expect(
      packagesBeyond(["zod"])(planted("domain/x.ts", 'import { readFile } from "node:fs/promises";')),
    ).toHaveLength(1);
  });
});
