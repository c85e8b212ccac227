import fc from "fast-check";

/** Values of a settings file, with keys that ours use as well. */
const key = fc.oneof(
  fc.constantFrom("hooks", "mcpServers", "SessionStart", "theme", "a b", 'quo"te', "http://x"),
  fc.string({ maxLength: 6 }),
);

type Tree =
  | { readonly kind: "leaf"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Tree[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Tree])[] };

const leaf: fc.Arbitrary<Tree> = fc
  .oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null))
  .map((value) => ({ kind: "leaf", text: JSON.stringify(value) }));

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }).map((items) => ({ kind: "list" as const, items })),
    members(tie("tree")).map((list) => ({ kind: "object" as const, members: list })),
  ),
}));

function members(value: fc.Arbitrary<Tree>): fc.Arbitrary<readonly (readonly [string, Tree])[]> {
  return fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name });
}

/** How a person or a program wrote it. */
interface Manner {
  readonly unit: string;
  readonly end: string;
  readonly compact: boolean;
  readonly trailingCommas: boolean;
  readonly finalEnd: boolean;
  readonly mark: boolean;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  unit: fc.constantFrom("  ", "    ", "\t", " "),
  end: fc.constantFrom("\n", "\r\n"),
  compact: fc.boolean(),
  trailingCommas: fc.boolean(),
  finalEnd: fc.boolean(),
  mark: fc.boolean(),
});

const comment = fc.constantFrom("", "", "", " // mine", " /* mine */", ' // "hooks": {');

/** Texts of JSON with comments, in all the ways in which people and programs write them. */
export const jsoncText: fc.Arbitrary<string> = fc
  .tuple(members(tree), manner, fc.array(comment, { minLength: 1, maxLength: 12 }))
  .map(([list, how, comments]) => {
    let next = 0;
    const take = (): string => {
      const found = comments[next % comments.length] ?? "";
      next += 1;
      return how.compact ? found.replace(" // mine", " /* mine */").replace(' // "hooks": {', "") : found;
    };
    const text = write({ kind: "object", members: list }, "", how, take) + (how.finalEnd ? how.end : "");
    return how.mark ? `\uFEFF${text}` : text;
  });

function write(node: Tree, indent: string, how: Manner, take: () => string): string {
  if (node.kind === "leaf") return node.text;
  const [open, close] = node.kind === "list" ? ["[", "]"] : ["{", "}"];
  const inner = how.compact ? "" : indent + how.unit;
  const parts =
    node.kind === "list"
      ? node.items.map((item) => write(item, inner, how, take))
      : node.members.map(([name, value]) => `${JSON.stringify(name)}: ${write(value, inner, how, take)}`);
  if (parts.length === 0) return open + close;
  const lines = parts.map((part, i) => {
    const isLast = i === parts.length - 1;
    return `${part}${isLast && !how.trailingCommas ? "" : ","}${take()}`;
  });
  return how.compact
    ? open + lines.join("") + close
    : `${open}${how.end}${lines.map((line) => inner + line).join(how.end)}${how.end}${indent}${close}`;
}
