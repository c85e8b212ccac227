import { fitRelevance } from "./retrieval/fit.ts";
import { loadSets } from "./retrieval/data.ts";
import { openCorpus } from "./retrieval/search.ts";
import { embedSets } from "./retrieval/vectors.ts";
const sets = loadSets();
if (sets) {
  const vectors = await embedSets(sets);
  const corpora = await Promise.all(sets.map((set, i) => openCorpus(set, vectors[i]!)));
  fitRelevance(corpora, vectors);
}
