import type * as z from "zod";
import type { Operation } from "../shared/operations/operation.ts";

/** The input that all operations which make a decision have in common. */
export interface MakesDecision {
  readonly statement: string;
  readonly confidenceStated: boolean;
}

/** Appears in the compiler error for a field that a tool neither takes nor lists in `notTaking`. */
export interface NeitherTakenNorListed<Field> {
  readonly neitherTakenNorListed: Field;
}

/**
 * For each argument of a tool: the name of the operation's field, a function that returns fields, or a nested mapping for
 * the arguments inside it. A missing argument does not compile.
 */
type Takes<Args, Input> = {
  readonly [A in keyof Required<Args>]:
    | FieldFor<Args[A], Input>
    | ((value: Args[A]) => Partial<Input>)
    | (NonNullable<Args[A]> extends readonly unknown[] | string | number
        ? never
        : Takes<NonNullable<Args[A]>, Input>);
};
type FieldFor<Value, Input> = {
  [F in keyof Required<Input>]: Value extends Input[F] ? F : never;
}[keyof Input];
type Taken<T> = {
  [A in keyof T]: T[A] extends string ? T[A] : T[A] extends (value: never) => infer P ? keyof P : Taken<T[A]>;
}[keyof T];

type Optional<Input> = { [F in keyof Input]-?: undefined extends Input[F] ? F : never }[keyof Input];

/** Maps the arguments of a tool to the input of an operation. Created by `toDecision`. */
export interface ToDecision<Args, Input> {
  (args: Args): Input;
  /** Fields of the operation that the tool leaves to their defaults. */
  readonly notTaken: readonly (keyof Input)[];
  /** The argument of each field that is passed on unchanged. */
  readonly argumentOf: Readonly<Record<string, string>>;
}

/**
 * Maps the arguments of a tool to the input of its operation. Every argument has to be mapped, and every field that the
 * tool does not take has to be listed.
 */
export function toDecision<
  I extends z.ZodObject,
  OI extends z.ZodType<unknown, MakesDecision>,
  const T extends Takes<z.output<I>, z.input<OI>>,
  const F extends Partial<z.input<OI>> = Record<never, never>,
>(_input: I, _operation: Operation<OI>, takes: T, always?: F) {
  type Input = z.input<OI>;
  type Left = Exclude<keyof Input, Taken<T> | keyof F>;
  return {
    notTaking<N extends Extract<Left, Optional<Input>>>(
      notTaken: readonly N[] &
        ([Exclude<Left, N>] extends [never] ? unknown : NeitherTakenNorListed<Exclude<Left, N>>),
    ): ToDecision<z.output<I>, Input> {
      const convert = (args: z.output<I>) => ({ ...always, ...taken(takes, args) }) as Input;
      return Object.assign(convert, { notTaken, argumentOf: Object.fromEntries(argumentsIn(takes)) });
    },
  };
}

type Mapping = string | ((value: unknown) => object) | { readonly [name: string]: Mapping };

function argumentsIn(takes: object, within = ""): [field: string, argument: string][] {
  return (Object.entries(takes) as [string, Mapping][]).flatMap(([name, mapping]) => {
    if (typeof mapping === "string") return [[mapping, `${within}${name}`]];
    return typeof mapping === "function" ? [] : argumentsIn(mapping, `${within}${name}.`);
  });
}

function taken(takes: object, args: object): object {
  const fields: Record<string, unknown> = {};
  for (const [name, mapping] of Object.entries(takes) as [string, Mapping][]) {
    const value = (args as Record<string, unknown>)[name];
    if (typeof mapping === "string") fields[mapping] = value;
    else Object.assign(fields, typeof mapping === "function" ? mapping(value) : taken(mapping, value ?? {}));
  }
  return fields;
}
