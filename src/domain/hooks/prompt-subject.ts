import { type IndexedTerms, informationIn, rareWord } from "../recall/query-terms.ts";
import { plainQuery } from "../shared/search-text.ts";

/** A path of three parts or more, or a name with the ending of a file. Shorter ones may be `client/server`. */
const FILE_NAME = /(?:[\p{L}\p{N}@_.~-]+\/){2,}[\p{L}\p{N}@_.*-]*|[\p{L}\p{N}@_./-]+\.[a-z][a-z\d]{0,4}\b/giu;

/**
 * How much somebody said, in words that only one decision has; common words count less. The name of a file says where to
 * look, and not what it is about.
 */
export function saidIn(words: string, { terms, rowsInIndex }: IndexedTerms): number {
  const said = new Set(plainQuery(words.replace(FILE_NAME, " ")).terms);
  const isSaid = ({ term }: { readonly term: string }): boolean => said.has(term);
  // What the memory does not know is said, too: a young one knows few words.
  const { known } = informationIn(
    { ...terms, kept: [...terms.kept, ...terms.absent].filter(isSaid), absent: [] },
    rowsInIndex,
  );
  return known / rareWord(rowsInIndex).information;
}
