import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "./actor.ts";
import type { Screened } from "./text.ts";

/** Schemas for the values in files that this program exports and imports. */

/** The text was screened before the export, or is screened again before it gets here. */
export const portableText = z.string().transform((value) => value as Screened);
export const portableTexts: z.ZodType<readonly Screened[]> = z.array(portableText);
export const portableDate = z.iso.datetime().transform((value) => new Date(value));
export const portableAuthor: z.ZodType<Author> = z.object({ kind: z.enum(AUTHOR_KINDS), name: portableText });
export const portableId = z.string().min(1).max(200);
export const portableProject = z.string().min(1).max(1_000);
