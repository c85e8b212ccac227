/**
 * Stands for zod in the bundle of the hooks, which checks nothing with it and has no time to load it. Schemas may be made;
 * whoever uses one is told.
 */
const USED = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);

const schema = new Proxy(() => {}, {
  get(_, name) {
    if (name === Symbol.toPrimitive) return () => "a schema";
    if (name === Symbol.iterator) return function* () {};
    if (USED.has(name)) throw new Error("The program of the hooks has no validator.");
    return schema;
  },
  apply: () => schema,
  construct: () => schema,
});

export const z = schema;
export const {
  array,
  boolean,
  coerce,
  core,
  custom,
  date,
  discriminatedUnion,
  int,
  iso,
  lazy,
  literal,
  looseObject,
  never,
  number,
  object,
  preprocess,
  record,
  strictObject,
  string,
  tuple,
  union,
  unknown,
} = schema;
const anything = schema;

export { anything as any, anything as enum, anything as null, anything as undefined };
