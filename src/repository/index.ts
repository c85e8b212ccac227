export { gitCheckout } from "./git/checkout.ts";
export {
  findRepository,
  originUrl,
  type Repository,
  readText,
  rootCommit,
  userName,
} from "./git/repository.ts";
export { type HookState, type RepositoryHooks, repositoryHooks } from "./git/repository-hooks.ts";
export type { GitUse, WorkTree } from "./git/run-git.ts";
export { gitWorktree } from "./git/worktree.ts";
export { anchorDecision } from "./operations/anchor-decision.ts";
export { checkChange, type SpeakingDecision } from "./operations/check-change.ts";
export type { AnchorDeps, RepositoryDeps } from "./operations/deps.ts";
export { explainPlace } from "./operations/explain-place.ts";
export { followingInBackground, noFollowing } from "./operations/follow-anchors.ts";
export { type ListedAnchor, listAnchors, placesOf } from "./operations/list-anchors.ts";
export { listEarlyFailures, listProposedOutcomes } from "./operations/list-proposed.ts";
export { type DecisionWithProposal, proposalsIn } from "./operations/proposals-in.ts";
export { readCauses, readCodeCauses } from "./operations/read-causes.ts";
export type { RepositoryRead } from "./operations/read-repository.ts";
export { type RepositorySays, repositorySays } from "./operations/repository-says.ts";
export { confirmOutcome, dismissProposed } from "./operations/review-proposed.ts";
export { quietSync, syncRepository } from "./operations/sync-repository.ts";
export { recordDelivery } from "./operations/told-by-event.ts";
export { ANCHOR_STATES, type CheckedAnchor, placeName } from "./rules/anchor-state.ts";
export { ANCHOR_SOURCES } from "./rules/follow-history.ts";
export {
  AGAINST_RULES,
  AGAINST_WORDS,
  type AgainstRule,
  type GoingAgainst,
  PLACED_BY,
  type PlacedDecision,
} from "./rules/placed-decision.ts";
export { LIKELIHOODS, type ProposedOutcome, proposalSentence } from "./rules/proposed-outcome.ts";
export type { Report, ReportKind, ReportSource } from "./rules/report.ts";
export { reportClauses, reportSentence } from "./rules/report-text.ts";
export {
  type Delivery,
  digestOf,
  isDeliveryId,
  isSignedWith,
  isToken,
  looksSigned,
  type Received,
} from "./rules/webhooks/delivery.ts";
export {
  FORGE_NAMES,
  FORGES,
  type Forge,
  type ForgeEvent,
  type ForgeRepository,
} from "./rules/webhooks/forge-event.ts";
export { readGithub } from "./rules/webhooks/github.ts";
export { readGitlab } from "./rules/webhooks/gitlab.ts";
export { type Part, payloadOf } from "./rules/webhooks/payload.ts";
export { decisionsAboutFile, forgetAnchorReads } from "./sql/decisions-about-file.ts";
export { projectsAbout } from "./sql/deliveries.ts";
export { forgetReads, moveReads } from "./sql/report-rows.ts";
