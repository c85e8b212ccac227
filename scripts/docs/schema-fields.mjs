/**
 * The fields of a JSON schema of an object, one per line, with the fields of nested objects behind a dot and those of
 * list items behind `[]`.
 */
export function fieldsOf(schema, prefix = "") {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const nested = objectIn(property);
    return [
      {
        path,
        type: typeOf(property),
        required: required.has(name),
        limits: limitsOf(property),
        about: property.description ?? "",
      },
      ...(nested ? fieldsOf(nested, `${path}${property.type === "array" ? "[]" : ""}.`) : []),
    ];
  });
}

function objectIn(property) {
  const inner = property.type === "array" ? property.items : property;
  return inner?.type === "object" ? inner : undefined;
}

function typeOf(property) {
  if (property.enum) return property.enum.map((value) => `\`${value}\``).join(", ");
  if (property.const !== undefined) return `\`${property.const}\``;
  if (property.anyOf) return property.anyOf.map(typeOf).join(" or ");
  if (property.type === "array") return `list of ${typeOf(property.items ?? {})}`;
  return [property.type ?? "anything"].flat().join(" or ");
}

function limitsOf(property) {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = property;
  const item = property.type === "array" ? limitsOf(property.items ?? {}) : "";
  return [
    range(within(minimum), within(maximum), ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    item && `each ${item}`,
    defaultOf(property),
  ]
    .filter(Boolean)
    .join(", ");
}

/** An empty list as default only means that the field is optional. */
function defaultOf({ default: value }) {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "";
  return `default ${JSON.stringify(value)}`;
}

/** Zod limits every integer to what a double can hold, which says nothing about the field. */
const within = (bound) => (Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound);

function range(least, most, unit) {
  const number = (value) => value.toLocaleString("en");
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `at least ${number(least)}${unit}`;
  if (least === undefined) return `at most ${number(most)}${unit}`;
  return `${number(least)} to ${number(most)}${unit}`;
}
