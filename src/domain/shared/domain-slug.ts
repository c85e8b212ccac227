import * as z from "zod";

/** The name of all domains together; no decision and no outcome can be of it. */
export const ALL_DOMAINS = "all";

/** How a caller asks for a domain; `all` asks for all of them together. */
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
