import { shareOf } from "../share-of.ts";
import type { Asked } from "./ask-as-person.ts";

export interface Prompt {
  readonly id: string;
  readonly prompt: string;
  /** The decision that bears on it; ordinary and foreign prompts have none. */
  readonly decision?: string;
  readonly kind?: "in-force" | "failure";
  /** Others that would be right, too. */
  readonly also?: readonly string[];
}

export interface Answered extends Prompt, Asked {}

export const SETS = ["ordinary", "foreign", "touching"] as const;
export type SetName = (typeof SETS)[number];

export function report({
  ordinary,
  foreign,
  touching,
}: Readonly<Record<SetName, readonly Answered[]>>): void {
  const line = (what: string, result: string, goal = ""): void =>
    console.log(`  ${what.padEnd(58)} ${result}${goal && `, goal ${goal}`}`);
  line("ordinary prompts that are told anything", shareOf(toldAny(ordinary), ordinary.length), "≤ 2 %");
  line("foreign prompts that are told anything", shareOf(toldAny(foreign), foreign.length), "≤ 5 %");
  const strong = touching.filter(isStrong);
  line("touching: told, of those that a search calls strong", shareOf(told(strong), strong.length), "≥ 90 %");
  for (const kind of ["in-force", "failure"] as const) {
    const ofKind = touching.filter((one) => one.kind === kind);
    const strongOfKind = ofKind.filter(isStrong);
    line(`  ${kind}, of the strong`, shareOf(told(strongOfKind), strongOfKind.length));
    line(`  ${kind}, of all`, shareOf(told(ofKind), ofKind.length));
  }
  line("touching: told, of all", shareOf(told(touching), touching.length));
  const withAlso = touching.filter((one) => one.told.some((id) => id === one.decision || isAlso(one, id)));
  line("touching: that one or another that fits is told", shareOf(withAlso.length, touching.length));
  const reminders = touching.flatMap((one) => one.told.map((id) => ({ one, id })));
  const right = reminders.filter(({ one, id }) => id === one.decision || isAlso(one, id));
  line("touching: reminders that fit", shareOf(right.length, reminders.length));
  for (const [what, list] of Object.entries({ ordinary, foreign, touching }))
    line(`tokens for 100 ${what} prompts`, tokensPerHundred(list).toFixed(0));
}

/** For the set that is fitted on. */
export function showMistakes(name: SetName, answered: readonly Answered[]): void {
  for (const one of answered) {
    const wrong = one.told.filter((id) => id !== one.decision && !isAlso(one, id));
    if (wrong.length > 0) console.log(`  ${name} ${one.id} told wrongly: ${described(one, wrong)}`);
    if (one.decision !== undefined && !one.told.includes(one.decision))
      console.log(`  ${name} ${one.id} missed: ${described(one, [one.decision])}`);
  }
}

const described = ({ found }: Answered, ids: readonly string[]): string =>
  ids
    .map((id) => {
      const rank = found.findIndex(({ decision }) => decision === id);
      const { relevance = 0, strength = "below the floor" } = found[rank] ?? {};
      return `${id} ${rank < 0 ? "not found" : `${relevance.toFixed(2)}, ${strength}, number ${rank + 1}`}`;
    })
    .join("; ");

const toldAny = (list: readonly Answered[]): number => list.filter((one) => one.told.length > 0).length;

const told = (list: readonly Answered[]): number =>
  list.filter((one) => one.decision !== undefined && one.told.includes(one.decision)).length;

const isStrong = ({ decision, found }: Answered): boolean =>
  found.some((one) => one.decision === decision && one.strength === "strong");

const isAlso = ({ also = [] }: Answered, id: string): boolean => also.includes(id);

const tokensPerHundred = (list: readonly Answered[]): number =>
  (100 * list.reduce((sum, { tokens }) => sum + tokens, 0)) / Math.max(1, list.length);
