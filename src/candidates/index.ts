export { type Harvest, harvestCandidates } from "./operations/harvest-candidates.ts";
export {
  acceptCandidate,
  listCandidates,
  MOST_LISTED,
  putBackCandidate,
  type ReviewDeps,
  rejectCandidate,
} from "./operations/review-candidates.ts";
export {
  CANDIDATE_ORIGINS,
  type Candidate,
  type CandidateOrigin,
  type CheckpointDraft,
  type Citation,
  citationText,
  type DecisionCandidate,
  repeatsStatement,
} from "./rules/candidate.ts";
export { findChoices } from "./rules/find-choices.ts";
export { isMachinePrompt, personsWords, sentencesOf } from "./rules/persons-choice.ts";
export { type AdrFolderFound, type HarvestSource, reviewTime } from "./rules/written-choice.ts";
export {
  addCandidates,
  eraseCandidate,
  forgetCandidatesWith,
  forgetHooksOf,
  forgetHookTexts,
  hasHooks,
  latestCheckpointDraft,
  noteErasedIn,
  openCandidates,
  saveCheckpointDraft,
} from "./sql/candidate-rows.ts";
