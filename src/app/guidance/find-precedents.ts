import type { Decision } from "../../domain/decisions/decision.ts";
import type { SettledPrecedent } from "../../domain/guidance/track-record.ts";
import type { PrecedentHistory } from "../../domain/guidance/warnings/precedent.ts";
import type { CheckAgain } from "../../domain/links/check-again.ts";
import type { CheckedAnchor } from "../../domain/repository/anchor-state.ts";
import { readCheckAgain } from "../links/read-check-again.ts";
import type { CandidateSearch } from "../recall/find-relevant.ts";
import { settledCandidates } from "../recall/settled-candidates.ts";
import { precedentsIn } from "../recall/similar-decisions.ts";
import type { Call } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";
import { readPrecedentHistories } from "./precedent-history.ts";

/** Precedents are sorted by relevance; those beyond this are too far away for a warning. */
const MOST_PRECEDENTS = 20;

/** A draft is not decided yet, so it is neither shown as a precedent nor used for a warning. */
export const isNotDraft = ({ standing }: Pick<Decision, "standing">): boolean => standing !== "draft";

export interface FoundPrecedent extends PrecedentHistory {
  readonly relevance: number;
  /** Why it should be looked at again. */
  readonly checkAgain?: readonly CheckAgain[] | undefined;
  /** Places in the code that it is about, where somebody looked. */
  readonly places?: readonly CheckedAnchor[] | undefined;
}

/** What a search for a proposed decision found, most relevant first and without drafts. */
export interface Precedents {
  /** Relevant enough to be shown. */
  readonly found: readonly FoundPrecedent[];
  /** Those with a known result, also less relevant ones: together they say how such ways work out. */
  readonly settled: readonly SettledPrecedent[];
}

export async function findPrecedents(
  searched: CandidateSearch,
  deps: GuidanceDeps,
  call: Pick<Call, "scope">,
): Promise<Precedents> {
  const ranked = (await precedentsIn(searched, MOST_PRECEDENTS, deps)).filter(({ decision }) =>
    isNotDraft(decision),
  );
  const histories = await readPrecedentHistories(
    ranked.map(({ decision }) => decision),
    deps,
    call,
  );
  const toCheck = await readCheckAgain(
    ranked.map(({ decision }) => decision),
    call.scope,
    deps,
  );
  return {
    found: ranked.map(({ decision, relevance }, i) => ({
      ...(histories[i] as PrecedentHistory),
      relevance,
      checkAgain: toCheck.get(decision.id),
    })),
    settled: await settledCandidates(searched, deps),
  };
}
