/** Completes what was typed: `-` stands for standard input, and the beginning of an id for all of it. */

import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { decisionIds, decisionsById, findDecision, listDecisions } from "../decisions/index.ts";
import type { Deps } from "../memory/index.ts";
import { Fault } from "../shared/errors.ts";
import { GENERATED_ID, ID_PREFIX } from "../shared/ids.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import type { Command, CommandContext } from "./command.ts";
import { kebab } from "./parse.ts";
import { shorten } from "./terminal.ts";

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

/**
 * Reads all of standard input. Undefined at a terminal, where a person would not know that the program is waiting.
 * Fails after `withinMs`, if given.
 */
export async function readInput(withinMs?: number): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return undefined;
  return text(withinMs === undefined ? stdin : addAbortSignal(AbortSignal.timeout(withinMs), stdin));
}

const LAST = /^last(?:~(\d{1,3}))?$/;
/** The part before the underscore may be left out, if the rest is long enough to be an id. */
const BEGINNING = new RegExp(`^(?:${ID_PREFIX.decision}_[a-z0-9]+|[a-z0-9]{4,})$`);
const MOST_NAMED = 5;
const SHOWN_STATEMENT = 40;

/** The input with whole ids for decisions that were typed as `last`, `last~1` or the beginning of an id. */
export async function withWholeIds(
  { takesDecisions = [] }: Command,
  input: Record<string, unknown>,
  { deps, call }: Pick<CommandContext, "deps" | "call">,
): Promise<Record<string, unknown>> {
  const whole = async (ref: unknown): Promise<unknown> =>
    typeof ref === "string" && mayBeShort(ref) ? wholeId(ref, await deps(), await call()) : ref;
  const found = { ...input };
  for (const key of takesDecisions) {
    const given = input[key];
    found[key] = Array.isArray(given) ? await Promise.all(given.map(whole)) : await whole(given);
  }
  return found;
}

const mayBeShort = (ref: string): boolean =>
  !GENERATED_ID.test(ref) && (LAST.test(ref) || BEGINNING.test(ref));

/** A text that is no beginning of an id stays as it is, so that the operation says what it did not find. */
async function wholeId(ref: string, deps: Deps, call: Call): Promise<string> {
  // An imported decision may have any id.
  if (await findDecision(deps.memory, call.scope, ref)) return ref;
  const [isLast, back = "0"] = LAST.exec(ref) ?? [];
  if (isLast) return (await newest(Number(back), deps, call)) ?? ref;
  const prefix = ref.includes("_") ? ref : `${ID_PREFIX.decision}_${ref}`;
  const ids = await decisionIds(deps.memory, call.scope, prefix, MOST_NAMED + 1);
  if (ids.length > 1) throw await severalBeginSo(ref, ids, deps, call);
  return ids[0] ?? ref;
}

async function newest(back: number, deps: Deps, call: Call): Promise<string | undefined> {
  const { items } = await perform(listDecisions, { limit: Math.min(back + 1, 1_000) }, deps, call);
  return items[back]?.id;
}

async function severalBeginSo(ref: string, ids: readonly string[], deps: Deps, call: Call): Promise<Fault> {
  const named = await decisionsById(deps.memory, call.scope, ids.slice(0, MOST_NAMED));
  const candidates = named.map(
    ({ id, statement }) => `${id} (${JSON.stringify(shorten(statement, SHOWN_STATEMENT))})`,
  );
  const more = ids.length > MOST_NAMED ? " and more" : "";
  return new Fault("invalid", `Several decisions begin with ${ref}: ${candidates.join(", ")}${more}.`, {
    received: ref,
    reason: "ambiguous_id",
    hint: "Type more of the id. `membria list` shows them whole.",
  });
}
