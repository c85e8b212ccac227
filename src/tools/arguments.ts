import * as z from "zod";
import { Fault } from "../shared/errors.ts";
import { echo, shortName } from "./shorten.ts";

/** Reason and suggestion for an invalid argument, by its path: `confidence`, `context.module`, `alternatives`. */
export type ArgumentHints = Readonly<Record<string, ArgumentHint>>;

interface ArgumentHint {
  readonly reason?: string;
  /** May depend on what was received. */
  readonly suggestion: string | ((received: unknown) => string);
}

/** More would not help to correct a call, and a call can have thousands. */
const SHOWN_PROBLEMS = 5;

/**
 * Parses the arguments of a call, or throws one Fault that names the problems, so that a model can correct them in one
 * step.
 */
export function parseArguments<S extends z.ZodObject>(
  schema: S,
  args: unknown,
  hints: ArgumentHints = {},
): z.output<S> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = issues.slice(0, SHOWN_PROBLEMS).map((issue) => problemOf(issue, schema, args, hints));
  const [first] = problems as [Problem, ...Problem[]];
  const sentences = [...problems.map(({ sentence }) => sentence), ...andMore(issues.length, "problem")];
  throw new Fault("invalid", sentences.join(" "), {
    field: first.field,
    received: first.received,
    reason: first.reason,
    hint: first.suggestion,
  });
}

function andMore(count: number, what: string): string[] {
  const rest = count - SHOWN_PROBLEMS;
  return rest > 0 ? [`And ${rest} more ${what}${rest === 1 ? "" : "s"}.`] : [];
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
  const field = shortName(path.join(".")) || undefined;
  const received = valueAt(args, path);
  const hintFor = (name: string) => (Object.hasOwn(hints, name) ? hints[name] : undefined);
  // An item of a list uses the hint of the list.
  const hint = hintFor(path.join(".")) ?? hintFor(path.filter((part) => !/^\d+$/.test(part)).join("."));
  const name = field ?? "The arguments";
  const what = issue.code === "invalid_type" && received === undefined ? "is required" : wording(issue);
  return {
    field,
    received: echo(received),
    reason: hint?.reason ?? (received === undefined ? "missing_argument" : "invalid_argument"),
    sentence: `${name} ${what}${received === undefined ? "" : `; received ${show(received)}`}.`,
    suggestion:
      (typeof hint?.suggestion === "function" ? hint.suggestion(received) : hint?.suggestion) ??
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
  const nameOf = (name: string): string => shortName([...path, name].join("."));
  const unknown = issue.keys.slice(0, SHOWN_PROBLEMS).map((name) => `Unknown argument '${nameOf(name)}'.`);
  const known = Object.keys(shapeAt(schema, path));
  const supported = known.map((name) => [...path, name].join("."));
  return {
    field: nameOf(key),
    received: echo(valueAt(args, [...path, key])),
    reason: "unknown_argument",
    sentence: [...unknown, ...andMore(issue.keys.length, "unknown argument")].join(" "),
    suggestion:
      supported.length > 0
        ? `Supported arguments: ${supported.join(", ")}.`
        : "This tool takes no arguments.",
  };
}

function shapeAt(schema: z.ZodObject, path: readonly string[]): Record<string, unknown> {
  let at: unknown = schema;
  for (const part of path) {
    const shape: Readonly<Record<string, unknown>> = (unwrapped(at) as z.ZodObject | undefined)?.shape ?? {};
    at = Object.hasOwn(shape, part) ? shape[part] : undefined;
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
    (at, part) =>
      at !== null && typeof at === "object" && Object.hasOwn(at, part)
        ? (at as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function show(value: unknown): string {
  const echoed = echo(value);
  return typeof echoed === "string" && typeof value !== "string" ? echoed : JSON.stringify(echoed);
}
