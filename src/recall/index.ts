export { fileModelProfiles } from "./embedding/model-profiles.ts";
export { shippedFile } from "./embedding/shipped-file.ts";
export { answerCache, type ComputedAnswer } from "./operations/answer-cache.ts";
export type { OthersOnTarget } from "./operations/compare-results.ts";
export type { RecallDeps } from "./operations/deps.ts";
export { embedMemory } from "./operations/embed-memory.ts";
export { type ComparableVector, embedQuery, embedStatement, storedVector } from "./operations/embed-query.ts";
export {
  type EmbeddingFollowUp,
  type EmbeddingService,
  embeddingService,
  embedPending,
} from "./operations/embedding-service.ts";
export {
  type Answer,
  type CandidateSearch,
  PER_METHOD,
  type RankedDecision,
  searchForStatement,
  statementQuery,
  strongAmong,
} from "./operations/find-relevant.ts";
export { type ChainStep, chainOf, loadContext, recallTopic } from "./operations/follow-links.ts";
export { completeDecisionId, getDecision, listSimilar } from "./operations/get-decision.ts";
export { SEARCH_METHODS, searchDecisions } from "./operations/search-decisions.ts";
export { listMemories, searchMemories } from "./operations/search-memories.ts";
export {
  findSimilarWithOutcome,
  isRecalledBy,
  precedentsIn,
  type SettledCandidate,
  settledCandidates,
  similarTo,
} from "./operations/similar-decisions.ts";
export { suggestDecisions } from "./operations/suggest-decisions.ts";
export { MOST_OPEN_SUGGESTIONS, suggestLinks } from "./operations/suggest-links.ts";
export { OtherWordings } from "./rules/match-candidates.ts";
export { type MatchedPart, OWN_PARTS } from "./rules/matched-part.ts";
export {
  type FitTexts,
  levelled,
  type ModelProfile,
  type ProfileOrigin,
  SCRIPT_NAMES,
  type Script,
  type Translation,
} from "./rules/model-profile.ts";
export { differsFromNearest } from "./rules/perhaps-replaced.ts";
export { type IndexedTerms, informationIn, rareWord } from "./rules/query-terms.ts";
export {
  type CandidateQuery,
  type EmbeddingStore,
  MEMORY_TYPES,
  type Memory,
  type MemoryStore,
  type MemoryType,
  NOTE_TYPES,
  type OtherMemory,
  type SearchStore,
} from "./rules/recall-store.ts";
export { RELEVANCE_THRESHOLD, STRENGTHS, type Strength } from "./rules/relevance.ts";
export { sqliteEmbeddings } from "./sql/embeddings.ts";
export { sqliteMemories } from "./sql/memories.ts";
export { indexPassages, passagesOfMemory } from "./sql/memory-passages.ts";
export { rebuildVectors } from "./sql/rebuild-vectors.ts";
export { sqliteSearch } from "./sql/search.ts";
