import { shareOf } from "../share-of.ts";
import { type Asked, answered, silent } from "./asking.ts";

/** Questions that were asked with other wordings of theirs. */
export interface AskedWithAlso {
  readonly own: Asked[];
  /**
   * Foreign questions with the wordings of a question about another repository: nobody asks like that, so it is the worst
   * case.
   */
  readonly foreign: Asked[];
  /** Questions about other repositories with their own wordings, and without. Some of them are answered here, too. */
  readonly elsewhere: Asked[];
  readonly elsewhereAlone: Asked[];
}

/** Prints what other wordings add. */
export function reportAlso(
  alone: readonly Asked[],
  { own, foreign, elsewhere, elsewhereAlone }: AskedWithAlso,
): void {
  console.log("  with also: three other wordings of each question");
  const line = (what: string, share: string, goal = ""): void =>
    console.log(`    ${what.padEnd(52)} ${share}${goal && `, goal ${goal}`}`);
  const gained = (by: "withoutFloor" | "shown" | "strong"): string =>
    `${shareOf(answered(own, by), own.length)}, alone ${shareOf(answered(alone, by), alone.length)}`;
  line("the right one in the top 5 without a floor", gained("withoutFloor"));
  line("the right one is shown", gained("shown"));
  line("the right one is strong", gained("strong"));
  line("found with also and not alone", shareOf(own.filter(gainedBy(alone)).length, own.length));
  line("found alone and not with also", shareOf(alone.filter(gainedBy(own)).length, alone.length));
  const quiet = (asked: readonly Asked[]): string => shareOf(silent(asked, "strong"), asked.length);
  const showing = (asked: readonly Asked[]): string =>
    shareOf(asked.length - silent(asked, "shown"), asked.length);
  line("a foreign question: nothing strong", quiet(foreign), "≥ 93 %");
  line("a foreign question: anything shown", showing(foreign), "≤ 35 %");
  line("about another repository: nothing strong", `${quiet(elsewhere)}, alone ${quiet(elsewhereAlone)}`);
  line("about another repository: anything shown", `${showing(elsewhere)}, alone ${showing(elsewhereAlone)}`);
}

/** Whether a question is answered that was not answered when it was asked the other way. */
function gainedBy(other: readonly Asked[]): (asked: Asked) => boolean {
  const answeredBefore = new Set(
    other.filter((asked) => answered([asked], "shown") > 0).map(({ number }) => number),
  );
  return (asked) => answered([asked], "shown") > 0 && !answeredBefore.has(asked.number);
}
