/** How a line of each language names a module that it uses. The first group that is there is its name. */
const IMPORTS: readonly (readonly [endings: string, patterns: readonly RegExp[]])[] = [
  [
    "ts tsx mts cts js jsx mjs cjs vue svelte",
    [
      /^\s*(?:import|export)\b.*?\bfrom\s*["']([^"']+)["']/,
      /^\s*import\s*["']([^"']+)["']/,
      /\b(?:require|import)\(\s*["']([^"']+)["']\s*\)/,
      /^\s*\}\s*from\s*["']([^"']+)["']/,
    ],
  ],
  ["py pyi", [/^\s*from\s+([\w.]+)\s+import\b/, /^\s*import\s+([\w.]+)/]],
  ["go", [/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w./~-]+\/[\w./~-]+)"\s*$/]],
  ["rs", [/^\s*(?:pub\s+)?use\s+(?:::)?(\w+)/, /^\s*extern\s+crate\s+(\w+)/]],
  ["java kt kts scala", [/^\s*import\s+(?:static\s+)?([\w.]+)/]],
  ["cs", [/^\s*(?:global\s+)?using\s+(?:static\s+)?([\w.]+)\s*;/]],
  ["rb rake", [/^\s*require(?:_relative)?[\s(]+["']([^"']+)["']/]],
  ["php", [/^\s*use\s+\\?([\w\\]+)/]],
  ["swift dart", [/^\s*import\s+["']?(?:package:)?([\w/]+)/]],
];

const PATTERNS: ReadonlyMap<string, readonly RegExp[]> = new Map(
  IMPORTS.flatMap(([endings, patterns]) => endings.split(" ").map((ending) => [ending, patterns] as const)),
);

/** The package that a line of a file imports; undefined for a file of the same program, or no import at all. */
export function importedIn(path: string, line: string): string | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  if (line.length > 1_000) return undefined;
  for (const pattern of PATTERNS.get(ending) ?? []) {
    const module = pattern.exec(line)?.[1];
    if (module !== undefined)
      return /^[./~]|^node:|^@\/|^#/.test(module) ? undefined : packageOf(module, ending);
  }
  return undefined;
}

/** Of `lodash/fp` the package is `lodash`, and of `@nestjs/core/x` it is `@nestjs/core`. */
function packageOf(module: string, ending: string): string {
  if (/^(?:[mc]?[jt]sx?|vue|svelte)$/.test(ending)) {
    const parts = module.split("/");
    return parts.slice(0, module.startsWith("@") ? 2 : 1).join("/");
  }
  if (/^pyi?$/.test(ending)) return module.split(".")[0] ?? module;
  return module.replaceAll("\\", "/");
}
