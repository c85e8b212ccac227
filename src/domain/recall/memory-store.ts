import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { TextQuery } from "../shared/search-text.ts";
import type { Candidate } from "./candidate.ts";
import type { Memory, MemoryType, NoteType } from "./memory.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { CandidateQuery } from "./search-store.ts";

/** Queries over memories of all types. */
export interface MemoryStore {
  /** Newest first. Damaged memories are counted in the total but left out. */
  listMemories(
    filter: {
      readonly scope: Scope;
      readonly types: readonly MemoryType[];
      readonly since?: Date | undefined;
    },
    limit: number,
  ): Promise<Page<Memory>>;
  /** In the order of the ids, without those that do not exist. */
  memoriesById(scope: Scope, ids: readonly string[]): Promise<readonly Memory[]>;
  /**
   * Searches notes by their words and their meaning. They have their own index, so that they neither slow down the search for decisions
   * nor change which words are rare there. Returns candidates for ranking, all of them active.
   */
  findNotes(query: {
    readonly scope: Scope;
    readonly types: readonly NoteType[];
    readonly text: TextQuery;
    readonly meaning?: CandidateQuery["meaning"];
    readonly limit: number;
  }): Promise<{
    readonly candidates: readonly Candidate[];
    readonly terms: QueryTerms;
    readonly rowsInIndex: number;
  }>;
}
