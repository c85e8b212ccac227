import * as z from "zod";
import type { PendingLink } from "../../app/links/list-pending-links.ts";
import { LinkFields, linkFields } from "./link-fields.ts";
import { ShortLink, shortLinks } from "./short-link.ts";

export const PendingLinkFields = LinkFields.extend({
  from_statement: z.string(),
  to_statement: z.string(),
  conflicts: z.array(ShortLink),
});

export const pendingLinkFields = (pending: PendingLink): z.output<typeof PendingLinkFields> => ({
  ...linkFields(pending.link),
  from_statement: pending.from.statement,
  to_statement: pending.to.statement,
  conflicts: shortLinks(pending.conflicts),
});
