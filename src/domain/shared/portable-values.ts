import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "./actor.ts";
import { LIMITS, oneLine, type Screened } from "./text.ts";

/** Schemas for the values in files that this program exports and imports. */

/** The text was screened before the export, or is screened again before it gets here. */
export const portableText = z.string().transform((value) => value as Screened);
export const portableTexts: z.ZodType<readonly Screened[]> = z.array(portableText);
export const portableDate = z.iso.datetime().transform((value) => new Date(value));
/** On one line and of limited length, like the name of a person that this program finds itself. */
const portablePerson = z
  .string()
  .transform((name) => oneLine(name as Screened, LIMITS.name))
  .optional();
export const portableAuthor: z.ZodType<Author> = z
  .object({ kind: z.enum(AUTHOR_KINDS), name: portableText, person: portablePerson })
  .transform(({ kind, name, person }) =>
    // A human is the person, whatever else a file says.
    kind === "human" || !person ? { kind, name } : { kind, name, person },
  );
export const portableId = z.string().min(1).max(200);
export const portableProject = z.string().min(1).max(1_000);
