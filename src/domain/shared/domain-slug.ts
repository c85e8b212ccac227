import * as z from "zod";

/** Stands for all domains together, so no decision or outcome can have it as its domain. */
export const ALL_DOMAINS = "all";

/** The domain in a query; `all` means all of them together. */
export const DomainQuery = z
  .string()
  .refine(
    (name) => /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name),
    "must be a short lowercase name such as database",
  );

export const DomainSlug = DomainQuery.refine(
  (name) => name !== ALL_DOMAINS,
  "must name one domain, and all means all of them",
);
