import * as z from "zod";

/** A time that the page sends, in ISO 8601. */
export const moment = z.iso
  .datetime({ offset: true, error: "must be a time in ISO 8601, such as 2027-01-31T00:00:00Z" })
  .transform((text) => new Date(text));
