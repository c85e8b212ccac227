import type { Author } from "./actor.ts";
import type { Screened } from "./text.ts";

/** A lesson that is no decision. */
export interface Insight {
  readonly id: string;
  readonly project: string;
  readonly content: Screened;
  readonly topic?: Screened | undefined;
  readonly category?: Screened | undefined;
  readonly tags: readonly Screened[];
  readonly source?: Screened | undefined;
  readonly author: Author;
  readonly createdAt: Date;
}
