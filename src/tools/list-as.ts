import type * as z from "zod";

/** Validates with the full schema but lists the plain one, because every session pays for the listed schema. */
export const listAs = <T extends z.ZodType>(plain: T, full: z.ZodType): T =>
  plain.superRefine((value, context) => {
    for (const issue of full.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });
