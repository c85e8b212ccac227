/** How the packages that a file lists are read. A file that cannot be read lists nothing. */
type Reader = (text: string) => readonly string[];

const MOST_NAMES = 5_000;

/** The names of packages in each kind of manifest, by the name of the file. */
const READERS: readonly (readonly [file: RegExp, read: Reader])[] = [
  [/^package\.json$/, inJson("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")],
  [/^composer\.json$/, inJson("require", "require-dev")],
  [
    /^requirements[\w.-]*\.(?:txt|in)$/,
    (text) => matches(text, /^[ \t]*([A-Za-z0-9][\w.-]*)\s*(?:\[|[=<>!~;@\s]|$)/gm),
  ],
  [/^pyproject\.toml$/, inPyproject],
  [/^Pipfile$/, (text) => inTables(text, /^(?:dev-)?packages$/)],
  [/^Cargo\.toml$/, inCargo],
  [/^go\.mod$/, (text) => matches(text, /^[ \t]*(?:require\s+)?([\w.-]+\.[a-z]+\/[\w./~-]+)\s+v\d/gm)],
  [
    /^Gemfile$|\.gemspec$/,
    (text) => matches(text, /^[ \t]*(?:gem|\w+\.add_(?:\w+_)?dependency)[\s(]+["']([\w.-]+)["']/gm),
  ],
  [/^pom\.xml$/, (text) => matches(text, /<dependency>[\s\S]*?<artifactId>\s*([\w.-]+)\s*<\/artifactId>/g)],
  [/^build\.gradle(?:\.kts)?$/, (text) => matches(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)],
  [/\.csproj$/, (text) => matches(text, /<PackageReference\s[^>]*Include="([\w.-]+)"/g)],
  [/^pubspec\.yaml$/, inPubspec],
  [/^mix\.exs$/, (text) => matches(text, /\{:(\w+),/g)],
];

/** Copies of what others wrote. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|third_party|\.venv|venv|dist|target)\//;

export const isManifest = (path: string): boolean => !FOREIGN.test(path) && readerOf(path) !== undefined;

/** The packages that a manifest lists, each once. */
export function packagesIn(path: string, text: string): ReadonlySet<string> {
  try {
    return new Set((readerOf(path)?.(text) ?? []).slice(0, MOST_NAMES));
  } catch {
    return new Set();
  }
}

function readerOf(path: string): Reader | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return READERS.find(([pattern]) => pattern.test(file))?.[1];
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

function inJson(...keys: readonly string[]): Reader {
  return (text) => {
    const read = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return keys.flatMap((key) => {
      const listed = read[key];
      return listed !== null && typeof listed === "object" && !Array.isArray(listed)
        ? Object.keys(listed)
        : [];
    });
  };
}

/** The tables of a TOML file: their name and the text until the next one. */
function tablesOf(text: string): { readonly name: string; readonly body: string }[] {
  return [
    ...text.matchAll(
      /^[ \t]*\[+[ \t]*([^\]\n]+?)[ \t]*\]+[^\n]*\n?((?:(?!^[ \t]*\[+[^\]\n,]+\]+[ \t]*(?:#.*)?$)[\s\S])*)/gm,
    ),
  ].map(([, name = "", body = ""]) => ({ name: name.replaceAll('"', ""), body }));
}

const keysIn = (body: string): string[] => matches(body, /^[ \t]*["']?([A-Za-z0-9][\w.-]*?)["']?\s*=/gm);

const inTables = (text: string, wanted: RegExp): string[] =>
  tablesOf(text).flatMap(({ name, body }) => (wanted.test(name) ? keysIn(body) : []));

function inCargo(text: string): string[] {
  const kinds = "(?:dev-|build-)?dependencies";
  const own = tablesOf(text).flatMap(({ name }) => new RegExp(`${kinds}\\.(.+)$`).exec(name)?.[1] ?? []);
  return [...inTables(text, new RegExp(`(?:^|\\.)${kinds}$`)), ...own];
}

const LIST = /^[ \t]*([\w-]+)\s*=\s*\[((?:[^\]"']|"[^"]*"|'[^']*')*)\]/gm;

const REQUIREMENT = /["']([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~;@ ][^"']*)?["']/g;

function inPyproject(text: string): string[] {
  const poetry = inTables(text, /^tool\.poetry\.(?:dev-|group\.[\w-]+\.)?dependencies$/);
  const listed = tablesOf(text).flatMap(({ name, body }) => {
    const isAllNames = /^(?:project\.optional-dependencies|dependency-groups)$/.test(name);
    return [...body.matchAll(LIST)].flatMap(([, key = "", items = ""]) =>
      isAllNames || key === "dependencies" ? matches(items, REQUIREMENT) : [],
    );
  });
  return [...poetry.filter((name) => name !== "python"), ...listed];
}

function inPubspec(text: string): string[] {
  return [...text.matchAll(/^(?:dev_)?dependencies:\s*\n((?:[ \t]+.*\n?|\s*\n)*)/gm)].flatMap(
    ([, body = ""]) => matches(body, /^ {2}([a-z]\w*):/gm),
  );
}
