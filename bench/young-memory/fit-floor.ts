import { MOST_WITH_WEAK } from "../../src/recall/rules/relevance.ts";
import { type Asked, keptOf } from "./asking.ts";

/** The questions of one form of memory. */
export interface FittedOn {
  readonly own: readonly Asked[];
  readonly unrelated: readonly Asked[];
}

/** A cosine of more than 1 is never reached: relevance alone. */
const COSINES = [0.15, 0.16, 0.17, 0.18, 0.19, 0.2, 0.21, 0.22, 0.25, 0.3, 2];
const RELEVANCES = [0.03, 0.05, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5];
const GOALS = { kept: 0.9, shown: 0.35 };
const PRINTED = 15;

interface Floor {
  readonly relevance: number;
  readonly cosine: number;
}

/** Prints the floors that come nearest to the goals in the form in which they do worst. */
export function fitFloor(forms: readonly FittedOn[]): void {
  const floors = RELEVANCES.flatMap((relevance) => COSINES.map((cosine) => ({ relevance, cosine })))
    .map((floor) => ({ floor, results: forms.map((form) => resultOf(floor, form)) }))
    .map((one) => ({
      ...one,
      margin: Math.min(...one.results.flatMap(({ kept, shown }) => [kept - GOALS.kept, GOALS.shown - shown])),
      gain: one.results.reduce((sum, { kept, shown }) => sum + kept - shown, 0),
    }))
    .sort((a, b) => b.margin - a.margin || b.gain - a.gain);
  console.log("\nFloors, the best first: right ones kept / foreign questions with any result, for each form");
  for (const { floor, results } of floors.slice(0, PRINTED)) {
    const cells = results.map(({ kept, shown }) => `${percent(kept)} / ${percent(shown)}`.padEnd(18));
    console.log(
      `  relevance ${floor.relevance.toFixed(2)} or cosine ${floor.cosine.toFixed(2)}   ${cells.join("")}`,
    );
  }
}

function resultOf(floor: Floor, { own, unrelated }: FittedOn): { kept: number; shown: number } {
  const { kept, of } = keptOf(own.map((asked) => ({ ...asked, shown: shownAbove(floor, asked) })));
  return {
    kept: kept / of,
    shown: unrelated.filter((asked) => shownAbove(floor, asked).length > 0).length / unrelated.length,
  };
}

function shownAbove({ relevance, cosine }: Floor, { strong, rest }: Asked): string[] {
  const weak = rest.filter(
    ({ relevance: own, candidate }) => own >= relevance || (candidate.cosine ?? 0) >= cosine,
  );
  return [...strong, ...weak.map(({ candidate }) => candidate.id)].slice(0, MOST_WITH_WEAK);
}

const percent = (share: number): string => (100 * share).toFixed(1);
