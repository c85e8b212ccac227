import type { NewSignal } from "../../decisions/outcome-store.ts";
import type { SignalType, Valence } from "../../decisions/signal.ts";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, oneLine, type Screened } from "../../shared/text.ts";
import type { CarriedBy, NewReport } from "../report.ts";
import type { SingleFact } from "./clues.ts";
import type { PullRequestFact } from "./forge-event.ts";

/** A decision that an event is about, and by what that is known. */
export interface Concerned {
  readonly decision: string;
  readonly by: CarriedBy;
}

/** A signal with what it is known again by, however often it is reported. */
export interface EventSignal extends Omit<NewSignal, "id"> {
  readonly metrics: { readonly event: string } & NewSignal["metrics"];
}

/** What an event says of each of the decisions that it is about. */
export type SaidOfDecision = Pick<
  NewReport,
  "kind" | "key" | "commit" | "pr" | "title" | "address" | "passed" | "by"
>;

/**
 * What follows from an event for a decision. Nothing of it is an outcome. That a pull request was opened is only a signal:
 * it says nothing about how the decision worked out.
 */
export function reportsOfFact(
  fact: SingleFact,
  { by }: Concerned,
  screen: Screening,
): readonly SaidOfDecision[] {
  const { key } = fact;
  const title = (text: string | undefined) => shortText(screen, "title", text);
  const address = shortText(screen, "address", fact.address);
  switch (fact.what) {
    case "pull_request":
      return ofEndedPullRequest(fact, { pr: fact.number, title: title(fact.title), address, by });
    case "checks": {
      const { commit, passed } = fact;
      return [{ kind: "checked", key, commit, title: title(fact.name), address, passed }];
    }
    case "deployment": {
      const { commit, succeeded: passed } = fact;
      return [{ kind: "deployed", key, commit, title: title(fact.environment), address, passed }];
    }
    case "issue":
      return [{ kind: "reported", key, title: title(fact.title), address }];
  }
}

/** As the history says it: what was merged carries the decision out. */
function ofEndedPullRequest(
  { key, state, mergeCommit: commit }: PullRequestFact,
  said: Omit<SaidOfDecision, "kind" | "key">,
): readonly SaidOfDecision[] {
  if (state === "closed") return [{ kind: "closed", key, ...said }];
  if (state !== "merged") return [];
  const merged: SaidOfDecision = { kind: "merged", key: commit ?? key, commit, ...said };
  return commit === undefined ? [merged] : [{ ...merged, kind: "carried" }, merged];
}

/** A text of somebody else, on one line. */
export const shortText = (
  screen: Screening,
  field: string,
  text: string | undefined,
): Screened | undefined => {
  const line = oneLine(screen.text(field, text ?? ""), LIMITS.name);
  return line === "" ? undefined : line;
};

/**
 * The signal that follows from an event, if one does. Of a commit it is known once that its checks passed and once that
 * they failed: some repositories have one suite of checks and some have twenty, which says nothing about the decision.
 */
export function signalOfFact(fact: SingleFact, screen: Screening): EventSignal | undefined {
  switch (fact.what) {
    case "pull_request":
      return ofPullRequest(fact, screen);
    case "checks": {
      const type = fact.passed ? "ci_passed" : "ci_failed";
      const { commit, address, passed } = fact;
      const sentence = `The checks of commit ${commit.slice(0, 12)} ${passed ? "passed" : "failed"}`;
      return signal(screen, type, passed ? "positive" : "negative", commit, sentence, { commit, address });
    }
    case "issue": {
      const { address, number, isIncident } = fact;
      if (!isIncident) return undefined;
      return signal(screen, "incident", "negative", address, `Issue ${number} is marked as an incident`, {
        address,
      });
    }
    case "deployment":
      return undefined;
  }
}

function ofPullRequest(fact: PullRequestFact, screen: Screening): EventSignal | undefined {
  const { state, number, address, head, mergeCommit } = fact;
  if (state !== "opened" && state !== "merged") return undefined;
  const type = state === "merged" ? "pr_merged" : "pr_created";
  return signal(screen, type, "positive", address, `Pull request ${number} was ${state}`, {
    address,
    pull_request: address,
    commit: state === "merged" ? mergeCommit : head,
  });
}

function signal(
  screen: Screening,
  type: SignalType,
  valence: Valence,
  about: string,
  sentence: string,
  facts: Readonly<Record<string, string | undefined>> & { readonly address: string | undefined },
): EventSignal {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const description = facts.address === undefined ? `${sentence}.` : `${sentence}: ${facts.address}`;
  return {
    type,
    valence,
    description: screen.text("description", description),
    metrics: screen.json("metrics", { event: `${type} ${about}`, ...Object.fromEntries(known) }),
  };
}
