export {
  captureDecision,
  captureEarlierDecision,
  chooseDomain,
  requireModule,
  screenField,
} from "./operations/capture-decision.ts";
export {
  CLEANUP_STATUSES,
  restoreLinkBackup,
  runLinkCleanup,
  scanAutoLinks,
  validateCleanup,
  writeLinkBackup,
} from "./operations/clean-up-links.ts";
export type {
  DecisionDeps,
  DecisionFollowUp,
  LearnedFromOutcome,
  LearnedSkill,
  LinkDeps,
  LinkFollowUp,
  ProposalDeps,
} from "./operations/deps.ts";
export { listDecisions, listDomains, listDue } from "./operations/list-decisions.ts";
export {
  listContradictions,
  listPendingLinks,
  type PendingLink,
  type SemanticLink,
  semanticLinks,
} from "./operations/list-links.ts";
export { proposeLink } from "./operations/propose-links.ts";
export {
  historyOf,
  lastOutcomes,
  readCheckAgain,
  readDecisions,
  requireDecision,
} from "./operations/read-decisions.ts";
export { recordOutcome, recordSignal } from "./operations/record-outcome.ts";
export { reflect, reflectOnTargets } from "./operations/reflect.ts";
export { reportQuality } from "./operations/report-quality.ts";
export { approveLink, rejectLink } from "./operations/review-links.ts";
export {
  acceptProposal,
  getProposal,
  listProposals,
  proposalFileName,
  proposalMarkdown,
  rejectProposal,
} from "./operations/review-proposals.ts";
export { MOST_LINKS, saveDecision } from "./operations/save-decision.ts";
export { replaceDecisions, supersedeBy, supersedeDecision } from "./operations/supersede-decision.ts";
export { DEPTH_CAP, depthOr, linkGraph, reducedDepth, TRAVERSAL_DEPTH } from "./operations/traverse-links.ts";
export type { Antipattern, LearnedAntipattern } from "./rules/antipattern.ts";
export type { AntipatternExamples, ExampleVectors } from "./rules/antipattern-examples.ts";
export {
  ASSUMPTION_STATES,
  type Assumption,
  type AssumptionState,
  assumptionsIn,
  type JudgedAssumption,
  requireAssumption,
} from "./rules/assumption.ts";
export { type CapturedIn, screenCapturedIn } from "./rules/captured-in.ts";
export {
  CHECK_REASONS,
  type CheckAgain,
  type CheckAgainById,
  type CheckReason,
  joinCauses,
  mayBeCheckedAgain,
} from "./rules/check-again.ts";
export { causeWords } from "./rules/check-again-words.ts";
export type { ReopenPlan } from "./rules/corrections.ts";
export {
  isQuoted,
  type MergePlan,
  notesWithDuplicates,
  nothingToReopen,
  type RestorePlan,
  requirePersonToUndo,
} from "./rules/corrections.ts";
export {
  type AddedDecision,
  type Anchor,
  type ChangeableState,
  Confidence,
  changeDecision,
  currentConfidence,
  DEFAULT_DUE_DAYS,
  type Decision,
  type DecisionChange,
  type DecisionMeaning,
  DueDays,
  decisionNotFound,
  EVIDENCE_KINDS,
  type Evidence,
  evidenceOf,
  isDueDays,
  isRepositoryPath,
  LINE_HASH_LENGTH,
  MOST_SKETCHED_LINES,
  NO_OUTCOME,
  type Note,
  type OnTopic,
  PROGRESS,
  type Progress,
  RISK_LEVELS,
  SKETCH,
  STANDINGS,
  type Standing,
  standingAnchors,
} from "./rules/decision.ts";
export {
  contextHash,
  DECISION_FIELDS,
  EXPORTED_FIELDS,
  embeddingText,
  type FieldName,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  HASH_VERSION,
  shapeOf,
  snakeCaseName,
  withContextHash,
} from "./rules/decision-fields.ts";
export { requireAuthority, requireEditor } from "./rules/isolation.ts";
export {
  isReviewable,
  LINK_ORIGINS,
  LINK_STATES,
  LINK_VERDICTS,
  type Link,
  type LinkEnds,
  type LinkOrigin,
  type LinkSourceFacts,
  type LinkState,
  linkSentence,
  PROPOSABLE_RELATIONS,
  type ProposableRelation,
  RELATIONS,
  REVIEW_WAYS,
  type Relation,
} from "./rules/link.ts";
export { type LinkBackups, LinkInFile, LinkInFileOfV1, linkOfFileV1 } from "./rules/link-files.ts";
export {
  agrees,
  countingOutcome,
  hasFailed,
  type NewSignal,
  OUTCOME_STATUSES,
  type Outcome,
  type OutcomeMetrics,
  type OutcomeStatus,
  type OutcomeSummary,
  progressAfter,
  progressWithout,
  SCORE_BY_STATUS,
  Score,
  type Withdrawal,
  worked,
} from "./rules/outcome.ts";
export {
  decisionPassages,
  outcomePassages,
  PASSAGE_KINDS,
  type Passage,
  type PassageKind,
  type PassageRef,
  passageKey,
  textPassages,
} from "./rules/passages.ts";
export {
  acceptableFrom,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type Proposal,
  type ProposalKind,
  REPLACEMENT,
} from "./rules/proposal.ts";
export { NARRATIVE_PARTS, QUALITY_METRICS, type QualityMetric, QualityThresholds } from "./rules/quality.ts";
export {
  changedFields,
  contentOf,
  type DecisionEdit,
  EDITABLE_FIELDS,
  type EditableField,
  type EditedDecision,
  editedDecision,
  firstRevisionId,
  inWordsOf,
  type NewRevision,
  type Revision,
  type RevisionContent,
  requireChange,
  requireSameRevision,
} from "./rules/revision.ts";
export {
  estimateSuccess,
  SIGNAL_TYPES,
  type Signal,
  type SignalType,
  VALENCES,
  type Valence,
} from "./rules/signal.ts";
export {
  comparedTexts,
  contentWords,
  isOtherChoice,
  opposes,
  type StatedChoice,
  sameChoice,
} from "./rules/statements/choice.ts";
export {
  affinity,
  baseWords,
  likenessOf,
  resemblance,
  sameWay,
  wayWords,
} from "./rules/statements/likeness.ts";
export {
  asksFor,
  type Difference,
  differencesOf,
  saysOtherwise,
  shareWords,
} from "./rules/statements/stated-values.ts";
export { DOMAINS, deriveTopic, detectDomain, GENERAL_DOMAIN, isStopWord } from "./rules/topic-and-domain.ts";
export { mentionsRemedy, triggeredBy } from "./rules/triggered-antipatterns.ts";
export {
  duplicatesOf,
  type MergeTakenBack,
  planMerge,
  planMergeIn,
  planReopen,
  planReopenIn,
  planRestore,
  planRestoreIn,
} from "./sql/correction-plans.ts";
export {
  addDecisionRow,
  changeDecisionRow,
  decisionCaptured,
  decisionRetracted,
  decisionSuperseded,
  decisionUpdated,
  type FirstState,
  firstStateOf,
  type PointerToDecision,
  rowAtFirst,
  wholeDecision,
} from "./sql/decision-changes.ts";
export {
  CHANGEABLE_KEYS,
  DECISION_COLUMNS,
  type DecisionRow,
  decisionOf,
  decisionOfMemory,
  decisionsByNumber,
  findDecisionIn,
  memoryRowOf,
  readRequiredDecision,
} from "./sql/decision-rows.ts";
export {
  closesCycle,
  decisionIds,
  decisionPage,
  decisionsById,
  findDecision,
  othersOnTopic,
  revisionsOf,
  storeDecisionChange,
  writeDecisionChange,
} from "./sql/decisions.ts";
export {
  type HistoryRow,
  type HistoryTable,
  insertHistory,
  outcomeRow,
  outcomesOf,
  passagesOfDecision,
  readHistory,
  type StoredWithdrawal,
  signalRow,
  signalsOf,
  storedWithdrawal,
  withdrawOutcome,
} from "./sql/history-rows.ts";
export {
  addPassages,
  keepPassages,
  mendDecisionWords,
  mendPassages,
  type PassageOwner,
  passagesNumbered,
  removeDecisionWords,
  rewriteDecisionWords,
} from "./sql/index-decision.ts";
export {
  copyIntoLog,
  insertLink,
  LINK_COLUMNS,
  type LinkRow,
  linkApproved,
  linkCleaned,
  linkOf,
  linkProposed,
  linkRejected,
  linkRestored,
  linkRow,
  type PointerToLink,
  pointerToLink,
  readLink,
  rewriteLink,
  type StoredLinkRow,
  type StoredReview,
  takenOverFrom,
} from "./sql/link-rows.ts";
export {
  isMerge,
  keptFor,
  mergedDecisions,
  WITH_DUPLICATES,
} from "./sql/linked-decisions.ts";
export { linksBetween, linksOf, openSuggestions, pendingLinks, storeLink } from "./sql/links.ts";
export {
  addSignalIn,
  dueDecisions,
  historiesOf,
  mendOutcome,
  outcomeRecorded,
  type PointerToHistory,
  settleOutcome,
  signalRecorded,
  stopCounting,
} from "./sql/outcomes.ts";
export {
  aboutProposal,
  forgetProposals,
  insertProposal,
  type ProposalRow,
  proposalClosed,
  proposalDrafted,
  proposalFed,
  proposalOf,
  proposalRow,
  proposalsAbout,
  readProposal,
  type StoredProposalRow,
} from "./sql/proposal-rows.ts";
export { readProposals } from "./sql/proposals.ts";
export {
  addRevision,
  bodyOfRow,
  columnsInWords,
  countRevisions,
  isInWords,
  type RevisionBody,
  type RevisionRow,
  readRevision,
  revisionAtEnd,
  revisionRowOf,
  revisionsOfIn,
} from "./sql/revisions.ts";
