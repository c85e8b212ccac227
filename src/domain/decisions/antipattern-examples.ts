import { cosinesOf, type QuantisedVectors } from "../shared/quantised-vectors.ts";
import type { AntipatternEntry } from "./antipattern.ts";
import { isAgainstSomething } from "./negation.ts";
import { sentencesOf } from "./phrases.ts";

type Examples = Pick<AntipatternEntry, "id" | "fires" | "resembles" | "silent">;

/** How many rows an antipattern has: first its bad examples, then the fine ones. */
interface ExampleCounts {
  readonly id: string;
  readonly bad: number;
  readonly fine: number;
}

/** The vectors of `examplesToEmbed`, and whose they are. */
export interface ExampleVectors extends QuantisedVectors {
  readonly counts: readonly ExampleCounts[];
}

/** What comes closest to a statement, by cosine. */
export interface NearestExamples {
  /** The antipattern of the nearest bad example. */
  readonly id: string;
  readonly bad: number;
  /** Of all antipatterns. */
  readonly fine: number;
}

/** Compares statements with examples by meaning, for wordings that no phrase foresees. */
export interface AntipatternExamples {
  /** The model that a statement has to be embedded with. */
  readonly model: string;
  nearest(vector: Float32Array): NearestExamples;
  /** The id of the antipattern that the statement resembles, if any. */
  resembled(statement: string, vector: Float32Array): string | undefined;
}

const LEAST_COSINE = 0.55;
const LEAST_LEAD = 0.05;

const badExamples = ({ fires, resembles = [] }: Examples): string[] => [...fires, ...resembles];

/** The texts that the build has to embed. */
export const examplesToEmbed = (entries: readonly Examples[]): string[] =>
  entries.flatMap((entry) => [...badExamples(entry), ...entry.silent]);

export const exampleCounts = (entries: readonly Examples[]): ExampleCounts[] =>
  entries.map((entry) => ({ id: entry.id, bad: badExamples(entry).length, fine: entry.silent.length }));

export function antipatternExamples({ counts, ...vectors }: ExampleVectors): AntipatternExamples {
  const nearest = (vector: Float32Array): NearestExamples => {
    const cosines = cosinesOf(vector, vectors);
    let found: NearestExamples = { id: "", bad: -1, fine: -1 };
    let row = 0;
    for (const { id, bad, fine } of counts) {
      const nearestBad = highest(cosines, row, bad);
      const nearestFine = highest(cosines, row + bad, fine);
      if (nearestBad > found.bad) found = { ...found, id, bad: nearestBad };
      if (nearestFine > found.fine) found = { ...found, fine: nearestFine };
      row += bad + fine;
    }
    return found;
  };
  return {
    model: vectors.model,
    nearest,
    resembled(statement, vector) {
      // A vector hardly shows whether something is done or forbidden.
      if (sentencesOf(statement).some(isAgainstSomething)) return undefined;
      const { id, bad, fine } = nearest(vector);
      return bad >= LEAST_COSINE && bad - fine >= LEAST_LEAD ? id : undefined;
    },
  };
}

function highest(cosines: Float32Array, from: number, count: number): number {
  let found = -1;
  for (let i = from; i < from + count; i++) found = Math.max(found, cosines[i] ?? -1);
  return found;
}
