import type { InputOf } from "../../net/page-calls.ts";
import { filtersIn, listInput } from "../decisions/filters.ts";

type CalibrationInput = InputOf<"calibration">;
type AuthorLevel = NonNullable<CalibrationInput["author"]>;

/** What the address narrows the view to. Empty texts stand for everything. */
export interface Chosen {
  readonly domain: string;
  /** `human:ana`, or `agent` where nobody is known behind it. */
  readonly author: string;
  readonly time: string;
  readonly since: string;
  readonly until: string;
}

export const CHOSEN_NAMES = ["domain", "author", "time", "since", "until"] as const;

export function chosenIn(query: URLSearchParams): Chosen {
  const { domain, author, time, since, until } = filtersIn(query);
  return { domain, author, time, since, until };
}

export const isChosen = ({ domain, author, time }: Chosen): boolean => `${domain}${author}${time}` !== "";

export function calibrationInput(chosen: Chosen, now: Date): CalibrationInput {
  const { since, until } = listInput({ ...chosen, q: "", standing: "", outcome: "", how: "" }, now);
  const author = authorIn(chosen.author);
  return {
    ...(chosen.domain && { domain: chosen.domain }),
    ...(author && { author }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function authorIn(text: string): AuthorLevel | undefined {
  const [kind, ...person] = text.split(":");
  if (kind !== "human" && kind !== "agent" && kind !== "script") return undefined;
  return person.length === 0 ? { kind } : { kind, person: person.join(":") };
}
