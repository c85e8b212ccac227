import type { Progress, Standing } from "../domain/decisions/decision.ts";
import { NO_OUTCOME } from "../domain/decisions/decision-store.ts";
import type { OutcomeStatus } from "../domain/decisions/outcome.ts";
import { foldLines } from "../domain/shared/lines.ts";

/** What a list of decisions was limited to. */
export interface AskedDecisions {
  readonly domain?: string | undefined;
  readonly topic?: string | undefined;
  readonly standing?: Standing | undefined;
  readonly status?: Progress | undefined;
  readonly outcome?: OutcomeStatus | typeof NO_OUTCOME | undefined;
  readonly author?: string | undefined;
  readonly since?: string | undefined;
  readonly text?: string | undefined;
}

/** Says that a list is empty because of its filters: `No draft decisions about database (44 in all).` */
export function noDecisionsText(asked: AskedDecisions, total: number): string {
  const { domain, topic, standing, status, outcome, author, since, text } = asked;
  const when = (value: string | undefined, words: (value: string) => string): string[] =>
    value === undefined ? [] : [words(value)];
  const words = [
    "No",
    ...[standing, status].filter((word) => word !== undefined),
    "decisions",
    ...when(domain, (name) => `about ${name}`),
    ...when(topic, (name) => `on the topic ${JSON.stringify(name)}`),
    ...when(author, (name) => `by ${JSON.stringify(name)}`),
    ...when(since, (time) => `since ${time}`),
    ...when(outcome, (name) => (name === NO_OUTCOME ? "without an outcome" : `with the outcome ${name}`)),
    ...when(text, (part) => `that contain ${JSON.stringify(part)}`),
  ];
  return `${foldLines(words.join(" "))} (${total} in all).`;
}
