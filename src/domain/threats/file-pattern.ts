/** Whether a path fits a pattern with `*`, `**`, `?` and `{a,b}`. A `*` stays within one folder, a `**` does not. */
export function filePattern(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|[^\w/]/g, meaningOf);
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(plain(path));
}

/** As a repository has it, wherever the caller stands: `./src\jobs\export.ts` is `src/jobs/export.ts`. */
function plain(path: string): string {
  return path
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "");
}

function meaningOf(piece: string): string {
  if (piece === "**/") return "(?:.*/)?";
  if (piece === "**") return ".*";
  if (piece === "*") return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 1 && piece.startsWith("{")) {
    const choices = piece.slice(1, -1).split(",");
    return `(?:${choices.map((choice) => choice.replace(/\*|\?|[^\w/]/g, meaningOf)).join("|")})`;
  }
  return `\\${piece}`;
}
