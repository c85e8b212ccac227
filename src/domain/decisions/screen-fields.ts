import * as z from "zod";
import type { Screening } from "../shared/screening.ts";
import {
  type DECISION_FIELDS,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  shapeOf,
  snakeCaseName,
} from "./decision-fields.ts";

type GivenField = FieldsWith<"given">;

const GIVEN = fieldsWith("given");

/** The schema of what a caller may give for a decision. */
export const GivenFields = z.strictObject(shapeOf("given", GIVEN));
type GivenFields = z.output<typeof GivenFields>;

/** The given fields with their texts screened. Fields that were not given stay undefined. */
type ScreenedFields = {
  readonly [F in GivenField]:
    | z.output<(typeof DECISION_FIELDS)[F]["value"]>
    | (undefined extends GivenFields[F] ? undefined : never);
};

export function screenFields(given: GivenFields, screen: Screening): ScreenedFields {
  const entries = GIVEN.map((name) => [name, screenField(name, given[name], screen)]);
  return Object.fromEntries(entries) as ScreenedFields;
}

/** One field; undefined stays undefined. */
export function screenField(name: GivenField, value: GivenFields[GivenField], screen: Screening): unknown {
  if (value === undefined) return undefined;
  const field = snakeCaseName(name);
  switch (fieldNamed(name).screened) {
    case "required":
      return screen.required(field, value as string);
    case "optional":
      return screen.text(field, value as string);
    case "list":
      return screen.list(field, value as readonly string[]);
    case "evidence":
      return (value as GivenFields["evidence"]).map(({ kind, ref }) => ({
        kind,
        ref: screen.text(field, ref),
      }));
    default:
      return value;
  }
}
