import type { Standing } from "../decisions/decision.ts";
import type { PassageRef } from "../decisions/passages.ts";
import type { AuthorKind } from "../shared/actor.ts";
import type { MatchScores } from "./relevance.ts";

/**
 * A row found by words, by meaning, or as the head of a chain that was found. Every store returns the same features,
 * and the ranking depends on nothing else.
 */
export interface Candidate extends MatchScores {
  readonly id: string;
  readonly standing: Standing;
  readonly authorKind: AuthorKind;
  readonly createdAt: Date;
  /** The stated target. Equal only for equal targets of the same project. */
  readonly target?: string | undefined;
  /** Whether it is known how it worked out. */
  readonly settled?: boolean | undefined;
  /** The query is the name of its topic. */
  readonly named?: boolean | undefined;
  /** The passage that matched best, if it is not the decision itself. */
  readonly passage?: PassageRef | undefined;
  /** The scores without the questions that its author said it answers, if these are what matched. */
  readonly unaided?: MatchScores | undefined;
  /** The heads of the chain that superseded it. They must be among the candidates. */
  readonly heads?: readonly string[] | undefined;
}
