import * as z from "zod";
import type { Author } from "../shared/actor.ts";
import { portableAuthor, portableDate, portableText } from "../shared/portable-values.ts";
import type { Screened } from "../shared/text.ts";

/** A place in the code that somebody named as that of a decision, or took back. Paths are relative to the repository. */
export type Anchor = {
  readonly path: Screened;
  /** The function, class or method that stands there; without one the anchor is the file. */
  readonly symbol?: Screened | undefined;
  /** The line that was named. It only says what was meant then. */
  readonly line?: number | undefined;
  /** Short hashes of the lines that stood there, without separators. */
  readonly sketch: string;
  readonly removed?: true | undefined;
};

export type SaidAnchor<By = Author> = Anchor & { readonly at: Date; readonly by: By };

/** Hexadecimal digits for one line. */
export const LINE_HASH_LENGTH = 8;
export const MOST_SKETCHED_LINES = 300;
export const SKETCH = new RegExp(`^(?:[0-9a-f]{${LINE_HASH_LENGTH}}){0,${MOST_SKETCHED_LINES}}$`);

/** Whether a path is within the repository and as git writes it. */
export const isRepositoryPath = (path: string): boolean =>
  path !== "" &&
  !/^(?:~|[A-Za-z]:|\/)|[\\\p{Cc}]/u.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** In exports. */
export const PortableAnchors: z.ZodType<readonly SaidAnchor[]> = z.array(
  z.object({
    path: portableText.refine(isRepositoryPath, "must be a path within the repository"),
    symbol: portableText.optional(),
    line: z.number().int().positive().optional(),
    sketch: z.string().regex(SKETCH),
    removed: z.literal(true).optional(),
    at: portableDate,
    by: portableAuthor,
  }),
);

/** Those that count: the last one said for each place, unless it takes the place back. */
export function standingAnchors<A extends Anchor>(anchors: readonly A[] = []): readonly A[] {
  const last = new Map(anchors.map((anchor) => [`${anchor.path}\n${anchor.symbol ?? ""}`, anchor]));
  return [...last.values()].filter(({ removed }) => !removed);
}
