import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { GROUND, importsBetweenSubjects, ORDER, SUBJECTS, subjectOf } from "../../scripts/docs/subjects.mjs";
import { type Kind, kindOf } from "./kinds.ts";
import {
  importsOf,
  isIndex,
  isLocal,
  localImportsOf,
  namedImports,
  offersOf,
  SOURCES,
  type Source,
} from "./sources.ts";

/** What stands around the subjects, and what each may import of the others. All may import subjects. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  tools: [],
  resources: ["tools"],
  prompts: ["tools", "resources"],
  mcp: ["tools", "resources", "prompts"],
  clients: [],
  cli: ["tools", "resources", "prompts", "clients"],
  knowledge: [],
  // Only types of its calls; source-rules.test.ts checks the rest.
  page: ["tools"],
  main: ["tools", "resources", "prompts", "mcp", "clients", "cli", "knowledge"],
};

/** What a file of a subject may be made of, whichever subject that is from. */
const MADE_OF: Readonly<Record<Kind, readonly Kind[]>> = {
  rules: ["rules"],
  sql: ["rules", "sql"],
  operations: ["rules", "operations", "sql"],
  technology: ["rules", "technology"],
  memory: ["rules", "operations", "sql", "technology", "memory"],
  index: ["rules", "operations", "sql", "technology", "memory"],
};

const OPERATIONS_ONLY: readonly Kind[] = ["rules", "operations", "memory"];
/**
 * Edges run operations, and no technology but what main puts behind a port. They may know the types of it. Commands and
 * the protocol also call functions of the subjects that read the memory.
 */
const EDGE_IS_MADE_OF: Readonly<Record<string, readonly Kind[]>> = {
  cli: [...OPERATIONS_ONLY, "sql"],
  mcp: [...OPERATIONS_ONLY, "sql"],
  clients: ["rules"],
  knowledge: ["rules"],
  main: MADE_OF.memory,
};

/** Other packages than these would be a clock, a file, a network, or a technology that a port should stand for. */
const PACKAGES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  rules: ["zod", "node:crypto"],
  operations: ["zod"],
};
const READS_CLOCK_OR_CHANCE =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(?:Timeout|Interval|Immediate)\(|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bprocess\.|\bfetch\(/;

/** They load a file of a subject when it is first needed, or with others in one piece; an index.ts would bring all. */
const LOAD_FILES = ["main", "memory", "knowledge"];
const LOADS = /\bimport\s*(?:\(\s*)?"(\.[^"\s]+)"/g;

const folderOf = (path: string): string => path.split("/")[0] ?? "";
const rank = (path: string): number => ORDER.indexOf(folderOf(path));

const upward = (sources: readonly Source[]): string[] =>
  importsBetweenSubjects(sources)
    .filter(({ from, to }) => rank(to) >= rank(from))
    .map(({ from, to }) => `${from} imports ${to}`);

/** Imports of an edge from a subject, from an edge that builds on it, or from what is neither. */
const outward = (source: Source): string[] => {
  const own = folderOf(source.path);
  const allowed = [own, ...ORDER, ...(EDGES[own] ?? [])];
  return localImportsOf(source)
    .filter((target) => !allowed.includes(folderOf(target)))
    .map((target) => `${source.path} imports ${target}`);
};

const isLoad = (source: Source, target: string): boolean =>
  [...source.text.matchAll(LOADS)].some(
    ([, specifier = ""]) =>
      localImportsOf({ path: source.path, text: `import "${specifier}"` })[0] === target,
  );

/** Imports of a file of another subject that do not go through its index.ts. */
const pastIndex = (source: Source): string[] =>
  localImportsOf(source)
    .filter((target) => subjectOf(target) && subjectOf(target) !== folderOf(source.path))
    .filter((target) => !GROUND.includes(folderOf(target)) && !isIndex(target))
    .filter((target) => !(LOAD_FILES.includes(folderOf(source.path)) && isLoad(source, target)))
    .map((target) => `${source.path} imports ${target}`);

/** An index.ts that is loaded whole; the build leads past it only where names are imported. */
const wholeIndexes = (source: Source): string[] =>
  localImportsOf(source)
    .filter((target) => isIndex(target) && isLoad(source, target))
    .map((target) => `${source.path} loads ${target}`);

const allNames = ({ path, text }: Source): string[] =>
  [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\*[^"';]*"(\.[^"]+)"/g)]
    .map(([, specifier = ""]) => localImportsOf({ path, text: `import "${specifier}"` })[0] ?? "")
    .filter((target) => isIndex(target) || isIndex(path))
    .map((target) => `${path} takes all of ${target}`);

/** Names that an index.ts offers and nobody outside of its subject imports. */
function unusedOffers(sources: readonly Source[]): string[] {
  const used = new Set(
    [...namedImports(sources)]
      .flatMap(([path, names]) => names.map((one) => ({ path, ...one })))
      .filter(({ path, by }) => folderOf(path) !== folderOf(by))
      .map(({ name, by }) => `${by} ${name}`),
  );
  return [...offersOf(sources)].flatMap(([index, names]) =>
    [...names.keys()].map((name) => `${index} ${name}`).filter((offer) => !used.has(offer)),
  );
}

/** Imports of something that a file of this kind, or this edge, is not to be made of. */
function wrongKinds(sources: readonly Source[]): string[] {
  const named = namedImports(sources);
  return sources.flatMap((source) => {
    const { path } = source;
    const kind = kindOf(path);
    const allowed = kind ? MADE_OF[kind] : (EDGE_IS_MADE_OF[folderOf(path)] ?? OPERATIONS_ONLY);
    const files = [
      ...(named.get(path) ?? []).filter(({ isType }) => kind || !isType).map(({ file }) => file),
      ...localImportsOf(source).filter((target) => isLoad(source, target)),
    ];
    return [...new Set(files)]
      .filter((file) => subjectOf(file) && !allowed.includes(kindOf(file) ?? "index"))
      .map((file) => `${path} imports ${file}`);
  });
}

function otherPackages(source: Source): string[] {
  const allowed = PACKAGES[kindOf(source.path) ?? "memory"];
  return importsOf(source)
    .filter((specifier) => allowed && !isLocal(specifier) && !allowed.includes(specifier))
    .map((specifier) => `${source.path} imports ${specifier}`);
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

const surprises = ({ path, text }: Source): string[] =>
  kindOf(path) === "rules" && READS_CLOCK_OR_CHANCE.test(withoutComments(text)) ? [path] : [];

describe("the subjects", () => {
  it("and the edges are all there is in src", () => {
    const folders = readdirSync(fileURLToPath(new URL("../../src/", import.meta.url)));
    expect(folders.toSorted()).toEqual([...ORDER, ...Object.keys(EDGES)].toSorted());
  });

  it("divide the tests, too", () => {
    const tests = readdirSync(fileURLToPath(new URL("../", import.meta.url)));
    // What puts subjects together is tested by all other tests.
    const missing = ORDER.filter((subject) => subject !== "memory" && !tests.includes(subject));
    expect(missing).toEqual([]);
  });

  it("build on each other in one order", () => {
    expect(upward(SOURCES)).toEqual([]);
  });

  it("import no edge, and edges import inward", () => {
    expect(SOURCES.flatMap(outward)).toEqual([]);
  });

  it("are imported through their index.ts", () => {
    expect(SOURCES.flatMap(pastIndex)).toEqual([]);
  });

  it("are never loaded whole", () => {
    expect(SOURCES.flatMap(wholeIndexes)).toEqual([]);
    expect(SOURCES.flatMap(allNames)).toEqual([]);
  });

  it("offer only what somebody outside uses", () => {
    expect(unusedOffers(SOURCES)).toEqual([]);
  });

  it("have rules that know rules, SQL that knows no operation, and operations that know no technology", () => {
    expect(wrongKinds(SOURCES)).toEqual([]);
  });

  it("have rules and operations that need no package but zod, and hashing", () => {
    expect(SOURCES.flatMap(otherPackages)).toEqual([]);
  });

  it("have rules that read no clock and leave nothing to chance", () => {
    expect(SOURCES.flatMap(surprises)).toEqual([]);
  });

  it("are each described in a few words", () => {
    expect(Object.values(SUBJECTS).filter((about) => about.length > 120)).toEqual([]);
  });
});

describe("the rules of the subjects can fail", () => {
  const planted = (path: string, text: string): Source => ({ path, text });

  it("for a subject that imports one that builds on it", () => {
    expect(
      upward([planted("decisions/rules/x.ts", 'import { b } from "../../portability/index.ts";')]),
    ).toHaveLength(1);
    expect(
      upward([planted("store/file/x.ts", 'import type { B } from "../../access/index.ts";')]),
    ).toHaveLength(1);
    expect(
      upward([planted("portability/rules/x.ts", 'import { b } from "../../decisions/index.ts";')]),
    ).toEqual([]);
  });

  it.each([
    ["recall/operations/x.ts", 'import { a } from "../../tools/a.ts";'],
    ["shared/x.ts", 'const { a } = await import("../main/a.ts");'],
    ["tools/x.ts", 'export { a } from "../resources/a.ts";'],
    ["tools/membria/x.ts", 'const { a } = await import("../../mcp/a.ts");'],
    ["mcp/x.ts", 'import { a } from "../cli/a.ts";'],
    ["clients/codex/x.ts", 'import "../../cli/a.ts";'],
    ["cli/x.ts", 'import {\n  a,\n} from "../main/a.ts";'],
    ["tools/x.ts", 'import { a } from "../somewhere/a.ts";'],
  ])("for %s with %j", (path, text) => {
    expect(outward(planted(path, text))).toHaveLength(1);
  });

  it.each([
    ["tools/membria/x.ts", 'import { a } from "../tool.ts";'],
    ["main/x.ts", 'import { a } from "../cli/a.ts";'],
    ["cli/x.ts", 'import { a } from "../recall/index.ts";'],
  ])("but not for %s with %j", (path, text) => {
    expect(outward(planted(path, text))).toEqual([]);
  });

  it.each([
    ["learning/rules/x.ts", 'import { a } from "../../recall/rules/a.ts";'],
    ["tools/x.ts", 'import type { A } from "../recall/operations/a.ts";'],
    ["main/x.ts", 'import { a } from "../memory/a.ts";'],
    ["cli/x.ts", 'const { a } = await import("../recall/rules/a.ts");'],
    ["learning/x.ts", 'const { a } = await import("../recall/rules/a.ts");'],
  ])("for %s, which goes past an index.ts with %j", (path, text) => {
    expect(pastIndex(planted(path, text))).toHaveLength(1);
  });

  it.each([
    ["recall/sql/x.ts", 'import { a } from "../rules/a.ts";'],
    ["recall/sql/x.ts", 'import { a } from "../../decisions/index.ts";'],
    ["recall/sql/x.ts", 'import { a } from "../../store/file/a.ts";'],
    ["main/x.ts", 'const { a } = await import("../recall/embedding/a.ts");'],
    ["main/x.ts", 'import "../memory/a.ts";'],
  ])("but not for %s with %j", (path, text) => {
    expect(pastIndex(planted(path, text))).toEqual([]);
  });

  it("for an index.ts that is loaded whole", () => {
    const late = planted("main/x.ts", 'const { a } = await import("../recall/index.ts");');
    expect(wholeIndexes(late)).toHaveLength(1);
    expect(allNames(planted("main/x.ts", 'import * as recall from "../recall/index.ts";'))).toHaveLength(1);
    expect(allNames(planted("recall/index.ts", 'export * from "./rules/a.ts";'))).toHaveLength(1);
  });

  it("for an offer that nobody takes", () => {
    const index = planted("recall/index.ts", 'export { a, type B as C } from "./rules/a.ts";');
    const own = planted("recall/sql/x.ts", 'import { a } from "../index.ts";');
    const other = planted("learning/rules/x.ts", 'import { a, type C } from "../../recall/index.ts";');
    expect(unusedOffers([index, own])).toEqual(["recall/index.ts a", "recall/index.ts C"]);
    expect(unusedOffers([index, other])).toEqual([]);
  });

  it.each([
    ["learning/rules/x.ts", 'import { a } from "../sql/a.ts";'],
    ["learning/rules/x.ts", 'import type { A } from "../operations/a.ts";'],
    ["learning/rules/x.ts", 'import { a } from "../../store/file/connection.ts";'],
    ["learning/rules/x.ts", 'import { a } from "../../shared/files/whole-files.ts";'],
    ["learning/rules/x.ts", 'import { b } from "../../recall/index.ts";'],
    ["learning/sql/x.ts", 'import { a } from "../operations/a.ts";'],
    ["learning/operations/x.ts", 'import { c } from "../../recall/index.ts";'],
    ["recall/embedding/x.ts", 'import { a } from "../operations/a.ts";'],
    ["tools/x.ts", 'import { b } from "../recall/index.ts";'],
    ["cli/x.ts", 'import { a } from "../shared/system/clock.ts";'],
    ["cli/x.ts", 'const { a } = await import("../shared/system/clock.ts");'],
    ["clients/x.ts", 'import { d } from "../recall/index.ts";'],
  ])("for %s with %j", (path, text) => {
    const index = planted(
      "recall/index.ts",
      'export { b } from "./sql/b.ts"; export { c } from "./embedding/c.ts"; export { d } from "./operations/d.ts";',
    );
    expect(wrongKinds([index, planted(path, text)])).toHaveLength(1);
  });

  it("but not for an edge that knows a type of SQL or technology", () => {
    const index = planted("recall/index.ts", 'export { type A, a } from "./embedding/a.ts";');
    const log = planted("cli/x.ts", 'import type { A } from "../store/log/audit.ts";');
    const type = planted("cli/x.ts", 'import type { A } from "../recall/index.ts";');
    const value = planted("cli/x.ts", 'import { type A, a } from "../recall/index.ts";');
    expect(wrongKinds([index, type, log])).toEqual([]);
    expect(wrongKinds([index, value])).toHaveLength(1);
  });

  it("for what only an operation or a rule may not need", () => {
    const file = 'import { readFile } from "node:fs/promises";';
    expect(otherPackages(planted("recall/rules/x.ts", file))).toHaveLength(1);
    expect(otherPackages(planted("recall/operations/x.ts", file))).toHaveLength(1);
    expect(otherPackages(planted("recall/embedding/x.ts", file))).toEqual([]);
    expect(otherPackages(planted("recall/rules/x.ts", 'import { createHash } from "node:crypto";'))).toEqual(
      [],
    );
    expect(surprises(planted("shared/x.ts", "const now = new Date();"))).toHaveLength(1);
    expect(
      surprises(planted("shared/x.ts", "// As Date.now() would say.\nconst day = new Date(at);")),
    ).toEqual([]);
  });
});
