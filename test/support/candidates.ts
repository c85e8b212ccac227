import fc from "fast-check";
import type { Candidate } from "../../src/recall/rules/match-candidates.ts";
import { SHIPPED_PROFILE } from "../../src/recall/rules/model-profile.ts";
import { SEARCH_MODES } from "../../src/recall/rules/ranking.ts";
import type { QueryProfile } from "../../src/recall/rules/relevance.ts";
import { AUTHOR_KINDS } from "../../src/shared/actor.ts";
import { DAY_MS } from "../../src/shared/time.ts";

export const QUERY: QueryProfile = {
  information: { best: 40, known: 18, all: 18, familiar: 1 },
  cjkShare: 0,
  model: SHIPPED_PROFILE,
};

/** A candidate that is relevant by default. */
export const candidate = (id: string, fields: Partial<Candidate> = {}): Candidate => ({
  id,
  standing: "active",
  authorKind: "agent",
  createdAt: new Date(0),
  words: 20,
  cosine: 0.7,
  ...fields,
});

/** The candidates of a search, of all kinds. */
export const memory = fc
  .array(
    fc.record({
      standing: fc.constantFrom("active", "draft", "superseded", "deprecated"),
      authorKind: fc.constantFrom(...AUTHOR_KINDS),
      day: fc.integer({ min: 0, max: 3 }),
      words: fc.option(fc.double({ min: 0, max: 40, noNaN: true }), { nil: undefined }),
      cosine: fc.option(fc.double({ min: -0.2, max: 1, noNaN: true }), { nil: undefined }),
      target: fc.option(fc.constantFrom("database", "cache"), { nil: undefined }),
      head: fc.nat(),
    }),
    { maxLength: 25 },
  )
  .map((rows): Candidate[] => {
    const actives = rows.flatMap(({ standing }, i) => (standing === "active" ? `dec_${i}` : []));
    return rows.map(({ day, head, ...row }, i) => ({
      ...row,
      id: `dec_${i}`,
      createdAt: new Date(day * DAY_MS),
      ...(row.standing === "superseded" &&
        actives.length > 0 && { heads: [actives[head % actives.length] as string] }),
    })) as Candidate[];
  });
export const mode = fc.constantFrom(...SEARCH_MODES);
