import type * as z from "zod";

/** Checked by the full schema and listed as the plain one: every session pays for what is listed. */
export const listedAs = <T extends z.ZodType>(plain: T, full: z.ZodType): T =>
  plain.superRefine((value, context) => {
    for (const issue of full.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });
