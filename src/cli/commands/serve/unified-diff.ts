/** Lines around a change that show where it is. */
const AROUND = 3;
/** Above it, comparing takes too long for what it shows. */
const MOST_PAIRS = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The differences of two texts, in the form that `diff -u` prints. Undefined stands for a file that does not exist. */
export function unifiedDiff(
  [before, beforeName]: readonly [string | undefined, string],
  [after, afterName]: readonly [string | undefined, string],
): readonly string[] {
  const lines = compare(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines);
  if (hunks.length === 0) return [];
  return [
    `--- ${before === undefined ? "/dev/null" : beforeName}`,
    `+++ ${after === undefined ? "/dev/null" : afterName}`,
    ...hunks.flatMap(([from, to]) => [header(lines, from, to), ...lines.slice(from, to).map(shown)]),
  ];
}

/** A last line without an end differs from the same line with one, as for `diff`. */
function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}\n\\ No newline at end of file`];
}

const shown = ({ sign, text }: Line): string => sign + text.replace(/\r(?=\n|$)/, "");

function compare(a: readonly string[], b: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (text: string): Line => ({ sign: " ", text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** By the longest common subsequence. */
function middle(a: readonly string[], b: readonly string[]): readonly Line[] {
  const removed = (text: string): Line => ({ sign: "-", text });
  const added = (text: string): Line => ({ sign: "+", text });
  if (a.length * b.length > MOST_PAIRS) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ sign: " ", text: left });
      [i, j] = [i + 1, j + 1];
    } else if (
      left !== undefined &&
      (right === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(removed(left));
      i += 1;
    } else {
      lines.push(added(right ?? ""));
      j += 1;
    }
  }
  return lines;
}

/** The ranges of lines that are shown. */
function hunksOf(lines: readonly Line[]): readonly [number, number][] {
  const hunks: [number, number][] = [];
  for (const [i, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const last = hunks.at(-1);
    const [from, to] = [Math.max(0, i - AROUND), Math.min(lines.length, i + AROUND + 1)];
    if (last && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

function header(lines: readonly Line[], from: number, to: number): string {
  const range = (without: Line["sign"]): string => {
    const before = lines.slice(0, from).filter(({ sign }) => sign !== without).length;
    const count = lines.slice(from, to).filter(({ sign }) => sign !== without).length;
    return `${count === 0 ? before : before + 1},${count}`;
  };
  return `@@ -${range("+")} +${range("-")} @@`;
}
