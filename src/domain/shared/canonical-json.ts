/** A value that JSON can hold. A key whose value is undefined is left out. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** By code units, which is the same on every machine. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The same text for equal values, whatever the order of their keys, so that a digest of it can be compared. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = value as { readonly [key: string]: Json | undefined };
  const fields = Object.keys(object)
    .sort(inOrder)
    .flatMap((key) => {
      const field = object[key];
      return field === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(field)}`];
    });
  return `{${fields.join(",")}}`;
}
