import type * as z from "zod";
import type { Operation } from "../app/shared/operation.ts";

/** What every operation that makes a decision takes. */
export interface MakesDecision {
  readonly statement: string;
  readonly confidenceStated: boolean;
}

/** What the compiler shows for a field that a tool neither takes nor says that it does not take. */
export interface NeitherTakenNorListed<Field> {
  readonly neitherTakenNorListed: Field;
}

/**
 * For each argument of a tool: the field of the operation that it is, a function that makes fields of it, or the same for
 * the arguments inside it. An argument that is missing here does not compile.
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

/** How the arguments of a tool become a decision. Only `toDecision` makes one. */
export interface ToDecision<Args, Input> {
  (args: Args): Input;
  /** Fields of the operation that the tool leaves to their defaults. */
  readonly notTaken: readonly (keyof Input)[];
  /** The argument that a field comes from, where it is taken as it is. */
  readonly argumentOf: Readonly<Record<string, string>>;
}

/**
 * Maps the arguments of a tool to the operation behind it, and lets neither an argument nor a field get lost: what the
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

type How = string | ((value: unknown) => object) | { readonly [name: string]: How };

function argumentsIn(takes: object, within = ""): [field: string, argument: string][] {
  return (Object.entries(takes) as [string, How][]).flatMap(([name, how]) => {
    if (typeof how === "string") return [[how, `${within}${name}`]];
    return typeof how === "function" ? [] : argumentsIn(how, `${within}${name}.`);
  });
}

function taken(takes: object, args: object): object {
  const fields: Record<string, unknown> = {};
  for (const [name, how] of Object.entries(takes) as [string, How][]) {
    const value = (args as Record<string, unknown>)[name];
    if (typeof how === "string") fields[how] = value;
    else Object.assign(fields, typeof how === "function" ? how(value) : taken(how, value ?? {}));
  }
  return fields;
}
