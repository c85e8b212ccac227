import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, Scalar } from "yaml";

/** A key at the top of the front matter. */
interface FrontField {
  /** One value, or those of a list. */
  readonly values: readonly string[];
  /** The position of the value in the text; after the colon if there is no value. */
  readonly from: number;
  readonly to: number;
  /** Formats another value for this place. */
  formatValue(value: string): string;
}

/** By name, in lower case. */
export type FrontMatter = ReadonlyMap<string, FrontField>;

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n|$)/;

/** The front matter with its fences, and the YAML between them. Both are empty if there is none. */
export function splitFrontMatter(text: string): { readonly front: string; readonly yaml: string } {
  const [front = "", yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  return { front, yaml };
}

/** `at` is where the source begins in the whole text. */
export function readFrontMatter(source: string, at: number): FrontMatter {
  const whole = fieldsOf(source, at);
  if (whole) return whole;
  // People write `title: Mail: use a queue`, which is not YAML. An error in one key must not hide the others.
  const found = new Map<string, FrontField>();
  for (const { index, 0: part } of source.matchAll(/^[^\s#].*(?:\n(?:[ \t].*|))*/gm)) {
    for (const [name, field] of fieldsOf(part, at + index) ?? asWritten(part, at + index)) {
      found.set(name, field);
    }
  }
  return found;
}

/** Undefined if the source is not YAML. */
function fieldsOf(source: string, at: number): Map<string, FrontField> | undefined {
  const document = parseDocument(source, { logLevel: "silent", uniqueKeys: false });
  if (document.errors.length > 0) return undefined;
  if (!isMap(document.contents)) return new Map();
  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const words = (node: unknown, around: readonly unknown[] = []): string[] => {
    const content = resolved(node);
    // A list may have itself as an item.
    if (around.includes(content)) return [];
    if (isSeq(content)) return content.items.flatMap((item) => words(item, [...around, content]));
    if (isScalar(content)) return [content.value === null ? "" : String(content.value).trim()];
    const [start = 0, end = 0] = (content as Node | null)?.range ?? [];
    return [source.slice(start, end)];
  };
  return new Map(
    (document.contents.items as Pair<Node, Node | null>[]).flatMap((pair): [string, FrontField][] =>
      isScalar(pair.key)
        ? [
            [
              String(pair.key.value).toLowerCase(),
              { values: words(pair.value), ...placeOf(pair, source, at) },
            ],
          ]
        : [],
    ),
  );
}

function placeOf(
  { key, value }: Pair<Node, Node | null>,
  source: string,
  at: number,
): Omit<FrontField, "values"> {
  const colon = source.indexOf(":", key.range?.[1] ?? 0) + 1;
  const [start, end] = value?.range ?? [colon, colon];
  const onOwnLine = source.slice(colon, start).includes("\n");
  const from = start === end || onOwnLine ? colon : start;
  const old = source.slice(from, end);
  // A block ends with a line break, which is kept.
  const to = end - (old.length - old.trimEnd().length);
  const type = isScalar(value) ? value.type : undefined;
  return {
    from: at + from,
    to: at + Math.max(from, to),
    formatValue: (words) => `${from === colon ? " " : ""}${quoted(words, type)}`,
  };
}

function quoted(words: string, type: Scalar["type"]): string {
  if (type === Scalar.QUOTE_SINGLE) return `'${words.replaceAll("'", "''")}'`;
  return type === Scalar.QUOTE_DOUBLE ? JSON.stringify(words) : asScalar(words);
}

/** A value as a YAML scalar, quoted if necessary. */
export const asScalar = (words: string): string =>
  /[[{#&*!|>'"%@`]/.test(words) ? JSON.stringify(words) : words;

function asWritten(part: string, at: number): [string, FrontField][] {
  const match = /^([A-Za-z][\w-]*):[ \t]*(.*)/.exec(part);
  if (!match) return [];
  const [line, name = "", value = ""] = match;
  const from = at + line.length - value.length;
  return [
    [
      name.toLowerCase(),
      { values: [value.trim()], from, to: from + value.trimEnd().length, formatValue: asScalar },
    ],
  ];
}
