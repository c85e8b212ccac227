import { longText, oddText, oddValue, sentence } from "./odd-values.ts";
import type { Random } from "./random.ts";

/** The part of JSON Schema that tools use. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The ids of records to ask for. */
export interface KnownIds {
  /** In the project of the caller. */
  readonly own: readonly string[];
  readonly ofOtherProject: readonly string[];
  readonly erased: readonly string[];
  /** Written while this runs. */
  readonly recent: string[];
}

const NAMES_A_RECORD = /(?:^|_)ids?$|Id$|^(?:decision|cursor)$/;

export function anyId(random: Random, { own, ofOtherProject, erased, recent }: KnownIds): string {
  const chosen = random.next();
  if (chosen < 0.55) return random.pick(own);
  if (chosen < 0.65 && recent.length > 0) return random.pick(recent);
  if (chosen < 0.75) return random.pick(ofOtherProject);
  if (chosen < 0.85) return random.pick(erased);
  const id = random.pick(own);
  const changed = [
    id.slice(0, -1),
    `${id}x`,
    id.toUpperCase(),
    ` ${id}`,
    `${id}\u0000`,
    `${id}/..`,
    "dec_",
    "",
  ];
  return random.chance(0.5) ? random.pick(changed) : oddText(random);
}

/** Arguments as a schema wants them, mostly. */
export function argumentsFor(random: Random, schema: Schema, ids: KnownIds): unknown {
  const valid = valueFor(random, schema, "", ids);
  return random.chance(0.45) ? valid : mutated(random, valid);
}

/** A value that fits the schema; `name` is the field it is for. */
function valueFor(random: Random, schema: Schema, name: string, ids: KnownIds): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueFor(random, random.pick(schema.anyOf), name, ids);
  switch (schema.type) {
    case "object":
      return objectFor(random, schema, ids);
    case "array": {
      const { minItems = 0, maxItems = 100, items = {} } = schema;
      const count = random.chance(0.05)
        ? maxItems
        : random.between(minItems, Math.min(maxItems, minItems + 3));
      return Array.from({ length: count }, () => valueFor(random, items, name, ids));
    }
    case "integer":
    case "number":
      return numberFor(random, schema);
    case "boolean":
      return random.chance(0.5);
    case "string":
      return NAMES_A_RECORD.test(name) ? anyId(random, ids) : textFor(random, schema);
    default:
      return oddValue(random);
  }
}

function objectFor(random: Random, { properties, required = [] }: Schema, ids: KnownIds): unknown {
  if (!properties) return { [sentence(random, 1)]: oddValue(random), note: sentence(random) };
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.4));
  return Object.fromEntries(wanted.map(([name, field]) => [name, valueFor(random, field, name, ids)]));
}

function numberFor(random: Random, { type, minimum, maximum }: Schema): number {
  const least = minimum ?? 0;
  const most = maximum ?? Math.max(least, 2_000);
  if (random.chance(0.3)) return random.pick([least, most, least + (most - least) / 2]);
  return type === "integer"
    ? random.between(least, Math.floor(most))
    : least + random.next() * (most - least);
}

function textFor(random: Random, { minLength = 0, maxLength }: Schema): string {
  const chosen = random.next();
  if (chosen < 0.6) return sentence(random, Math.max(4, Math.ceil(minLength / 4)));
  if (chosen < 0.7) return "x".repeat(Math.max(minLength, 1));
  if (chosen < 0.78 && maxLength !== undefined) return "ä".repeat(maxLength + random.between(-1, 1));
  return chosen < 0.97 ? oddText(random) : longText(random);
}

/** The same with some places changed: another type, one missing, one too many. */
export function mutated(random: Random, value: unknown): unknown {
  if (random.chance(0.03)) return oddValue(random);
  let changed = value;
  for (let i = random.between(1, 3); i > 0; i--) changed = changedSomewhere(random, changed);
  return changed;
}

function changedSomewhere(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return oddValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, oddValue(random)];
    const at = random.below(value.length);
    return value.map((item, i) => (i === at ? changedSomewhere(random, item) : item));
  }
  const entries = Object.entries(value);
  const chosen = random.next();
  if (entries.length === 0 || chosen < 0.2) {
    const extra = random.pick(["__proto__", "constructor", "extra", "", "refusal", oddText(random)]);
    return Object.fromEntries([...entries, [extra, oddValue(random)]]);
  }
  const at = random.below(entries.length);
  if (chosen < 0.4) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return Object.fromEntries(
    entries.map(([name, item], i) => [
      name,
      i !== at ? item : random.chance(0.4) ? changedSomewhere(random, item) : oddValue(random),
    ]),
  );
}
