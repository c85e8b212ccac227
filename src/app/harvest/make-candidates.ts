import type { FoundWriting, Place } from "../../domain/harvest/found-writing.ts";
import type { DecisionCandidate } from "../../domain/hooks/candidate.ts";
import type { Citation } from "../../domain/hooks/citation.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { type Screening, startScreening } from "../../domain/shared/screening.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { HarvestDeps } from "./deps.ts";

/** In place of the client that a session has. */
const HARVEST = "harvest";
const MOST_OF_SUBJECT = 120;

/** A found choice with its words screened, which is what others are compared with. */
export interface ScreenedWriting {
  readonly writing: FoundWriting;
  readonly quote: Screened;
  readonly statement: Screened;
}

/** Undefined if screening leaves nothing to read. */
export function screenWriting(writing: FoundWriting, screen: Screening): ScreenedWriting | undefined {
  const quote = screen.text("quote", writing.quote);
  const statement = screen.text("statement", writing.statement);
  return quote.trim() === "" || statement.trim() === "" ? undefined : { writing, quote, statement };
}

export async function makeCandidate(
  { writing, quote, statement }: ScreenedWriting,
  project: string,
  { ids, clock, secrets, checkout }: HarvestDeps,
): Promise<DecisionCandidate> {
  const screen = startScreening(secrets);
  const { origin, alternatives, reasoning, place, source } = writing;
  const there = await Promise.all(
    writing.files.map(async (path) => ((await checkout.textOf(path)) === undefined ? [] : [path])),
  );
  return {
    kind: "decision",
    id: ids.next(ID_PREFIX.candidate),
    project,
    client: HARVEST,
    session: screen.text("session", place.file ?? source),
    at: clock.now(),
    origin,
    quote,
    statement,
    alternatives: screen.list("alternatives", alternatives),
    reasoning: screen.optional("reasoning", reasoning),
    files: screen.list("files", there.flat()),
    citation: cited(place, screen),
  };
}

function cited({ commit, subject, pr, file, line, isOutside, at }: Place, screen: Screening): Citation {
  // Cut after it was screened, because half a secret does not look like one.
  const title = subject === undefined ? undefined : screen.text("subject", subject);
  return {
    ...(commit !== undefined && { commit }),
    ...(title !== undefined && { subject: cut(title) }),
    ...(pr !== undefined && { pr: screen.text("pr", pr) }),
    ...(file !== undefined && { file: screen.text("file", file) }),
    ...(line !== undefined && { line }),
    ...(isOutside && { isOutside }),
    ...(at !== undefined && { at }),
  };
}

const cut = (text: Screened): Screened =>
  text.length <= MOST_OF_SUBJECT
    ? text
    : (`${text.slice(0, MOST_OF_SUBJECT - 1).replace(/[\ud800-\udbff]$/, "")}…` as Screened);
