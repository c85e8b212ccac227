import { Fault } from "../../shared/errors.ts";
import { MESSAGE_LIMITS } from "../../shared/text.ts";

/** What a message has too much of. */
export interface Excess {
  readonly limit: "depth" | "keys" | "items" | "values" | "characters";
  /** Where the limit was passed; empty for the whole. */
  readonly path: string;
  readonly received: number;
}

/** The refusal of an excess. `whole` names what was checked: "The arguments". */
export function excessFault({ limit, path, received }: Excess, whole: string): Fault {
  const allowed = MESSAGE_LIMITS[limit].toLocaleString("en");
  const count = received.toLocaleString("en");
  const place = path || whole;
  const has = path ? "has" : "have";
  const passed = path && ` The limit was passed in ${path}.`;
  const problem = {
    depth: `${whole} are nested deeper than ${allowed} levels.`,
    keys: `${place} ${has} ${count} names; at most ${allowed} are allowed.`,
    items: `${place} ${has} ${count} items; at most ${allowed} are allowed.`,
    values: `${whole} have ${count} values in all lists and objects together; at most ${allowed} are allowed.${passed}`,
    characters: `${whole} have ${count} characters of text together; at most ${allowed} are allowed.${passed}`,
  }[limit];
  return new Fault("invalid", problem, {
    ...(path && { field: path }),
    received,
    reason: "too_large",
    hint: "Nothing was done. Send less at once, or split the work into several calls.",
  });
}
