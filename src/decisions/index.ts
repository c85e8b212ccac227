export { captureDecision, captureEarlierDecision, chooseDomain } from "./operations/capture-decision.ts";
export {
  CLEANUP_STATUSES,
  restoreLinkBackup,
  runLinkCleanup,
  scanAutoLinks,
  validateCleanup,
  writeLinkBackup,
} from "./operations/clean-up-links.ts";
export {
  mergeDecisions,
  reopenDecision,
  restoreDecision,
  retractDecision,
} from "./operations/correct-decisions.ts";
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
export {
  EditChanges,
  editDecision,
  Judgement,
  judgeAssumption,
  LinkedCommit,
  LinkedPr,
  updateDecision,
} from "./operations/update-decision.ts";
export type { Antipattern, LearnedAntipattern } from "./rules/antipattern.ts";
export type { AntipatternExamples, ExampleVectors } from "./rules/antipattern-examples.ts";
export {
  ASSUMPTION_STATES,
  type Assumption,
  type AssumptionState,
  assumptionsIn,
  type JudgedAssumption,
} from "./rules/assumption.ts";
export { type CapturedIn, screenCapturedIn } from "./rules/captured-in.ts";
export {
  CHECK_REASONS,
  type CheckAgain,
  type CheckAgainById,
  type CheckReason,
  type DependenceStore,
  joinCauses,
  mayBeCheckedAgain,
} from "./rules/check-again.ts";
export { causeWords } from "./rules/check-again-words.ts";
export {
  type CorrectionStore,
  isQuoted,
  type MergePlan,
  notesWithDuplicates,
  nothingToReopen,
  type RestorePlan,
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
  type DecisionStore,
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
  type DECISION_FIELDS,
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
export { requireEditor } from "./rules/isolation.ts";
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
  type LinkStore,
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
  type OutcomeStore,
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
  type ProposalStore,
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
  doesWithout,
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
  similarity,
  wayWords,
} from "./rules/statements/likeness.ts";
export {
  areOfOtherSize,
  asksFor,
  type Difference,
  differencesOf,
  saysOtherwise,
  shareWords,
} from "./rules/statements/stated-values.ts";
export { DOMAINS, deriveTopic, detectDomain, GENERAL_DOMAIN, isStopWord } from "./rules/topic-and-domain.ts";
export { mentionsRemedy, triggeredBy } from "./rules/triggered-antipatterns.ts";
export { type MergeTakenBack, planMerge, planReopen, planRestore } from "./sql/correction-plans.ts";
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
  decisionOf,
  decisionOfMemory,
  decisionsById,
  decisionsByNumber,
  findDecision,
  memoryRowOf,
  readRequiredDecision,
} from "./sql/decision-rows.ts";
export {
  closesCycle,
  sqliteDecisions,
  storeDecisionChange,
  storeSupersede,
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
  type StoredReview,
  takenOverFrom,
} from "./sql/link-rows.ts";
export {
  duplicatesOf,
  isMerge,
  keptFor,
  mergedDecisions,
  sqliteDependences,
  WITH_DUPLICATES,
} from "./sql/linked-decisions.ts";
export { sqliteLinks } from "./sql/links.ts";
export {
  addSignal,
  mendOutcome,
  outcomeRecorded,
  type PointerToHistory,
  settleOutcome,
  signalRecorded,
  sqliteOutcomes,
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
} from "./sql/proposal-rows.ts";
export { sqliteProposals } from "./sql/proposals.ts";
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
  revisionsOf,
} from "./sql/revisions.ts";
