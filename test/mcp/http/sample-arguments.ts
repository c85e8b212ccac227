interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
}

/** Arguments that a tool takes: what it requires, and no more. */
export function sampleOf(schema: unknown, name = ""): unknown {
  const { type, enum: values, properties = {}, required = [], items = {}, minimum } = schema as Schema;
  if (values) return values[0];
  if (type === "object")
    return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key)]));
  if (type === "array") return [sampleOf(items, name)];
  if (type === "number" || type === "integer") return minimum ?? 1;
  if (type === "boolean") return true;
  if (/proposal/.test(name)) return "prop_000001";
  return /(?:^|_)ids?$|^to_id$/.test(name) ? "dec_000001" : "A sentence that is long enough";
}
