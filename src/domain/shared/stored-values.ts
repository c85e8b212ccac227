import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "./actor.ts";
import type { Screened } from "./text.ts";

/** Values as they are kept and exported. Every text in them was screened before a schema sees it. */
export const storedText = z.string().transform((value) => value as Screened);
export const storedTexts: z.ZodType<readonly Screened[]> = z.array(storedText);
export const storedDate = z.iso.datetime().transform((value) => new Date(value));
export const storedAuthor: z.ZodType<Author> = z.object({ kind: z.enum(AUTHOR_KINDS), name: storedText });
export const storedId = z.string().min(1).max(200);
export const storedProject = z.string().min(1).max(1_000);
