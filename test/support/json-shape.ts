/** The fields of JSON values: the path of each, with `?` where it is not always there, and its types. */
export type Shape = Readonly<Record<string, string>>;

interface Field {
  readonly types: Set<string>;
  /** In how many of the objects that could have it. */
  times: number;
}

/** Fields of the items of a list stand behind `[]`. */
export function shapeOf(values: readonly unknown[]): Shape {
  const fields = new Map<string, Field>();
  const owners = new Map<string, number>();
  const add = (path: string, value: unknown): void => {
    const field = fields.get(path) ?? { types: new Set(), times: 0 };
    fields.set(path, field);
    field.times += 1;
    field.types.add(typeOf(value));
    if (Array.isArray(value)) for (const item of value) inside(`${path}[]`, item);
    else inside(path, value);
  };
  const inside = (path: string, value: unknown): void => {
    if (Array.isArray(value)) add(path, value);
    else if (value !== null && typeof value === "object") {
      owners.set(path, (owners.get(path) ?? 0) + 1);
      for (const [key, field] of Object.entries(value)) add(path === "" ? key : `${path}.${key}`, field);
    } else if (path.endsWith("[]")) {
      const list = fields.get(path.slice(0, -2));
      list?.types.delete("list");
      list?.types.add(`list of ${typeOf(value)}`);
    }
  };
  for (const value of values) inside("", value);
  const ownerOf = (path: string): number => owners.get(path.replace(/\.?[^.]+$/, "")) ?? 0;
  return Object.fromEntries(
    [...fields]
      .map(([path, { types, times }]) => [
        times < ownerOf(path) ? `${path}?` : path,
        [...withoutEmptyList(types)].sort((a, b) => a.localeCompare(b)).join(" or "),
      ])
      .sort(([a = ""], [b = ""]) => a.localeCompare(b)),
  );
}

/** An empty list says nothing about its items. */
const withoutEmptyList = (types: ReadonlySet<string>): readonly string[] =>
  [...types].filter((type) => type !== "empty list" || types.size === 1 || ![...types].some(isList));

const isList = (type: string): boolean => type.startsWith("list");

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "empty list" : "list";
  return typeof value;
}
