/** Matches paths against a pattern with `*`, `**`, `?` and `{a,b}`. `*` stays within one folder, `**` does not. */
export function filePattern(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|[^\w/]/g, toRegex);
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(normalised(path));
}

/** The path relative to the repository, with slashes: `./src\jobs\export.ts` becomes `src/jobs/export.ts`. */
function normalised(path: string): string {
  return path
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "");
}

function toRegex(piece: string): string {
  if (piece === "**/") return "(?:.*/)?";
  if (piece === "**") return ".*";
  if (piece === "*") return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 1 && piece.startsWith("{")) {
    const choices = piece.slice(1, -1).split(",");
    return `(?:${choices.map((choice) => choice.replace(/\*|\?|[^\w/]/g, toRegex)).join("|")})`;
  }
  return `\\${piece}`;
}
