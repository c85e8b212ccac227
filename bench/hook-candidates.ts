import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundChoice } from "../src/candidates/rules/candidate.ts";
import { findChoices } from "../src/candidates/rules/find-choices.ts";
import type { Screened } from "../src/shared/text.ts";
import { shareOf } from "./share-of.ts";
import { root, smoke } from "./workplace.ts";

interface Quote {
  readonly quote: string;
  readonly from: "prompt" | "reply";
}

interface Turn {
  readonly id: string;
  readonly half: "tune" | "held";
  /** With no secrets in them, so they are as screening leaves them. */
  readonly prompt: Screened;
  readonly reply: Screened;
  /** `also`: other places where the same decision is stated. */
  readonly decisions: readonly (Quote & { readonly also?: readonly Quote[] })[];
}

const SET = join(root, "bench", "hooks", "turns.json");
const ORIGIN = { prompt: "person", reply: "agent" } as const;

/** Whether both quote the same place: they have at least half of the shorter one in common. */
function overlaps(turn: Turn, found: FoundChoice, label: Quote): boolean {
  if (found.origin !== ORIGIN[label.from]) return false;
  const text = turn[label.from];
  const [a, b] = [text.indexOf(found.quote), text.indexOf(label.quote)];
  if (a === -1 || b === -1) throw new Error(`A quote of ${turn.id} is not in its text.`);
  const common = Math.min(a + found.quote.length, b + label.quote.length) - Math.max(a, b);
  return common >= Math.min(found.quote.length, label.quote.length) / 2;
}

function measure(half: "tune" | "held", turns: readonly Turn[]): void {
  const judged = turns.map((turn) => {
    const found = findChoices(turn);
    const places = turn.decisions.map((decision) => [decision, ...(decision.also ?? [])]);
    const isRight = (choice: FoundChoice): boolean =>
      places.flat().some((label) => overlaps(turn, choice, label));
    const isFound = (labels: readonly Quote[]): boolean =>
      labels.some((label) => found.some((choice) => overlaps(turn, choice, label)));
    return {
      turn,
      found,
      wrong: found.filter((choice) => !isRight(choice)),
      missed: places.filter((labels) => !isFound(labels)).map(([label]) => label),
    };
  });
  const count = (of: (one: (typeof judged)[number]) => number): number =>
    judged.reduce((sum, one) => sum + of(one), 0);
  const candidates = count(({ found }) => found.length);
  const labelled = count(({ turn }) => turn.decisions.length);
  const silent = judged.filter(({ turn }) => turn.decisions.length === 0);

  console.log(`\n${half} (n = ${turns.length} turns, ${labelled} decisions)`);
  console.log(
    `  precision                     ${shareOf(candidates - count(({ wrong }) => wrong.length), candidates)}`,
  );
  console.log(
    `  recall                        ${shareOf(labelled - count(({ missed }) => missed.length), labelled)}`,
  );
  console.log(
    `  nothing said where none was   ${shareOf(silent.filter(({ found }) => found.length === 0).length, silent.length)}`,
  );
  // The held half would be no judge any more if somebody fitted the rules to its errors.
  if (half === "held") return;
  for (const { turn, wrong, missed } of judged) {
    for (const { quote } of wrong) console.log(`  wrong   ${turn.id}  ${quote}`);
    for (const label of missed) console.log(`  missed  ${turn.id}  ${label?.quote}`);
    if (process.env["MEMBRIA_BENCH_SHOW"] === "all")
      for (const choice of findChoices(turn)) console.log(`  found   ${turn.id}  ${JSON.stringify(choice)}`);
  }
}

if (!existsSync(SET)) {
  console.log("  The labelled turns are not in this checkout, so there is nothing to measure with.");
} else {
  const turns = (JSON.parse(readFileSync(SET, "utf8")) as Turn[]).slice(0, smoke ? 20 : undefined);
  for (const half of ["tune", "held"] as const)
    measure(
      half,
      turns.filter((turn) => turn.half === half),
    );
}
