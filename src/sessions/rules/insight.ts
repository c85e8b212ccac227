import { createHash } from "node:crypto";
import { type Author, hashedAuthor } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";

/** A lesson that is not a decision. */
export interface Insight {
  readonly id: string;
  /** Ids it had in memories it was imported from. */
  readonly aliases: readonly string[];
  readonly project: string;
  readonly content: Screened;
  /** The rest of an imported text that was too long for the content. */
  readonly continued?: readonly Screened[] | undefined;
  readonly topic?: Screened | undefined;
  readonly category?: Screened | undefined;
  readonly tags: readonly Screened[];
  readonly source?: Screened | undefined;
  readonly author: Author;
  readonly createdAt: Date;
}

/** SHA-256 over the saved fields in a fixed order. Version 0.1.0 used version 1. */
export function insightHash(
  insight: Omit<Insight, "id" | "aliases" | "continued" | "createdAt">,
  version = 2,
): string {
  const { project, content, topic, category, tags, source, author } = insight;
  const fields = [project, content, topic ?? null, category ?? null, tags, source ?? null];
  const parts = [version, ...fields, ...hashedAuthor(author, version)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

export function insightNotFound(ref: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no insight ${ref} ${where}.`, {
    field: "ref",
    received: ref,
    reason: "insight_not_found",
    hint: "Check the id.",
    remedies: [{ remedy: "list-insights" }],
  });
}
