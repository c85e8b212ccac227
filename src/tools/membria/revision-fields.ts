import * as z from "zod";
import { changedFields, type EditableField, type Revision } from "../../domain/decisions/revision.ts";
import { AUTHOR_KINDS } from "../../domain/shared/actor.ts";
import { timestamp } from "../shared-arguments.ts";
import { SHOWN_AS } from "./decision-fields.ts";

/** Who corrected a decision, when and in what. The words themselves are read on the command line. */
export const RevisionFields = z.object({
  revision: z.number(),
  at: timestamp,
  by: z.string(),
  author: z.enum(AUTHOR_KINDS),
  context_hash: z.string(),
  changed: z.array(z.string()).describe("Since the revision before"),
});
type RevisionFields = z.output<typeof RevisionFields>;

export const revisionFields = (revisions: readonly Revision[]): RevisionFields[] =>
  revisions.map(({ number, at, author, contextHash, content }, n) => {
    const before = revisions[n - 1];
    return {
      revision: number,
      at: at.toISOString(),
      by: author.name,
      author: author.kind,
      context_hash: contextHash,
      changed: before ? changedFields(before.content, content).map(shownName) : [],
    };
  });

/** The name that a field has in a result. */
export const shownName = (field: EditableField): string =>
  field === "source" ? "source" : (SHOWN_AS[field] ?? field);
