import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { TextQuery } from "../shared/search-text.ts";
import type { Memory, MemoryType, NoteType } from "./memory.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { Candidate } from "./ranking.ts";

/** What is asked of memories of any type. */
export interface MemoryStore {
  /** The newest first. One that is damaged is counted and left out. */
  listMemories(
    filter: {
      readonly scope: Scope;
      readonly types: readonly MemoryType[];
      readonly since?: Date | undefined;
    },
    limit: number,
  ): Promise<Page<Memory>>;
  /** In the order of their ids; those that are gone are left out. */
  memoriesById(scope: Scope, ids: readonly string[]): Promise<readonly Memory[]>;
  /**
   * Notes by their words. They have an index of their own, so that they neither slow down the search among decisions nor
   * change what is rare there. Features only, as for decisions; all of them hold.
   */
  findNotes(query: {
    readonly scope: Scope;
    readonly types: readonly NoteType[];
    readonly text: TextQuery;
    readonly limit: number;
  }): Promise<{
    readonly candidates: readonly Candidate[];
    readonly terms: QueryTerms;
    readonly rowsInIndex: number;
  }>;
}
