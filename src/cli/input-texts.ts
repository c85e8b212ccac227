import { Fault } from "../domain/shared/errors.ts";
import type { Command } from "./command.ts";
import { kebab } from "./parse.ts";
import { readInput } from "./read-input.ts";

const isInput = (value: unknown): boolean => value === "-" || (Array.isArray(value) && value.includes("-"));

/** The input with what standard input contains in place of the one long text that was given as `-`. */
export async function withInputTexts(
  command: Command,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const [key, second] = (command.longTexts ?? []).filter((name) => isInput(input[name]));
  if (key === undefined) return input;
  if (second !== undefined) {
    throw new Fault(
      "invalid",
      `Both ${kebab(key)} and ${kebab(second)} are to be read from standard input.`,
      {
        field: second,
        reason: "given_twice",
        hint: "Only one text can be read from it.",
      },
    );
  }
  const typed = await readInput();
  if (typed === undefined || typed.trim() === "") throw nothingTyped(command, key);
  const given = input[key];
  return { ...input, [key]: Array.isArray(given) ? given.map((one) => (one === "-" ? typed : one)) : typed };
}

function nothingTyped({ name, positionals }: Command, key: string): Fault {
  const argument = positionals.includes(key) ? "-" : `--${kebab(key)} -`;
  return new Fault("invalid", `There is no ${kebab(key)}: standard input is empty.`, {
    field: key,
    reason: "missing_argument",
    hint: `Put it on standard input: membria ${name} … ${argument} < notes.md`,
  });
}
