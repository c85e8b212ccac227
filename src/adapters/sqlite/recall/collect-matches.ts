import type { PassageRef } from "../../../domain/decisions/passages.ts";
import type { Candidate } from "../../../domain/recall/candidate.ts";

interface Scores {
  words: number | undefined;
  cosine: number | undefined;
}

/** How a memory matched: by each of its texts, the best counts. */
interface Match {
  readonly own: Scores;
  readonly best: Scores;
  /** The best without the questions that the author gave. */
  readonly unaided: Scores;
  byWords: PassageRef | undefined;
  byMeaning: PassageRef | undefined;
}

/** What a candidate has from its matches. */
export type MatchedBy = Pick<Candidate, "words" | "cosine" | "ownCosine" | "passage" | "unaided">;
const NOTHING: MatchedBy = {};

/** Collects the scores of memories and their passages. They are changed in place: a search adds several hundred. */
export function collectMatches() {
  const matches = new Map<number, Match>();
  const matchOf = (memory: number): Match => {
    let match = matches.get(memory);
    if (!match) {
      match = {
        own: noScores(),
        best: noScores(),
        unaided: noScores(),
        byWords: undefined,
        byMeaning: undefined,
      };
      matches.set(memory, match);
    }
    return match;
  };
  return {
    has: (memory: number): boolean => matches.has(memory),
    memories: (): Iterable<number> => matches.keys(),
    hasOwnCosine: (memory: number): boolean => matches.get(memory)?.own.cosine !== undefined,

    addWords(memory: number, words: number, passage?: PassageRef | undefined): void {
      const match = matchOf(memory);
      if (!passage) match.own.words = words;
      if (exceeds(words, match.best.words)) {
        match.best.words = words;
        if (passage) match.byWords = passage;
      }
      if (passage?.kind !== "question" && exceeds(words, match.unaided.words)) match.unaided.words = words;
    },

    addCosine(memory: number, cosine: number, passage?: PassageRef | undefined): void {
      const match = matchOf(memory);
      if (!passage) match.own.cosine = cosine;
      if (exceeds(cosine, match.best.cosine)) {
        match.best.cosine = cosine;
        if (passage) match.byMeaning = passage;
      }
      if (passage?.kind !== "question" && exceeds(cosine, match.unaided.cosine))
        match.unaided.cosine = cosine;
    },

    /** The scores of a candidate, and the passage that gave them. */
    of(memory: number): MatchedBy {
      const match = matches.get(memory);
      if (!match) return NOTHING;
      const { own, best, unaided, byWords, byMeaning } = match;
      const nearer = exceeds(best.cosine, own.cosine);
      const passage =
        (exceeds(best.words, own.words) ? byWords : undefined) ?? (nearer ? byMeaning : undefined);
      const aided = best.words !== unaided.words || best.cosine !== unaided.cosine;
      return {
        words: best.words,
        cosine: best.cosine,
        ownCosine: nearer ? (own.cosine ?? 0) : undefined,
        passage: passage && refOf(passage),
        unaided: aided ? unaided : undefined,
      };
    },
  };
}

const noScores = (): Scores => ({ words: undefined, cosine: undefined });

const refOf = ({ kind, key }: PassageRef): PassageRef => ({ kind, key });

const exceeds = (score: number | undefined, than: number | undefined): boolean =>
  score !== undefined && (than === undefined || score > than);
