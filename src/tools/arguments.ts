import * as z from "zod";
import { Fault } from "../domain/shared/errors.ts";

/** Reason and suggestion for an invalid argument, by its path: `confidence`, `context.module`, `alternatives`. */
export type ArgumentHints = Readonly<Record<string, { reason?: string; suggestion: string }>>;

const LONGEST_ECHO = 200;

/** Parses the arguments of a call, or throws one Fault that names all problems, so that a model can correct them in one step. */
export function parseArguments<S extends z.ZodObject>(
  schema: S,
  args: unknown,
  hints: ArgumentHints = {},
): z.output<S> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemOf(issue, schema, args, hints));
  const [first] = problems as [Problem, ...Problem[]];
  throw new Fault("invalid", problems.map(({ sentence }) => sentence).join(" "), {
    field: first.field,
    received: first.received,
    reason: first.reason,
    hint: first.suggestion,
  });
}

interface Problem {
  field: string | undefined;
  received: unknown;
  reason: string;
  sentence: string;
  suggestion: string;
}

function problemOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodObject,
  args: unknown,
  hints: ArgumentHints,
): Problem {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return unknownArgument(issue, path, schema, args);
  const field = path.join(".") || undefined;
  const received = valueAt(args, path);
  // An item of a list uses the hint of the list.
  const hint = hints[field ?? ""] ?? hints[path.filter((part) => !/^\d+$/.test(part)).join(".")];
  const name = field ?? "The arguments";
  const what = issue.code === "invalid_type" && received === undefined ? "is required" : wording(issue);
  return {
    field,
    received: echo(received),
    reason: hint?.reason ?? (received === undefined ? "missing_argument" : "invalid_argument"),
    sentence: `${name} ${what}${received === undefined ? "" : `; received ${show(received)}`}.`,
    suggestion:
      hint?.suggestion ??
      `Send ${field ?? "an object of arguments"} as the tool's input schema describes it.`,
  };
}

function wording(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "array"
        ? `needs at least ${issue.minimum} item${issue.minimum === 1 ? "" : "s"}`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "array"
        ? `takes at most ${issue.maximum} items`
        : `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function unknownArgument(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  path: string[],
  schema: z.ZodObject,
  args: unknown,
): Problem {
  const [key = ""] = issue.keys;
  const field = [...path, key].join(".");
  const known = Object.keys(shapeAt(schema, path));
  const supported = known.map((name) => [...path, name].join("."));
  return {
    field,
    received: echo(valueAt(args, [...path, key])),
    reason: "unknown_argument",
    sentence: issue.keys.map((name) => `Unknown argument '${[...path, name].join(".")}'.`).join(" "),
    suggestion:
      supported.length > 0
        ? `Supported arguments: ${supported.join(", ")}.`
        : "This tool takes no arguments.",
  };
}

function shapeAt(schema: z.ZodObject, path: readonly string[]): Record<string, unknown> {
  let at: unknown = schema;
  for (const part of path) {
    const shape = (unwrapped(at) as z.ZodObject | undefined)?.shape;
    at = shape?.[part];
  }
  return (unwrapped(at) as z.ZodObject | undefined)?.shape ?? {};
}

function unwrapped(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (at !== null && typeof at === "object" ? (at as Record<string, unknown>)[part] : undefined),
    value,
  );
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

/** A received value for the error message, shortened if it is long. */
function echo(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value);
  return json.length <= LONGEST_ECHO ? value : `${json.slice(0, LONGEST_ECHO)}… (${json.length} characters)`;
}

function show(value: unknown): string {
  const echoed = echo(value);
  return typeof echoed === "string" && typeof value !== "string" ? echoed : JSON.stringify(echoed);
}
