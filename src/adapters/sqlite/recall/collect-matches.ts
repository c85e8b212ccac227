import type { PassageRef } from "../../../domain/decisions/passages.ts";
import type { Candidate } from "../../../domain/recall/candidate.ts";
import type { MatchScores } from "../../../domain/recall/relevance.ts";

/** How a memory matched: by each of its texts, the best counts. */
interface Match {
  own: MatchScores;
  best: MatchScores;
  /** The best without the questions that the author gave. */
  unaided: MatchScores;
  byWords?: PassageRef | undefined;
  byMeaning?: PassageRef | undefined;
}

/** Collects the scores of memories and their passages. */
export function collectMatches() {
  const matches = new Map<number, Match>();
  return {
    has: (memory: number): boolean => matches.has(memory),
    memories: (): Iterable<number> => matches.keys(),
    hasOwnCosine: (memory: number): boolean => matches.get(memory)?.own.cosine !== undefined,

    add(memory: number, scores: MatchScores, passage?: PassageRef | undefined): void {
      const match = matches.get(memory) ?? { own: {}, best: {}, unaided: {} };
      matches.set(memory, match);
      if (!passage) match.own = { ...match.own, ...scores };
      else {
        if (exceeds(scores.words, match.best.words)) match.byWords = passage;
        if (exceeds(scores.cosine, match.best.cosine)) match.byMeaning = passage;
      }
      match.best = higher(match.best, scores);
      if (passage?.kind !== "question") match.unaided = higher(match.unaided, scores);
    },

    /** The scores of a candidate, and the passage that gave them. */
    of(memory: number): Pick<Candidate, "words" | "cosine" | "ownCosine" | "passage" | "unaided"> {
      const match = matches.get(memory);
      if (!match) return {};
      const { own, best, unaided } = match;
      const aided = best.words !== unaided.words || best.cosine !== unaided.cosine;
      const passage =
        (exceeds(best.words, own.words) ? match.byWords : undefined) ??
        (exceeds(best.cosine, own.cosine) ? match.byMeaning : undefined);
      const byPassage = exceeds(best.cosine, own.cosine);
      return {
        ...best,
        ...(byPassage && { ownCosine: own.cosine ?? 0 }),
        ...(passage && { passage: refOf(passage) }),
        ...(aided && { unaided }),
      };
    },
  };
}

const refOf = ({ kind, key }: PassageRef): PassageRef => ({ kind, key });

const exceeds = (score: number | undefined, than: number | undefined): boolean =>
  score !== undefined && (than === undefined || score > than);

const higher = (a: MatchScores, b: MatchScores): MatchScores => ({
  words: exceeds(b.words, a.words) ? b.words : a.words,
  cosine: exceeds(b.cosine, a.cosine) ? b.cosine : a.cosine,
});
