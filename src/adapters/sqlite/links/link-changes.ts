import { defineChange } from "../log/change.ts";
import { copyIntoLog } from "./link-pointers.ts";
import { insertLink, type LinkRow, readLink, rewriteLink, type StoredReview } from "./link-rows.ts";

/** A link that was rejected may be proposed again: it keeps its id and its reviews. */
export const linkProposed = defineChange<"link.proposed", LinkRow>({
  action: "link.proposed",
  version: 1,
  apply(sql, [row]) {
    if (!row) return;
    if (readLink(sql, row.id)) {
      copyIntoLog(sql, [row.id]);
      rewriteLink(sql, row);
    } else insertLink(sql, row);
  },
});

/** The review, and the origin of the link after it. */
type Reviewed = { readonly review: StoredReview; readonly origin: string };

const reviewed = <A extends "link.approved" | "link.rejected">(action: A, state: string) =>
  defineChange<A, Reviewed>({
    action,
    version: 1,
    apply(sql, [args], { subject }) {
      const row = args && readLink(sql, subject);
      if (!row) return;
      const reviews = [...((row.body["reviews"] ?? []) as readonly StoredReview[]), args.review];
      copyIntoLog(sql, [subject]);
      rewriteLink(sql, { ...row, state, body: { ...row.body, origin: args.origin, reviews } });
    },
  });
export const linkApproved = reviewed("link.approved", "active");
export const linkRejected = reviewed("link.rejected", "rejected");

/** The ids of the links that one step of a clean-up removed. It has other steps, which remove nothing. */
type Cleaned = { readonly step: "began" | "removed" | "ended"; readonly links?: readonly string[] };

export const linkCleaned = defineChange<"link.cleaned", Cleaned>({
  action: "link.cleaned",
  version: 1,
  apply(sql, [args]) {
    const links = args?.links ?? [];
    copyIntoLog(sql, links);
    sql.run("DELETE FROM links WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(links));
  },
});

/** One part for each link, with its place among the links of the memory that it was removed from. */
type Restored = { readonly row: LinkRow; readonly place: number | null };

export const linkRestored = defineChange<"link.restored", Restored>({
  action: "link.restored",
  version: 1,
  apply(sql, links) {
    for (const link of links) if (link) insertLink(sql, link.row, link.place);
  },
});
